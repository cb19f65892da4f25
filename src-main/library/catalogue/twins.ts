import type { ThemeDocument } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import type { FolderState } from '../folder/folder-state';
import { unlinkedElsewhere, unlinkedInEither, wantedLinks } from './merged-links';
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
  // That it was linked again after an unlinking shows in the link alone.
  const result = { ...twin, document: withoutTimesAt(given.publications, twin.document) };
  if (first === undefined) return result;
  // A copy made by hand is the same; one that differs was changed in two places, or saved from both.
  const elsewhere = linksElsewhere(first.publications, twin.document.publications);
  const isCopy = sameJson(themeOf(first), themeOf(cardOf(twin.document)));
  // Or it was unlinked in one of the two places, even if that was taken back there.
  const isUnlinkedInOne =
    wantedLinks(first, twin.document) !== first.publications ||
    wantedLinks(twin.document, first) !== twin.document.publications;
  // It was published in one of the two places since, and takes the template from the other one.
  const isTaken = Object.entries(twin.document.publications).some(
    ([key, { templateId }]) => first.publications[key]?.templateId === templateId,
  );
  const isLinkedApart = isUnlinkedInOne || isTaken || Object.keys(elsewhere).length > 0;
  if (isCopy && !isLinkedApart) return result;
  const conflictOf = { id: first.id, name: first.name };
  return { ...result, document: { ...result.document, conflictOf } };
}

/**
 * The twin without how often it was unlinked from the templates that it lost only to another theme: it would seem to be
 * what a person let go of, and a decision for the twin would take the template from the other.
 */
function withoutTimesAt(before: ThemeDocument['publications'], twin: ThemeDocument): ThemeDocument {
  const { unlinked: times, ...document } = twin;
  const lost = Object.entries(before).filter(([key]) => !Object.hasOwn(twin.publications, key));
  if (times === undefined || lost.length === 0) return twin;
  const publications = Object.fromEntries(lost);
  const unlinked = unlinkedInEither({}, { unlinked: unlinkedElsewhere(twin, { publications }) });
  return { ...document, ...(unlinked && { unlinked }) };
}

/** What tells a copy from a version: the name alone is often changed by those who copy by hand. */
export function themeOf({ theme, tags, hasCustomCss, longCss, allFields }: ThemeCard): object {
  return { theme, tags, hasCustomCss, longCss, allFields };
}
