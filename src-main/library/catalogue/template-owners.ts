import type { FolderState } from '../folder/folder-state';

/** A theme, or a card of it. */
interface Linked {
  readonly id: string;
  readonly publications: Readonly<Record<string, { readonly templateId: string }>>;
}

/**
 * The document without its links to templates that another theme here has: published from both, a
 * template would be overwritten in turns. Tells whether it had one. A theme of the library keeps such
 * a link in its file: it is the theme's again when the other one loses it.
 */
export function withoutOwnedLinks<Theme extends Linked>(
  document: Theme,
  state: Pick<FolderState, 'withTemplate'>,
): { readonly document: Theme; readonly isUnlinked: boolean } {
  const all = Object.entries(document.publications);
  const free = all.filter(([key, { templateId }]) => {
    const owner = state.withTemplate(key, templateId);
    return owner === undefined || owner.id === document.id;
  });
  if (free.length === all.length) return { document, isUnlinked: false };
  return { document: { ...document, publications: Object.fromEntries(free) }, isUnlinked: true };
}
