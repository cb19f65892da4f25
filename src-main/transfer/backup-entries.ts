/**
 * What one entry of a backup may be. The same is asked when it is written and when it is read, so
 * that nothing is said to be in a backup that would not come back out of it.
 */
import { z } from 'zod';
import { ProblemError } from '@shared/problem-error';
import type { Expected, ImportFault } from '@shared/theme/import-fault';
import { refused } from '@shared/theme/import-refused';
import { themeDocumentSchema, type ThemeDocument } from '@shared/theme/theme';
import { shortened } from './guarded-json';

/** Below what the whole file may be, in which a theme lies two deep. */
const deepest = 990;
/** Of one entry; a library of any size has far fewer in a theme. */
const mostEntries = 500_000;

/** A theme of a backup. */
export interface ThemeEntry {
  readonly document: ThemeDocument;
  /** How many fields and items there are in it, at any depth. */
  readonly entries: number;
}

/**
 * Reads one theme of a backup; `at` is its place in the file, for the reason, and `largest` the
 * most bytes that its file in the library may have.
 * @throws ProblemError importRefused
 */
export function themeEntry(value: unknown, at: string, largest: number): ThemeEntry {
  const entries = countEntries(value, at);
  const document = checkedEntry(at, () => themeDocumentSchema.parse(value));
  // As the library writes it, in lines: more than a file that was read may have had.
  const bytes = Buffer.byteLength(JSON.stringify(document, null, 2)) + 1;
  if (bytes > largest) throw refused({ reason: 'tooLarge', bytes, limit: largest });
  return { document, entries };
}

/**
 * Counts what is in a value of a foreign file.
 * @throws ProblemError importRefused: too much, too deep, or a key that reaches a prototype
 */
export function countEntries(value: unknown, at: string): number {
  let count = 0;
  const look = (tree: unknown, path: readonly string[]): ImportFault | undefined => {
    if (typeof tree !== 'object' || tree === null) return undefined;
    if (path.length >= deepest) return { reason: 'tooDeep', limit: deepest };
    for (const [key, inner] of Object.entries(tree)) {
      count += 1;
      if (count > mostEntries) return { reason: 'tooManyKeys', limit: mostEntries };
      // Own keys of these names are harmless as long as nobody assigns them: only this one has a
      // setter behind it.
      if (key === '__proto__') {
        return { reason: 'forbiddenKey', at: shortened([at, ...path].join('.')), key };
      }
      if (typeof inner !== 'object') continue;
      const found = look(inner, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const fault = look(value, []);
  if (fault !== undefined) throw refused(fault);
  return count;
}

/**
 * What a schema found wrong first, as a fault at its place in the file; `inFile` turns the path that
 * the schema tells into the one below `place`.
 */
export function checkedEntry<Value>(
  place: string,
  read: () => Value,
  inFile: (path: readonly string[]) => readonly string[] = (path) => path,
): Value {
  const placed = (path: readonly string[]): string =>
    shortened([place, ...inFile(path)].filter((part) => part !== '').join('.'));
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'invalidFields') {
      const [first] = error.problem.fields;
      const at = placed([first?.field ?? '']);
      throw refused({ reason: 'wrongType', at, expected: 'other' });
    }
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    if (issue === undefined) throw error;
    const at = placed(issue.path.map(String));
    if (issue.code === 'invalid_type') {
      throw refused({ reason: 'wrongType', at, expected: expectedOf(issue.expected) });
    }
    if (issue.code === 'invalid_value') {
      throw refused({ reason: 'notOneOf', at, values: issue.values.map(String) });
    }
    if (issue.code === 'too_big') {
      throw refused({ reason: 'tooLong', at, limit: Number(issue.maximum) });
    }
    throw refused({ reason: 'wrongType', at, expected: 'other' });
  }
}

const expectedOfZod: Readonly<Record<string, Expected>> = {
  string: 'text',
  object: 'object',
  record: 'object',
  array: 'list',
  boolean: 'yesOrNo',
  number: 'number',
};

function expectedOf(type: string): Expected {
  return expectedOfZod[type] ?? 'other';
}
