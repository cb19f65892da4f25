/** Two texts side by side, line by line, for the eye. */
import { linesOfBoth } from './comparison';

/** One row: a line on either side, or on both. Lines are numbered from 1. */
export interface LineRow {
  kind: 'same' | 'added' | 'removed' | 'changed';
  before: { number: number; text: string } | null;
  after: { number: number; text: string } | null;
}

/** A run of lines that both have, left out because nothing near it changed. */
export interface LineGap {
  kind: 'gap';
  count: number;
}

/** Too large a table of rows by columns is not made: all between the common ends counts as changed. */
const largestTable = 4_000_000;

/**
 * The rows of a side-by-side view, by the longest common subsequence of lines. Runs of more than
 * twice `around` lines that both have become a gap.
 */
export function lineRows(before: string, after: string, around = 3): (LineRow | LineGap)[] {
  const [old, now] = linesOfBoth(before, after);
  const rows: LineRow[] = [];
  const same = (at: number, to: number) =>
    rows.push({
      kind: 'same',
      before: { number: at + 1, text: old[at] as string },
      after: { number: to + 1, text: now[to] as string },
    });
  /** Lines that were replaced stand beside each other. */
  const replaced = (from: number, end: number, to: number, toEnd: number) => {
    for (let step = 0; from + step < end || to + step < toEnd; step += 1) {
      const at = from + step < end ? from + step : null;
      const its = to + step < toEnd ? to + step : null;
      rows.push({
        kind: at === null ? 'added' : its === null ? 'removed' : 'changed',
        before: at === null ? null : { number: at + 1, text: old[at] as string },
        after: its === null ? null : { number: its + 1, text: now[its] as string },
      });
    }
  };
  let at = 0;
  let to = 0;
  for (const [commonAt, commonTo] of [
    ...commonLines(old, now),
    [old.length, now.length] as const,
  ]) {
    replaced(at, commonAt, to, commonTo);
    if (commonAt < old.length) same(commonAt, commonTo);
    at = commonAt + 1;
    to = commonTo + 1;
  }
  return withGaps(rows, around);
}

/** The pairs of lines that both texts have, in order. */
function commonLines(old: readonly string[], now: readonly string[]): [number, number][] {
  const start: [number, number][] = [];
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) {
    start.push([from, from]);
    from += 1;
  }
  let end = 0;
  while (
    end < old.length - from &&
    end < now.length - from &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end += 1;
  }
  const rows = old.length - from - end;
  const columns = now.length - from - end;
  const middle = rows * columns > largestTable ? [] : longest(old, now, from, rows, columns);
  const tail = Array.from({ length: end }, (_, step): [number, number] => [
    old.length - end + step,
    now.length - end + step,
  ]);
  return [...start, ...middle, ...tail];
}

function longest(
  old: readonly string[],
  now: readonly string[],
  from: number,
  rows: number,
  columns: number,
): [number, number][] {
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const length = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[from + row] === now[from + column]
          ? length(row + 1, column + 1) + 1
          : Math.max(length(row + 1, column), length(row, column + 1));
    }
  }
  const found: [number, number][] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (old[from + row] === now[from + column]) {
      found.push([from + row, from + column]);
      row += 1;
      column += 1;
    } else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
  return found;
}

function withGaps(rows: readonly LineRow[], around: number): (LineRow | LineGap)[] {
  const shown = new Set<number>();
  rows.forEach(({ kind }, at) => {
    if (kind === 'same') return;
    for (let near = at - around; near <= at + around; near += 1) shown.add(near);
  });
  const result: (LineRow | LineGap)[] = [];
  rows.forEach((row, at) => {
    // One line left out would save nothing.
    if (shown.has(at) || (shown.has(at - 1) && shown.has(at + 1))) result.push(row);
    else {
      const last = result[result.length - 1];
      if (last?.kind === 'gap') last.count += 1;
      else result.push({ kind: 'gap', count: 1 });
    }
  });
  return result;
}
