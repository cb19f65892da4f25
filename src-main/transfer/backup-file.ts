/** The file of a backup: what is written in it, and how it is read before anything is put back. */
import { z } from 'zod';
import { ProblemError } from '@shared/problem-error';
import { bundleFormat, checkFormat } from '@shared/theme/import';
import { refused, type Expected } from '@shared/theme/import-fault';
import { isTree } from '@shared/theme/import-theme';
import { themeDocumentSchema, type ThemeDocument } from '@shared/theme/theme';
import { shortened } from './guarded-json';

/**
 * A room's part of a backup: what it keeps beside the library, without anything secret.
 * `prepare` checks what a backup holds and writes nothing; what it returns puts it back and says how
 * many entries that brought.
 */
export interface BackupPart {
  /** The key in the file: lower case, such as `connections`. */
  readonly name: string;
  collect(): unknown;
  /** @throws an error with zod's `issues`, or a ProblemError */
  prepare(value: unknown): () => Promise<number>;
}

/** What is in a backup, read and found right. */
export interface ReadBackup {
  readonly exportedAt: string;
  readonly documents: readonly ThemeDocument[];
  /** Puts each part back, by its name. */
  readonly parts: readonly { readonly name: string; readonly putBack: () => Promise<number> }[];
  readonly unknownParts: readonly string[];
}

/** The text of a backup. The first key says what it is, so that its size can be judged early. */
export function backupText(content: {
  readonly exportedAt: string;
  readonly documents: readonly ThemeDocument[];
  readonly parts: readonly BackupPart[];
}): string {
  const { exportedAt, documents, parts } = content;
  const collected = Object.fromEntries(parts.map((part) => [part.name, part.collect()]));
  const file = {
    foyer: 'backup',
    format: bundleFormat,
    exportedAt,
    themes: documents,
    parts: collected,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

// The bridge takes ids of this length.
const documentSchema = themeDocumentSchema.extend({ id: z.string().min(1).max(100) });

/**
 * Reads a backup's value; nothing is put back yet.
 * @throws ProblemError importRefused, with the first thing wrong
 */
export function readBackup(value: unknown, parts: readonly BackupPart[]): ReadBackup {
  if (!isTree(value) || value['foyer'] !== 'backup') throw refused({ reason: 'notABackup' });
  checkFormat(value['format']);
  const { themes, exportedAt } = value;
  if (!Array.isArray(themes))
    throw refused({ reason: 'wrongType', at: 'themes', expected: 'list' });
  const given = value['parts'] ?? {};
  if (!isTree(given)) throw refused({ reason: 'wrongType', at: 'parts', expected: 'object' });
  const known = parts.filter(({ name }) => Object.hasOwn(given, name));
  return {
    exportedAt: typeof exportedAt === 'string' ? shortened(exportedAt) : '',
    documents: themes.map((theme: unknown, index) =>
      checked(`themes.${String(index)}`, () => documentSchema.parse(theme)),
    ),
    parts: known.map((part) => ({
      name: part.name,
      putBack: checked(`parts.${part.name}`, () => part.prepare(given[part.name])),
    })),
    unknownParts: Object.keys(given)
      .filter((name) => !parts.some((part) => part.name === name))
      .map(shortened),
  };
}

/** What a schema found wrong first, as a fault at its place in the file. */
function checked<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'invalidFields') {
      const [first] = error.problem.fields;
      throw refused({
        reason: 'wrongType',
        at: `${place}.${first?.field ?? ''}`,
        expected: 'other',
      });
    }
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    if (issue === undefined) throw error;
    const at = shortened([place, ...issue.path.map(String)].join('.'));
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
