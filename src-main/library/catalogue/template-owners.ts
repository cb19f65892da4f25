import type { ThemeDocument } from '@shared/theme/theme';
import type { FolderState } from '../folder/folder-state';

/**
 * The document without its links to templates that another theme here has: published from both, a
 * template would be overwritten in turns. Tells whether it had one.
 */
export function withoutOwnedLinks(
  document: ThemeDocument,
  state: Pick<FolderState, 'withTemplate'>,
): { readonly document: ThemeDocument; readonly isUnlinked: boolean } {
  const all = Object.entries(document.publications);
  const free = all.filter(([key, { templateId }]) => {
    const owner = state.withTemplate(key, templateId);
    return owner === undefined || owner.id === document.id;
  });
  if (free.length === all.length) return { document, isUnlinked: false };
  return { document: { ...document, publications: Object.fromEntries(free) }, isUnlinked: true };
}
