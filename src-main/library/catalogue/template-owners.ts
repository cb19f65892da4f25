import type { ThemeDocument } from '@shared/theme/theme';
import { sameJson } from '../editing/theme-patch';
import type { FolderState } from '../folder/folder-state';
import { unlinkedInEither, type Links } from './merged-links';
import { compareLinks } from './newer-links';
import { linkedAt, type ThemeCard } from './theme-card';

/** A theme, or a card of it. */
interface Linked {
  readonly id: string;
  readonly publications: Readonly<
    Record<
      string,
      { readonly templateId: string; readonly at?: string; readonly linkedAt?: string }
    >
  >;
}

interface WithLinks<Theme> {
  readonly document: Theme;
  /** It has a link to a template that is another theme's. */
  readonly isUnlinked: boolean;
}

/**
 * The document without its links to templates that another theme here has: published from both, a
 * template would be overwritten in turns. The one that was published or linked last has it. A theme of
 * the library keeps such a link in its file: it is the theme's again when the other one loses it.
 */
export function withoutOwnedLinks<Theme extends Linked>(
  document: Theme,
  state: Pick<FolderState, 'withTemplate'>,
): WithLinks<Theme> {
  const kept = keepingLinks(document, (key) => (orderOf(document, key, state) ?? 1) > 0);
  return { document: kept, isUnlinked: kept !== document };
}

/**
 * The document for the file of a theme that comes into the library with its own id. A link that is
 * another theme's stays in it as in every file; but of two that are the same, that of the theme which is
 * here stays, whichever of the themes is older.
 */
export function withWaitingLinks<Theme extends Linked>(
  document: Theme,
  state: Pick<FolderState, 'withTemplate'>,
): WithLinks<Theme> {
  const kept = keepingLinks(document, (key) => orderOf(document, key, state) !== 0);
  return { document: kept, isUnlinked: withoutOwnedLinks(document, state).isUnlinked };
}

/**
 * The document of a theme that comes back, with what became of its links since it was as that document
 * has it. One that another theme has by the very same publication stays with that theme.
 */
export function withLinksSince(
  document: ThemeDocument,
  since: Links,
  state: Pick<FolderState, 'withTemplate'>,
): ThemeDocument {
  const { id, publications } = document;
  const { publications: later } = since;
  const waiting = withWaitingLinks({ id, publications: later }, state).document.publications;
  const isNews = Object.entries(waiting).some(([key, link]) => !sameJson(publications[key], link));
  const unlinked = unlinkedInEither(document, since);
  if (!isNews && unlinked === document.unlinked) return document;
  return {
    ...document,
    ...(isNews && { publications: { ...publications, ...waiting } }),
    ...(unlinked && { unlinked }),
  };
}

/**
 * How the theme's link is to that of the other theme here which has its template: positive where it is
 * newer, 0 where both were made at once; `undefined` where no other has it.
 */
function orderOf(
  document: Linked,
  key: string,
  state: Pick<FolderState, 'withTemplate'>,
): number | undefined {
  const templateId = document.publications[key]?.templateId;
  const owner: ThemeCard | undefined =
    templateId === undefined ? undefined : state.withTemplate(key, templateId);
  if (owner === undefined || owner.id === document.id) return undefined;
  return compareLinks({ at: linkedAt(document, key) }, { at: linkedAt(owner, key) });
}

function keepingLinks<Theme extends Linked>(
  document: Theme,
  isKept: (key: string) => boolean,
): Theme {
  const all = Object.entries(document.publications);
  const kept = all.filter(([key]) => isKept(key));
  return kept.length === all.length
    ? document
    : { ...document, publications: Object.fromEntries(kept) };
}
