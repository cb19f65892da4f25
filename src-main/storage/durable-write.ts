import { randomBytes } from 'node:crypto';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { contentHash, type ContentHash } from './content-hash';
import { realDisk, withoutOwners, writeAll, type Disk } from './disk';
import { linkTarget } from './link-target';
import {
  currentContent,
  placeConflictCopy,
  placeNew,
  removeQuietly,
  replace,
  type ExpectedContent,
} from './place-file';
import { errorCode, StorageError, toStorageError } from './storage-error';
import { whileBusy } from './while-busy';

export interface DurableWriteOptions {
  /** Without it the file is replaced whatever it holds. */
  readonly expected?: ExpectedContent | undefined;
  /**
   * When the file no longer holds what was expected: `copy` writes ours beside it, `refuse`
   * writes nothing. Default `copy`.
   */
  readonly ifChanged?: 'copy' | 'refuse' | undefined;
  /** Permissions of a new file, narrowed by the umask; an existing file keeps its own. */
  readonly mode?: number | undefined;
  /** Runs when the new bytes are safe and before they take the file's place. */
  readonly beforeReplace?: (() => Promise<void>) | undefined;
  /** For tests; the real disk by default. */
  readonly disk?: Disk | undefined;
}

export type DurableWriteResult =
  | {
      readonly outcome: 'written';
      readonly hash: ContentHash;
      /** False where the folder can't be synced: the new bytes may be undone by a power cut. */
      readonly folderSynced: boolean;
    }
  | {
      readonly outcome: 'conflict';
      /** What the file holds now. */
      readonly theirs: ExpectedContent;
      /** The hash of what we wanted to write. */
      readonly ours: ContentHash;
      /** Where ours was written; absent with `ifChanged: 'refuse'`. */
      readonly conflictPath?: string;
    };

const temporaryName = /^\.foyer-\d+-[0-9a-f]{12}\.tmp$/;

/** A name of a hidden file that is soon gone again; what a killed process left is swept later. */
export function newTemporaryName(): string {
  return `.foyer-${String(process.pid)}-${randomBytes(6).toString('hex')}.tmp`;
}

/** Whether a file's name is one of the hidden ones that a durable write uses on its way. */
export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

/**
 * Replaces a file's content so that at every moment, through a crash, a kill or a power cut, the
 * file holds either all of the old bytes or all of the new ones: written beside the target,
 * synced, renamed, folder synced. Resolves when the new bytes are safe. Symbolic links stay, and
 * their target is written.
 *
 * With `expected`, a file that someone else changed since it was read is left as it is, and ours
 * goes beside it as `name (conflict 2026-11-21 0930).json`: beside the name that is written, not
 * beside what a link leads to. The look and the rename are one step
 * for this app; for other programs a moment lies between them that no portable call closes. A new
 * file (`absent`) has no such moment.
 *
 * @throws StorageError; the old content is whole then, and nothing is left beside it.
 */
