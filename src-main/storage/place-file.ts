/** How a file that is written and safe takes its place: where nothing is, beside, or over another. */
import { unlink } from 'node:fs/promises';
import { conflictNames } from './conflict-names';
import { contentHash } from './content-hash';
import type { Disk } from './disk';
import { errorCode } from './storage-error';
import { whileBusy } from './while-busy';

/** What a file held when it was last read: its `ContentHash`, or `absent` if it was not there. */
export type ExpectedContent = string;

/** What the file holds now. */
export function currentContent(disk: Disk, target: string): ExpectedContent {
  try {
    return contentHash(disk.readAtOnce(target));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'absent';
    throw error;
  }
}

/**
 * What systems answer where a disk knows no hard links, or has none left: exFAT and FAT32 give
 * EISDIR or UNKNOWN under Windows and EPERM under Linux, shares and layered file systems the others.
 */
const noLinksHere = new Set([
  'EISDIR',
  'UNKNOWN',
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
  'EXDEV',
]);

/** Puts the file where nothing is yet; false if something is there. */
export async function placeNew(disk: Disk, temporary: string, target: string): Promise<boolean> {
  try {
    // A link never replaces anything, so that nobody can slip in between a look and a rename.
    await disk.link(temporary, target);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!noLinksHere.has(code)) throw error;
    return placeNewWithoutLinks(disk, temporary, target);
  }
  await removeQuietly(temporary);
  return true;
}

const nothing = contentHash('');

/**
 * The same by a name that is taken first, empty, which never replaces anything either; then only
 * that empty file of ours is renamed over.
 */
async function placeNewWithoutLinks(
  disk: Disk,
  temporary: string,
  target: string,
): Promise<boolean> {
  try {
    await (await disk.open(target, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    // Whoever saw the name meanwhile may have written there.
    return await replace(disk, temporary, target, nothing);
  } catch (error) {
    if (holdsNothing(disk, target)) await removeQuietly(target);
    throw error;
  }
}

function holdsNothing(disk: Disk, target: string): boolean {
  try {
    return currentContent(disk, target) === nothing;
  } catch {
    // What can't be looked at stays; the failure that led here is the one to tell.
    return false;
  }
}

/**
 * Puts the file under the first free name of a conflict; resolves with its path.
 *
 * @param beside what it is put beside: the name under which the file is known, not what it leads to
 */
export async function placeConflictCopy(
  disk: Disk,
  temporary: string,
  beside: string,
): Promise<string> {
  const names = conflictNames(beside);
  for (let name = names.next(); ; name = names.next()) {
    try {
      if (await placeNew(disk, temporary, name)) return name;
      names.isTaken();
    } catch (error) {
      names.failed(error);
    }
  }
}

/**
 * Puts the file in place of one that holds what is expected; false if it holds something else. Where
 * a file that is held was waited for, it is looked at again.
 */
export function replace(
  disk: Disk,
  temporary: string,
  target: string,
  expected: ExpectedContent | undefined,
): Promise<boolean> {
  return whileBusy(disk, () => {
    if (expected !== undefined && currentContent(disk, target) !== expected) return false;
    disk.renameAtOnce(temporary, target);
    return true;
  });
}

/** Removes what is of no use any more; tells whether it is gone. */
export async function removeQuietly(path: string): Promise<boolean> {
  // A leftover is harmless and swept later; the failure that led here is the one to tell.
  return unlink(path).then(
    () => true,
    () => false,
  );
}
