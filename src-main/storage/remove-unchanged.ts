import { randomBytes } from 'node:crypto';
import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ContentHash } from './content-hash';
import { realDisk } from './disk';
import { placeConflictCopy, placeNew } from './place-file';
import { readWhole } from './file-read';
import { errorCode, StorageError, toStorageError } from './storage-error';

const asideName = /^\.foyer-\d+-([0-9a-f]{12})\.aside(\.[^.]*)?$/u;

/**
 * Removes a file if it holds what is expected in the moment in which it goes: it is put aside under a
 * hidden name, where no other program writes to it any more, then looked at, and put back where it
 * holds something else. A link goes without that, because what it leads to stays.
 *
 * @throws StorageError; the file is where it was then
 */
export async function removeUnchanged(
  path: string,
  expected: ContentHash,
): Promise<'removed' | 'missing' | 'changed'> {
  try {
    if ((await lstat(path)).isSymbolicLink()) {
      await unlink(path);
      return 'removed';
    }
    const aside = join(dirname(path), newAsideName(path));
    await rename(path, aside);
    const found = await readWhole(aside, Number.MAX_SAFE_INTEGER);
    if (found.state === 'ok' && found.hash === expected) {
      try {
        await unlink(aside);
        return 'removed';
      } catch (error) {
        await putBack(aside, path);
        throw error;
      }
    }
    await putBack(aside, path);
    if (found.state === 'damaged' && found.damage.reason === 'unreadable') {
      throw new StorageError(found.damage.kind, path);
    }
    return 'changed';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'missing';
    throw toStorageError(error, path);
  }
}

/**
 * Brings back the files that a killed process had put aside, at least `olderThanMs` ago, under names
 * of their own: another computer may be removing them just now. Never throws.
 */
export async function returnAside(folder: string, olderThanMs: number): Promise<number> {
  let returned = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const [, chance, extension = ''] = asideName.exec(name) ?? [];
    if (chance === undefined) continue;
    const aside = join(folder, name);
    try {
      // The rename changed that, and the file's own time not.
      if (Date.now() - (await lstat(aside)).ctimeMs < olderThanMs) continue;
      if (await placeNew(realDisk, aside, join(folder, `recovered-${chance}${extension}`))) {
        returned += 1;
      }
    } catch {
      // It is tried again at the next start.
    }
  }
  return returned;
}

/** Where it was, or beside what has taken its name meanwhile. */
async function putBack(aside: string, path: string): Promise<void> {
  if (await placeNew(realDisk, aside, path)) return;
  await placeConflictCopy(realDisk, aside, path);
}

function newAsideName(path: string): string {
  const chance = randomBytes(6).toString('hex');
  return `.foyer-${String(process.pid)}-${chance}.aside${extname(basename(path))}`;
}
