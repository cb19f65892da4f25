import { lstat, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { newTemporaryName } from './durable-write';
import { errorCode, toStorageError } from './storage-error';

/**
 * Whether two paths lead to one folder: by a link, a bind mount, a share that is mounted twice or
 * reached under two names. Device and inode tell most of it. Two mounts of one share have devices
 * of their own, so a hidden file is written by the second path and looked for by the first.
 *
 * @param isOneInode for tests: two mounts of a share that have nothing in common
 * @throws StorageError when a folder can't be looked at, or the second can't be written to
 */
export async function isSameFolder(
  one: string,
  other: string,
  isOneInode = hasSameInode,
): Promise<boolean> {
  if (await isOneInode(one, other)) return true;
  const name = newTemporaryName();
  const written = join(other, name);
  try {
    const probe = await open(written, 'wx');
    await probe.close();
  } catch (error) {
    throw toStorageError(error, other);
  }
  try {
    await lstat(join(one, name));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw toStorageError(error, one);
  } finally {
    // A leftover is harmless and swept later.
    await unlink(written).catch(() => undefined);
  }
}

/**
 * Whether two paths lead to the same file or folder of one device. In whole numbers: an inode of
 * Windows has more digits than a number keeps.
 *
 * @throws StorageError
 */
export async function hasSameInode(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identity(one), identity(other)]);
  return first.ino !== 0n && first.dev === second.dev && first.ino === second.ino;
}

/**
 * What a folder keeps when it is renamed or moved on its disk, and what no copy of it has: its inode may be another
 * folder's by now, which was made at another time. `undefined` where it isn't there, or its disk doesn't tell: the
 * topmost folders of FAT disks all have one inode, and were made at no time.
 */
export async function folderMark(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(
    ({ dev, ino, birthtimeNs }) =>
      ino === 0n || birthtimeNs <= 0n ? undefined : [dev, ino, birthtimeNs].join(' '),
    () => undefined,
  );
}

/** Whether they are the marks of one folder, whose disk got another number: it was mounted again. */
export function isMountedAgain(one: string, other: string): boolean {
  const inDisk = (mark: string): string => mark.slice(mark.indexOf(' '));
  return inDisk(one) === inDisk(other);
}

async function identity(path: string): Promise<{ dev: bigint; ino: bigint }> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    throw toStorageError(error, path);
  }
}
