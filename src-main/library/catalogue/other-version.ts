/** Which themes of the library are other versions of one, and what they know of its links. */
import { timesByTemplate, type ConflictOf } from '@shared/theme/theme';
import { compareTimes } from '../folder/compare-times';
import { unlinkedInEither, type Links } from './merged-links';
import type { ThemeCard } from './theme-card';
import type { ThemeCatalogue } from './theme-catalogue';

interface Version {
  readonly id: string;
  readonly conflictOf?: ConflictOf | undefined;
}

/**
 * The theme that is a version of the one that goes, as long as nobody has decided between the two: that of
 * which both are versions, else the one that was changed last. `going` are those that go as well.
 */
export function otherVersionOf(
  theme: Version,
  catalogue: Pick<ThemeCatalogue, 'ids' | 'card'>,
  going: ReadonlySet<string>,
): ThemeCard | undefined {
  const original = theme.conflictOf?.id;
  let last: ThemeCard | undefined;
  for (const id of catalogue.ids) {
    if (id === theme.id || going.has(id)) continue;
    const card = catalogue.card(id);
    if (card === undefined || card.isReadOnly) continue;
    if (id === original) return card;
    const of = card.conflictOf?.id;
    if (of === undefined || (of !== theme.id && of !== original)) continue;
    if (last === undefined || compareTimes(card.updatedAt, last.updatedAt) > 0) last = card;
  }
  return last;
}

/**
 * How often a theme or another version of it was unlinked at a place: what is linked there from now on is so
 * knowing of all these. The very same as its own where no other was more often.
 */
export function unlinkedInVersions(
  theme: Version & Pick<Links, 'unlinked'>,
  key: string,
  catalogue: Pick<ThemeCatalogue, 'ids' | 'card'>,
): Links['unlinked'] {
  let { unlinked } = theme;
  const seen = new Set<string>();
  for (;;) {
    const other = otherVersionOf(theme, catalogue, seen);
    if (other === undefined) return unlinked;
    seen.add(other.id);
    const there = { unlinked: { [key]: timesByTemplate(other, key) } };
    unlinked = unlinkedInEither({ ...(unlinked && { unlinked }) }, there);
  }
}
