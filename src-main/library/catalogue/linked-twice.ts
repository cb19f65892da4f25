/** A theme that two computers saved at a place, each under a template of its own. */
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import type { FolderState } from '../folder/folder-state';
import { withoutOwnedLinks } from './template-owners';

/** The templates that a theme may have had when it was sent, `null` for none. */
export type SentOver = readonly (string | null)[];

/** Whether the theme got another template than it had, and than this one, since this was sent. */
export function isLinkedTwice(
  document: Pick<ThemeDocument, 'id' | 'publications'>,
  key: string,
  { templateId }: Publication,
  over: SentOver,
  state: Pick<FolderState, 'withTemplate'>,
): boolean {
  // A link that is another theme's is none of this one, nor was it when this was sent.
  const { publications } = withoutOwnedLinks(document, state).document;
  const here = Object.hasOwn(publications, key) ? publications[key] : undefined;
  return here !== undefined && here.templateId !== templateId && !over.includes(here.templateId);
}

/** The theme as it was sent, with what the service has of that, to lie beside the theme. */
export function sentCopyOf(
  document: ThemeDocument,
  key: string,
  publication: Publication,
): ThemeDocument {
  const { name, theme } = publication.sent ?? document;
  const conflictOf = { id: document.id, name: document.name };
  return {
    ...document,
    id: newId(),
    conflictOf,
    name,
    theme,
    publications: { [key]: publication },
  };
}
