import type { Stats } from 'node:fs';
import { contentHash, type ContentHash } from './content-hash';
import type { Damage } from './damage';
import { realDisk } from './disk';
import { errorCode, toStorageError } from './storage-error';

/** What tells, without reading it, that a file is no longer the one that was seen before. */
export interface FileStamp {
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
}

/** The stamp of a file as the system describes it. */
export function fileStamp(stats: Stats): FileStamp {
  return {
    size: stats.size,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    inode: stats.ino,
  };
}

/** Whether two stamps are of the same file in the same state. */
export function sameStamp(one: FileStamp, other: FileStamp): boolean {
  return (
    one.size === other.size &&
    one.modifiedMs === other.modifiedMs &&
    one.changedMs === other.changedMs &&
    one.inode === other.inode
  );
}

/** How often a file is read that others write meanwhile. */
const attempts = 3;

export type FileRead =
  | {
      readonly state: 'ok';
      readonly bytes: Buffer;
      readonly hash: ContentHash;
      readonly stamp: FileStamp;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'damaged'; readonly damage: Damage; readonly stamp?: FileStamp };

/**
 * Reads a whole file, links followed. Never throws and never hangs: folders, sockets and pipes
 * are told, a file over `maxBytes` is not read, a failure of the disk is `unreadable`. A file that
 * changes while it is read is read again, and its stamp is never newer than its bytes.
 */
export async function readWhole(path: string, maxBytes: number): Promise<FileRead> {
  try {
    // Looked at before it is opened, because opening a pipe or a device can have effects.
    const seen = await realDisk.stat(path);
    const refused = refuse(seen, maxBytes);
    if (refused !== undefined) {
      return { state: 'damaged', damage: refused, stamp: fileStamp(seen) };
    }
    for (let attempt = 1; ; attempt += 1) {
      const handle = await realDisk.openToRead(path);
      try {
        const stamp = fileStamp(await handle.stat());
        const bytes = await handle.readFile();
        const isWhole = sameStamp(stamp, fileStamp(await handle.stat()));
        // Of one that is written all the time, the stamp before: what lies there differs from it.
        if (isWhole || attempt === attempts) {
          return { state: 'ok', bytes, hash: contentHash(bytes), stamp };
        }
      } finally {
        await handle.close();
      }
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
    const { kind } = toStorageError(error, path);
    return { state: 'damaged', damage: { reason: 'unreadable', kind } };
  }
}

/** Why a file with these facts is not worth opening. */
export function refuse(stats: Stats, maxBytes: number): Damage | undefined {
  if (!stats.isFile()) return { reason: 'notAFile' };
  if (stats.size > maxBytes) return { reason: 'tooLarge', bytes: stats.size, limit: maxBytes };
  return undefined;
}
