/** The file of a backup: what is written in it, and how it is read before anything is put back. */
import { ProblemError } from '@shared/problem-error';
import { checkFormat } from '@shared/theme/import';
import { refused } from '@shared/theme/import-refused';
import { isTree } from '@shared/theme/import-theme';
import type { ThemeDocument } from '@shared/theme/theme';
import type { LeftOut } from '@shared/transfer';
import { storedFormats } from '@shared/stored-formats';
import { themeEntry } from './backup-entries';
import { readPart, readParts, type BackupPart, type ReadPart } from './backup-parts';
import { mostEntriesOfBundle, shortened } from './guarded-json';

/** What is in a backup, read and found right, and what of it was not. */
export interface ReadBackup {
  readonly exportedAt: string;
  readonly documents: readonly ThemeDocument[];
  readonly parts: readonly ReadPart[];
  readonly unknownParts: readonly string[];
  /** Of the themes. */
  readonly leftOut: readonly LeftOut[];
}

/** A backup to be written. */
export interface BackupText {
  readonly text: string;
  /** How many themes are in it. */
  readonly count: number;
  /** What of the given is not in it, because it would not be read back. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * The text of a backup. The first key says what it is, so that its size can be judged early.
 * `largestTheme` is how many bytes a theme's file in the library may have.
 */
export function backupText(content: {
  readonly exportedAt: string;
  readonly documents: readonly ThemeDocument[];
  readonly parts: readonly BackupPart[];
  readonly largestTheme: number;
}): BackupText {
  const { exportedAt, documents, largestTheme } = content;
  const leftOut: LeftOut[] = [];
  const themes: ThemeDocument[] = [];
  let entries = 0;
  for (const document of documents) {
    try {
      entries += themeEntry(document, '', largestTheme).entries;
      if (entries > mostEntriesOfBundle) {
        throw refused({ reason: 'tooManyKeys', limit: mostEntriesOfBundle });
      }
      themes.push(document);
    } catch (error) {
      leftOut.push(leftOutTheme(document.name, error));
    }
  }
  const parts: Record<string, unknown> = {};
  for (const part of content.parts) {
    let collected: string;
    try {
      collected = JSON.stringify(part.collect());
    } catch (error) {
      // What can't be read now, or is of a newer Foyer, keeps nothing else out of the backup.
      if (!(error instanceof ProblemError)) throw error;
      leftOut.push({ part: part.name, name: '', problem: error.problem });
      continue;
    }
    // As it will be read.
    const read = readPart(part, JSON.parse(collected) as unknown);
    leftOut.push(...read.leftOut);
    if (read.putBack !== undefined) parts[part.name] = read.value;
  }
  const file = { foyer: 'backup', format: storedFormats.backup, exportedAt, themes, parts };
  return { text: `${JSON.stringify(file, null, 2)}\n`, count: themes.length, leftOut };
}

/**
 * Reads a backup's value; nothing is put back yet. What can't be read is left out, one by one.
 * @throws ProblemError importRefused when it is no backup that this version can read
 */
export function readBackup(
  value: unknown,
  parts: readonly BackupPart[],
  largestTheme: number,
): ReadBackup {
  if (!isTree(value) || value['foyer'] !== 'backup') throw refused({ reason: 'notABackup' });
  checkFormat(value['format'], storedFormats.backup);
  const { themes, exportedAt } = value;
  if (!Array.isArray(themes))
    throw refused({ reason: 'wrongType', at: 'themes', expected: 'list' });
  const documents: ThemeDocument[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, theme] of themes.entries()) {
    const at = `themes.${String(index)}`;
    try {
      documents.push(themeEntry(theme, at, largestTheme).document);
    } catch (error) {
      const name: unknown = isTree(theme) ? theme['name'] : undefined;
      leftOut.push(leftOutTheme(typeof name === 'string' ? name : at, error));
    }
  }
  const { read, unknown } = readParts(value['parts'], parts);
  return {
    exportedAt: typeof exportedAt === 'string' ? shortened(exportedAt) : '',
    documents,
    parts: read,
    unknownParts: unknown,
    leftOut,
  };
}

/** Throws what is no failure of the theme. */
function leftOutTheme(name: string, error: unknown): LeftOut {
  if (!(error instanceof ProblemError)) throw error;
  return { part: 'themes', name: shortened(name), problem: error.problem };
}
