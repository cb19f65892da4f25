/** What choosing does to the set of chosen ids: each gives a new set. Pure. */

export type ChosenIds = ReadonlySet<string>;

export function chosenIds(ids: readonly string[]): ChosenIds {
  return new Set(ids);
}

export const noneChosen = chosenIds([]);

/** Chosen becomes not chosen, and the other way round. */
export function withToggled(ids: ChosenIds, id: string): ChosenIds {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}

/** Those that are left without these. */
export function without(ids: ChosenIds, gone: readonly string[]): ChosenIds {
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}

/** With everything from one to the other of an order, whichever comes first; both included. */
export function withRange(
  ids: ChosenIds,
  order: readonly { id: string }[],
  from: string,
  to: string,
): ChosenIds {
  const start = order.findIndex(({ id }) => id === from);
  const end = order.findIndex(({ id }) => id === to);
  if (start < 0 || end < 0) return ids;
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  return new Set([...ids, ...range.map(({ id }) => id)]);
}
