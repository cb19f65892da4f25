import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { conflictNames } from './conflict-names';
import { contentHash, type ContentHash } from './content-hash';
import { withoutOwners } from './disk';
import { newTemporaryName } from './durable-write';
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
    const written = target !== undefined && replaceExpected(target, text, expected);
    if (written) return { outcome: 'written', hash: contentHash(text) };
    // Beside the name: what a link leads to may lie where nobody looks for it, or on another disk.
    const temporary = join(dirname(path), newTemporaryName());
    try {
      writeSynced(temporary, text, target);
      return { outcome: 'conflict', conflictPath: putBeside(temporary, path) };
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** False if the file holds something else. */
function replaceExpected(target: string, text: string, expected: readonly ContentHash[]): boolean {
  const temporary = join(dirname(target), newTemporaryName());
  let isReplaced = false;
  try {
    writeSynced(temporary, text, target);
    isReplaced = renameOver(temporary, target, expected);
  } finally {
    if (!isReplaced) removeQuietly(temporary);
  }
  return isReplaced;
}

/** The same with a file that is written; it stays where it is if that is refused. */
function renameOver(temporary: string, target: string, expected: readonly ContentHash[]): boolean {
  return whenFree(() => {
    // The last look right before each try, as late as can be.
    if (!expected.includes(contentHash(readFileSync(target)))) return false;
    renameSync(temporary, target);
    return true;
  });
}

/**
 * Replaces a file's content before it returns, whatever it holds: for a small file that has one
 * writer. As whole as `writeAtOnce`, so that a full disk refuses it and cuts nothing off. The folder
 * is made if it is gone.
 *
 * @param mode the file's permissions from now on
 * @throws StorageError; the old content is whole then
 */
export function replaceAtOnce(path: string, text: string, mode: number): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const target = existing(path);
    const temporary = join(dirname(target ?? path), newTemporaryName());
    try {
      writeSynced(temporary, text, target, mode);
      whenFree(() => {
        renameSync(temporary, target ?? path);
      });
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
    syncFolder(dirname(target ?? path));
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

function writeSynced(
  temporary: string,
  text: string,
  target: string | undefined,
  mode?: number,
): void {
  const file = openSync(temporary, 'wx', mode ?? 0o666);
  try {
    writeFileSync(file, text);
    if (target !== undefined && process.platform !== 'win32') takeOver(file, target, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Gives the new file the owner of the one that it replaces, and its permissions or `mode`. */
function takeOver(file: number, target: string, mode: number | undefined): void {
  const before = statSync(target);
  const created = fstatSync(file);
  if (created.uid !== before.uid || created.gid !== before.gid) {
    ifThereAreOwners(() => fchownSync(file, before.uid, before.gid));
  }
  ifThereAreOwners(() => fchmodSync(file, mode ?? before.mode & 0o7777));
}

/** The content matters more than the owner. */
function ifThereAreOwners(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!withoutOwners.has(errorCode(error))) throw error;
  }
}

/** What Windows answers while a virus scanner or a sync program holds a file. */
const held = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** How long that is waited out, milliseconds: everything waits along. */
const patience: readonly number[] = [10, 20, 40, 80, 160];

/** @throws what the last try threw */
function whenFree<Result>(run: () => Result): Result {
  for (const wait of patience) {
    try {
      return run();
    } catch (error) {
      if (process.platform !== 'win32' || !held.has(errorCode(error) ?? '')) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
  }
  return run();
}

/** Makes the rename itself safe, where folders can be synced. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Some network disks refuse it; the new content is in place all the same.
  }
}

/** Under a name that nobody has, with or without links. */
function putBeside(temporary: string, path: string): string {
  const names = conflictNames(path);
  for (let copy = names.next(); ; copy = names.next()) {
    try {
      if (putNew(temporary, copy)) return copy;
      names.isTaken();
    } catch (error) {
      names.failed(error);
    }
  }
}

/** False if something is there. */
function putNew(temporary: string, copy: string): boolean {
  try {
    linkSync(temporary, copy);
    removeQuietly(temporary);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
  }
  try {
    closeSync(openSync(copy, 'wx'));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  // Whoever saw the name meanwhile may have written there.
  return renameOver(temporary, copy, [contentHash('')]);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // A leftover is harmless and swept later; the failure that led here is the one to tell.
  }
}
