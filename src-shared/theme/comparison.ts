/** What differs between two themes, field by field, for the diff that a person reads. */
import { readThemeField } from './field-access';
import { themeFieldNames } from './field-names';
import type { ThemeField, ThemeFieldValue } from './fields';
import type { Theme } from './theme';

/** One field that differs. `null` means that the theme doesn't have the field. */
export interface ThemeDifference {
  field: ThemeField;
  before: ThemeFieldValue | null;
  after: ThemeFieldValue | null;
}

/** The documented fields that differ, in the order of the theme; unknown fields are not compared. */
export function themeDifferences(before: Theme, after: Theme): ThemeDifference[] {
  return themeFieldNames.flatMap((field) => {
    const was = readThemeField(before, field);
    const is = readThemeField(after, field);
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

/**
 * The lines of two texts that are compared. The end of the last line begins no line of its own,
 * unless it is what differs.
 */
export function linesOfBoth(before: string, after: string): [string[], string[]] {
  const isEnded = [before, after].every((text) => text === '' || text.endsWith('\n'));
  const lines = (text: string) => {
    if (text === '') return [];
    return (isEnded ? text.slice(0, -1) : text).split('\n');
  };
  return [lines(before), lines(after)];
}

/** How many lines of a text were added and removed, by their longest common subsequence. */
export function lineChanges(before: string, after: string): { added: number; removed: number } {
  const [old, now] = linesOfBoth(before, after);
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1;
  let oldEnd = old.length;
  let nowEnd = now.length;
  while (oldEnd > from && nowEnd > from && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  const rows = oldEnd - from;
  const columns = nowEnd - from;
  // Too large for a table of rows by columns: what lies between the common ends counts as replaced.
  if (rows * columns > 4_000_000) return { added: columns, removed: rows };
  let previous = new Uint32Array(columns + 1);
  for (let row = 0; row < rows; row += 1) {
    const current = new Uint32Array(columns + 1);
    for (let column = 0; column < columns; column += 1) {
      current[column + 1] =
        old[from + row] === now[from + column]
          ? (previous[column] as number) + 1
          : Math.max(previous[column + 1] as number, current[column] as number);
    }
    previous = current;
  }
  const common = previous[columns] as number;
  return { added: columns - common, removed: rows - common };
}
