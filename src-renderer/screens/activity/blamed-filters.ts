/** Which of the filters leave nothing to show. Pure. */
import type { ListedEntry } from '@shared/activity';
import { filteredEntries, type EntryFilter } from './entry-filters';

export type FilterPart = keyof EntryFilter;

/** What each part is where it narrows nothing. */
const unfiltered: EntryFilter = {
  shown: 'all',
  kind: 'all',
  isAttentionOnly: false,
  connectionId: '',
  text: '',
  time: 'any',
};

/** The parts without which, one at a time, there would be hits, and how many. */
export function blamedFilters(
  entries: readonly ListedEntry[],
  filter: EntryFilter,
  now: number,
): { part: FilterPart; count: number }[] {
  return (Object.keys(unfiltered) as FilterPart[])
    .filter((part) => filter[part] !== unfiltered[part])
    .map((part) => {
      const without = { ...filter, [part]: unfiltered[part] };
      return { part, count: filteredEntries(entries, without, now).length };
    })
    .filter(({ count }) => count > 0);
}