export async function writeDurably(
  path: string,
  content: Uint8Array | string,
  options: DurableWriteOptions = {},
): Promise<DurableWriteResult> {
  const disk = options.disk ?? realDisk;
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  try {
    const target = await linkTarget(path);
    const existing = await existingFile(disk, target);
    const place = { path, target, bytes };
    // A link that leads to nothing any more: even the folder there may be gone.
    const isGone = existing === undefined && options.expected !== 'absent';
    if (isGone && options.expected !== undefined && isElsewhere(place)) {
      return await keepBeside(disk, place, 'absent', options);
    }
    const temporary = await writeBeside(disk, target, bytes, existing, options.mode);
    try {
      return await putInPlace(disk, temporary, place, options);
    } catch (error) {
      await removeQuietly(temporary);
      throw error;
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/**
 * Removes what killed writers left beside their targets: temporary files of other processes that
 * are at least `olderThanMs` old. A folder that another computer writes to as well needs a day;
 * in the profile, which one app owns, 0 will do.
 */
export async function removeLeftovers(folder: string, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isTemporaryName(name) || name.startsWith(`.foyer-${String(process.pid)}-`)) continue;
    const leftover = join(folder, name);
    const found = await stat(leftover).catch(() => undefined);
    // The clock has whole milliseconds, and a file of this one isn't of the future.
    if (found === undefined || Date.now() - Math.floor(found.mtimeMs) < olderThanMs) continue;
    if (await removeQuietly(leftover)) removed += 1;
  }
  return removed;
}

interface ExistingFile {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** The target as it is; refuses what a rename would replace although it must not. */
async function existingFile(disk: Disk, target: string): Promise<ExistingFile | undefined> {
  let found;
  try {
    found = await disk.stat(target);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (!found.isFile()) throw new StorageError('notAFile', target);
  // A rename needs no permission on the file that it replaces, but someone set it for a reason.
  await access(target, constants.W_OK);
  return found;
}

async function writeBeside(
  disk: Disk,
  target: string,
  bytes: Uint8Array,
  existing: ExistingFile | undefined,
  mode: number | undefined,
): Promise<string> {
  const temporary = join(dirname(target), newTemporaryName());
  const handle = await disk.open(temporary, 'wx', mode ?? 0o666);
  try {
    try {
      await writeAll(handle, bytes);
      if (existing !== undefined && disk.platform !== 'win32') await takeOver(handle, existing);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return temporary;
  } catch (error) {
    await removeQuietly(temporary);
    throw error;
  }
}

/** Gives the new file the owner and permissions of the one that it replaces. */
async function takeOver(
  handle: Awaited<ReturnType<Disk['open']>>,
  existing: ExistingFile,
): Promise<void> {
  const created = await handle.stat();
  // The content matters more than the owner.
  const goOn = (error: unknown) => {
    if (!withoutOwners.has(errorCode(error))) throw error;
  };
  if (created.uid !== existing.uid || created.gid !== existing.gid) {
    await handle.chown(existing.uid, existing.gid).catch(goOn);
  }
  await handle.chmod(existing.mode & 0o7777).catch(goOn);
}

/** What is written: under which name, to what that leads by links, and the bytes. */
interface Written {
  readonly path: string;
  readonly target: string;
  readonly bytes: Uint8Array;
}

/** Whether the name is a link to another folder, which can be on another disk. */
function isElsewhere({ path, target }: Written): boolean {
  return dirname(target) !== dirname(resolve(path));
}

async function putInPlace(
  disk: Disk,
  temporary: string,
  place: Written,
  options: DurableWriteOptions,
): Promise<DurableWriteResult> {
  const { expected } = options;
  const { target, bytes } = place;
  const hash = contentHash(bytes);
  await options.beforeReplace?.();
  if (expected === 'absent') {
    if (await placeNew(disk, temporary, target)) return written(disk, target, hash);
  } else if (await replace(disk, temporary, target, expected)) {
    return written(disk, target, hash);
  }
  const theirs = currentContent(disk, target);
  if (theirs === hash || options.ifChanged === 'refuse') {
    await whileBusy(disk, () => disk.unlink(temporary));
  }
  // They wrote the very same bytes: there is nothing to tell apart.
  if (theirs === hash) return written(disk, target, hash);
  if (options.ifChanged === 'refuse') return { outcome: 'conflict', theirs, ours: hash };
  if (isElsewhere(place)) {
    await whileBusy(disk, () => disk.unlink(temporary));
    return keepBeside(disk, place, theirs, options);
  }
  return placeBeside(disk, temporary, place, theirs);
}

/** Writes ours beside the name, for what leads elsewhere: there nobody may look for it. */
async function keepBeside(
  disk: Disk,
  place: Written,
  theirs: ExpectedContent,
  { ifChanged, mode }: DurableWriteOptions,
): Promise<DurableWriteResult> {
  const { path, bytes } = place;
  if (ifChanged === 'refuse') return { outcome: 'conflict', theirs, ours: contentHash(bytes) };
  const temporary = await writeBeside(disk, path, bytes, undefined, mode);
  try {
    return await placeBeside(disk, temporary, place, theirs);
  } catch (error) {
    await removeQuietly(temporary);
    throw error;
  }
}

async function placeBeside(
  disk: Disk,
  temporary: string,
  { path, bytes }: Written,
  theirs: ExpectedContent,
): Promise<DurableWriteResult> {
  const conflictPath = await placeConflictCopy(disk, temporary, path);
  await syncFolder(disk, dirname(path));
  return { outcome: 'conflict', theirs, ours: contentHash(bytes), conflictPath };
}

async function written(disk: Disk, target: string, hash: string): Promise<DurableWriteResult> {
  return { outcome: 'written', hash, folderSynced: await syncFolder(disk, dirname(target)) };
}

/**
 * Removes a file so that it doesn't come back after a power cut; one that is gone already is fine.
 *
 * @throws StorageError
 */
export async function removeDurably(path: string, disk: Disk = realDisk): Promise<void> {
  try {
    await whileBusy(disk, () => disk.unlink(path));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw toStorageError(error, path);
  }
  await syncFolder(disk, dirname(path));
}

/**
 * Makes the rename itself safe. The new content is in place already, so a folder that can't be
 * synced (Windows, some network disks) is told and is no failure.
 */
async function syncFolder(disk: Disk, folder: string): Promise<boolean> {
  if (disk.platform === 'win32') return false;
  try {
    const handle = await disk.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch {
    return false;
  }
}
