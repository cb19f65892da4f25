/** Which item of a menu a key leads to, as the ARIA practices for menus have it. */

/**
 * The index of the item to go to; `undefined` where the key leads nowhere.
 * @param labels of the items that can be chosen, in order
 * @param at the index of the present one, -1 for none
 * @param typed what was typed quickly one after the other, this key included
 */
export function itemFor(
  key: string,
  labels: readonly string[],
  at: number,
  typed: string,
): number | undefined {
  const count = labels.length;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || typed.trim() === '') return undefined;
  const wanted = typed.toLocaleLowerCase();
  // A letter pressed again goes on to the next item; more letters may stay where they are.
  const from = wanted.length === 1 ? at + 1 : Math.max(at, 0);
  for (let step = 0; step < count; step += 1) {
    const index = (from + step) % count;
    if (labels[index]?.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
