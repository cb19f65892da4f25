import type { ThemeDocument } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import type { FolderState } from '../folder/folder-state';
import { wantedLinks } from './merged-links';
import { linksElsewhere } from './newer-links';
import { withoutOwnedLinks } from './template-owners';
import { cardOf, type ThemeCard } from './theme-card';
import { sameJson } from '../editing/theme-patch';

/**
 * The document as a theme of its own beside the one here that has its id. It keeps the links
 * to templates that no theme there has, or has an older one to; tells whether it lost one.
 */
export function asTwin(
  given: ThemeDocument,
  state: Pick<FolderState, 'cardOf' | 'withTemplate'>,
  id = newId(),
): { readonly document: ThemeDocument; readonly isUnlinked: boolean } {
  const first = state.cardOf(given.id);
  const { conflictOf: _gone, ...document } = given;
  const twin = withoutOwnedLinks({ ...document, id }, state);
  if (first === undefined) return twin;
  // A copy made by hand is the same; one that differs was changed in two places, or saved from both.
  const elsewhere = linksElsewhere(first.publications, twin.document.publications);
  const isCopy = sameJson(themeOf(first), themeOf(cardOf(twin.document)));
  // Or it was unlinked in one of the two places.
  const isUnlinkedInOne =
    wantedLinks(first, twin.document) !== first.publications ||
    wantedLinks(twin.document, first) !== twin.document.publications;
  if (isCopy && !isUnlinkedInOne && Object.keys(elsewhere).length === 0) return twin;
  const conflictOf = { id: first.id, name: first.name };
  return { ...twin, document: { ...twin.document, conflictOf } };
}

/** What tells a copy from a version: the name alone is often changed by those who copy by hand. */
function themeOf({ theme, tags, hasCustomCss, longCss, allFields }: ThemeCard): object {
  return { theme, tags, hasCustomCss, longCss, allFields };
}
