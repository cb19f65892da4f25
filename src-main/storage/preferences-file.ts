/** The preferences' file: whether it is damaged, empty or newer, and what it was when it was last good. */
import { copyFileSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { storedFormats } from '@shared/stored-formats';
import { contentHash } from './content-hash';
import { tellDocumentTrouble } from './document-trouble';
import { errorCode } from './storage-error';
import { replaceAtOnce } from './write-at-once';

/**
 * The part of electron-store that is used: everything in its file. It only reads, because its writer
 * takes what a full disk cut off for whole. It is handed in, because electron-store needs Electron,
 * and this room runs without.
 */
export interface PreferenceReader {
  readonly store: Readonly<Record<string, unknown>>;
}

/** Puts a copy of a file that holds no preferences beside it. @throws whatever reading it throws */
export function keepIfDamaged(file: string): { readonly keptAt?: string } {
  const bytes = damagedBytes(file);
  if (bytes === undefined) return {};
  const extension = extname(file);
  const mark = `damaged ${contentHash(bytes).slice(0, 8)}`;
  const keptAt = join(dirname(file), `${basename(file, extension)} (${mark})${extension}`);
  copyFileSync(file, keptAt);
  return { keptAt };
}

/** What the file holds in place of preferences; `undefined` when it holds some, or isn't there. */
function damagedBytes(file: string): Buffer | undefined {
  const bytes = readIfThere(file);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
  } catch {
    // Not JSON: that is what is looked for here.
  }
  return bytes;
}

/** Whether it holds no preference, which Foyer never writes; what only a newer one understands is some. */
export function isEmptied(file: string): boolean {
  const bytes = readIfThere(file);
  if (bytes === undefined || damagedBytes(file) !== undefined) return false;
  const { format, ...all } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  return Object.keys(all).length === 0 && !isNewer({ store: { format } });
}

/** Where the preferences lie as they were when they were last good, beside the other documents'. */
function lastGoodOf(file: string): string {
  return join(dirname(file), 'generations', basename(file));
}

/**
 * Keeps the file as it is for a start at which it is damaged: where the library lies can't be guessed.
 * It may be refused; all is as good as without it then.
 */
export function keepLastGood(file: string): void {
  const path = lastGoodOf(file);
  try {
    const bytes = readIfThere(file);
    if (bytes === undefined || isEmptied(file)) return;
    if (readIfThere(path)?.equals(bytes) === true) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceAtOnce(path, bytes.toString('utf8'), 0o600);
  } catch (error) {
    const reason = String(error);
    tellDocumentTrouble({ kind: 'generationNotKept', document: file, path, reason });
  }
}

/** Whether nothing is there; a link whose target isn't there for now is. */
export function isGone(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) === undefined;
}

/** Whether the file holds again what it held when it was last good. @throws StorageError */
export function restoreLastGood(file: string): boolean {
  const path = lastGoodOf(file);
  const bytes = readIfThere(path);
  if (bytes === undefined || damagedBytes(path) !== undefined || isEmptied(path)) return false;
  replaceAtOnce(file, bytes.toString('utf8'), 0o600);
  return true;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The number of the format of the preferences' file. The first one does not say it; each from 2 on
 * has it in the field `format`. A value that means something else in a later version needs a new one; a
 * new preference, another value of one, or another entry of a list does not: each is checked when it is
 * read.
 */
const preferencesFormat = storedFormats.preferences;

export function isNewer({ store: { format } }: PreferenceReader): boolean {
  return typeof format === 'number' && format > preferencesFormat;
}
