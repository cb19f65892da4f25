/** Stars and saved filters of a backup, added to those that are here: what came after it stays. */
import { mostEntries, type Preferences, type SavedFilter } from '@shared/bridge/app';
import { freeFilterName, isSameSearch } from '@shared/filter-names';

type Lists = Pick<Preferences, 'favourites' | 'savedFilters'>;

/** The lists that the backup has, with what is here first, and the filters for which there is no room. */
export function withMissing(
  here: Lists,
  given: Lists,
): { readonly lists: Lists; readonly leftOut: readonly SavedFilter[] } {
  const lists: Lists = {};
  if (given.favourites) {
    const all = new Set([...(here.favourites ?? []), ...given.favourites]);
    lists.favourites = [...all].slice(0, mostEntries.favourites);
  }
  const leftOut: SavedFilter[] = [];
  if (given.savedFilters) {
    const all = [...(here.savedFilters ?? [])];
    for (const filter of given.savedFilters) {
      // Also where it has another name by now.
      if (all.some((one) => isSameSearch(one, filter))) continue;
      if (all.length >= mostEntries.savedFilters) leftOut.push(filter);
      else all.push({ ...filter, name: freeFilterName(filter.name, all) });
    }
    lists.savedFilters = all;
  }
  return { lists, leftOut };
}
