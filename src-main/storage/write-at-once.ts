import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { contentHash, type ContentHash } from './content-hash';
import { conflictName, newTemporaryName } from './durable-write';
import { errorCode, toStorageError } from './storage-error';

export type WriteAtOnceResult =
  | { readonly outcome: 'written'; readonly hash: ContentHash }
  /** The file no longer holds what was expected; ours lies beside it. */
  | { readonly outcome: 'conflict'; readonly conflictPath: string };

/**
 * Replaces a file's content before it returns, for the moment in which the system ends the app and
 * nothing that is waited for comes back. As whole as a durable write: written beside the target,
 * synced, renamed; links followed; and where the file holds none of `expected`, ours goes beside it.
 *
 * Everything waits for it, the windows too: it is for nothing else.
 *
 * @throws StorageError; the old content is whole then
 */
export function writeAtOnce(
  path: string,
  text: string,
  expected: readonly ContentHash[],
): WriteAtOnceResult {
  try {
    const target = existing(path);
    const temporary = join(dirname(target ?? path), newTemporaryName());
    try {
      writeSynced(temporary, text, target);
      // The last look right before the rename, as late as can be.
      if (target !== undefined && expected.includes(contentHash(readFileSync(target)))) {
        renameSync(temporary, target);
        return { outcome: 'written', hash: contentHash(text) };
      }
      return { outcome: 'conflict', conflictPath: putBeside(temporary, target ?? path) };
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** The file itself, links followed; `undefined` if it is gone. */
function existing(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function writeSynced(temporary: string, text: string, target: string | undefined): void {
  const file = openSync(temporary, 'wx', 0o666);
  try {
    writeFileSync(file, text);
    if (target !== undefined && process.platform !== 'win32') {
      fchmodSync(file, statSync(target).mode & 0o7777);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Under a name that nobody has, with or without links. */
function putBeside(temporary: string, target: string): string {
  for (let attempt = 1; ; attempt += 1) {
    const copy = join(dirname(target), conflictName(basename(target), new Date(), attempt));
    try {
      linkSync(temporary, copy);
      removeQuietly(temporary);
      return copy;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
    }
    try {
      closeSync(openSync(copy, 'wx'));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw error;
    }
    renameSync(temporary, copy);
    return copy;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // A leftover is harmless and swept later; the failure that led here is the one to tell.
  }
}
