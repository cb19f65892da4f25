/** Saved filters that come back, by an undo or out of a backup. */
import type { SavedFilter } from './bridge/app';
import { beginningOf } from './sendable-text';

/** As long as the name of a filter may be, UTF-16 units (`savedFilterSchema`). */
const longest = 60;

/** Whether two filters, whatever their names, find the same. */
export function isSameSearch(one: SavedFilter, other: SavedFilter): boolean {
  return one.query === other.query && one.filter === other.filter && one.tag === other.tag;
}

/** The name, or one like it where another filter has it. */
export function freeFilterName(name: string, list: readonly Pick<SavedFilter, 'name'>[]): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${String(number)}`;
    const candidate = beginningOf(name, longest - ending.length) + ending;
    if (!list.some((one) => one.name === candidate)) return candidate;
  }
}
