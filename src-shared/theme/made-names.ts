/** Names that Foyer makes where a name is taken or a theme has two versions, and what they were made of. */
import { beginningOf } from '../sendable-text';
import type { ConflictOf } from './theme';

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

/**
 * The name that a conflict copy has of its own: where Foyer gave it one by `conflict`, the one that it had
 * before. That is told by its form, since files say no more. A sync program's copy, or one that a person
 * renamed, has its own.
 */
export function ownName(
  { name, conflictOf }: { readonly name: string; readonly conflictOf: ConflictOf },
  conflict: (name: string) => string,
): string {
  if (name === conflictOf.name) return name;
  // A long one was cut, and is known only where it is the name of both.
  if (isNamedAfter(name, conflict(conflictOf.name))) return conflictOf.name;
  const mark = '\0';
  const [before = '', after = ''] = conflict(mark).split(mark);
  const rest = before.length + after.length;
  for (const made of [name, name.replace(/ \d+$/u, '')]) {
    if (made.length > rest && made.startsWith(before) && made.endsWith(after))
      return made.slice(before.length, made.length - after.length);
  }
  return name;
}

function withEnding(base: string, ending: string): string {
  return beginningOf(base, longest - ending.length) + ending;
}
