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
  if (name === base) return true;
  const stem = name.replace(/ \d+$/u, '');
  if (stem === name) return false;
  return stem === base || (name.length === longest && base.startsWith(stem));
}

/** `name`, or with the first number from 2 that makes it one that is not there yet. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const base = name.slice(0, longest);
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) {
    const ending = ` ${String(number)}`;
    const candidate = base.slice(0, longest - ending.length) + ending;
    if (!isTaken(candidate)) return candidate;
  }
}
