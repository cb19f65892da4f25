import { beginningOf } from '@shared/sendable-text';

/** How themes are named that a person has not named. */
export interface ThemeNames {
  readonly untitled: () => string;
  readonly copy: (name: string) => string;
  /** For our version of a theme that someone else changed at the same time. */
  readonly conflict: (name: string) => string;
}

/** The longest name that the library takes, in UTF-16 units (`themeNameSchema`). */
const longest = 200;

/** Whether `name` is `base`, or what `freeName` makes of it where that is taken. */
export function isNamedAfter(name: string, base: string): boolean {
  const kept = beginningOf(base, longest);
  if (name === base || name === kept) return true;
  const [ending] = / \d+$/u.exec(name) ?? [];
  return ending !== undefined && name === withEnding(kept, ending);
}

/** `name`, or with the first number from 2 that makes it one that is not there yet. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const base = beginningOf(name, longest);
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) {
    const candidate = withEnding(base, ` ${String(number)}`);
    if (!isTaken(candidate)) return candidate;
  }
}

function withEnding(base: string, ending: string): string {
  return beginningOf(base, longest - ending.length) + ending;
}
