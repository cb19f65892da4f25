import { randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { ContentHash } from './content-hash';
import { realDisk, type Disk } from './disk';
import { newTemporaryName } from './durable-write';
import { placeConflictCopy, placeNew } from './place-file';
import { readWhole } from './file-read';
import { errorCode, StorageError, toStorageError } from './storage-error';
import { whileBusy } from './while-busy';

const asideName = /^\.foyer-\d+-([0-9a-f]{12})\.aside(\.[^.]*)?$/u;

/**
 * Removes a file if it holds what is expected in the moment in which it goes: it is put aside under a
 * hidden name, where no other program writes to it any more, then looked at, and put back where it
 * holds something else. Where it is held in that moment, by a scanner, it is a leftover, which is swept
 * later. A link goes without that, because what it leads to stays.
 *
 * @throws StorageError; the file is where it was then
 */
export async function removeUnchanged(
  path: string,
  expected: ContentHash,
  disk: Disk = realDisk,
): Promise<'removed' | 'missing' | 'changed'> {
  try {
    if ((await lstat(path)).isSymbolicLink()) {
      await whileBusy(disk, () => disk.unlink(path));
      return 'removed';
    }
    const aside = join(dirname(path), newAsideName(path));
    await whileBusy(disk, () => rename(path, aside));
    const found = await readWhole(aside, Number.MAX_SAFE_INTEGER);
    if (found.state === 'ok' && found.hash === expected) {
      const leftover = join(dirname(path), newTemporaryName());
      try {
        await whileBusy(disk, () => rename(aside, leftover));
      } catch (error) {
        await putBack(aside, path);
        throw error;
      }
      // One that is held for longer is swept later.
      await whileBusy(disk, () => disk.unlink(leftover)).catch(() => undefined);
      return 'removed';
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
 * Brings back the files that a killed process, or one that was held up, had put aside, at least
 * `olderThanMs` ago, under names of their own: another computer may be removing them just now. Never
 * throws.
 *
 * @param isKept whether the same is kept elsewhere, so that the file is of no use; if that throws, the
 *   file waits for the next time
 */
export async function returnAside(
  folder: string,
  olderThanMs: number,
  isKept: (text: string) => Promise<boolean>,
): Promise<number> {
  let returned = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const [, chance, extension = ''] = asideName.exec(name) ?? [];
    if (chance === undefined) continue;
    const aside = join(folder, name);
    try {
      // The rename changed that, and the file's own time not.
      if (Date.now() - (await lstat(aside)).ctimeMs < olderThanMs) continue;
      if (await isKept(await readFile(aside, 'utf8'))) await unlink(aside);
      else if (await placeNew(realDisk, aside, join(folder, `recovered-${chance}${extension}`))) {
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
