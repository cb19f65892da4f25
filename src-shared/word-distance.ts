/**
 * How many letters have to be added, left out, changed, or swapped with their neighbour to make one
 * word of another (the optimal string alignment distance).
 */
export function stepsBetween(one: string, other: string): number {
  const from = [...one];
  const to = [...other];
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of from.entries()) {
    const next = [line + 1];
    for (const [at, wanted] of to.entries()) {
      const changed = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      const isSwapped = letter === to[at - 1] && from[line - 1] === wanted;
      const swapped = isSwapped ? (before[at - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(changed, swapped, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
