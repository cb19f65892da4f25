/** What of a theme's document a person edits, and what undo brings back. */
import { withAvatarSwitches } from '@shared/theme/field-access';
import type { ThemeDocument } from '@shared/theme/theme';
import { wantedLinks, type Links } from '../catalogue/merged-links';
import type { ShownTheme } from '../folder/theme-file';

/** The part of a document that a person edits. */
export type ThemeContent = Pick<ThemeDocument, 'name' | 'tags' | 'theme'>;

/** What undo brings back; the links where someone else's file came in, which may have others. */
export type Undoable = ThemeContent & Partial<Pick<ThemeDocument, 'publications'>>;

export function contentOf({ name, tags, theme }: ThemeContent): ThemeContent {
  return { name, tags, theme };
}

/** All of a document that a step of undo can be about; of one that gave way, no link that a person took away with it. */
export function undoableOf(document: ShownTheme, after: Links = document): Undoable {
  return { ...contentOf(document), publications: wantedLinks(document, after) };
}

/** A content of which a part was taken back, with a theme that is whole. */
export function withWholeTheme<Content extends ThemeContent>(content: Content): Content {
  const theme = withAvatarSwitches(content.theme);
  return theme === content.theme ? content : { ...content, theme };
}
