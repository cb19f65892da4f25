import { constants, readFileSync, renameSync, type Stats } from 'node:fs';
import { link, open, stat, unlink } from 'node:fs/promises';

/** The part of a file handle that a durable write uses. */
export interface DiskHandle {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesWritten: number }>;
  sync(): Promise<void>;
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  stat(): Promise<{ uid: number; gid: number }>;
  close(): Promise<void>;
}

/** The part of a file handle that reading a whole file uses. */
export interface ReadHandle {
  readFile(): Promise<Buffer>;
  stat(): Promise<Stats>;
  close(): Promise<void>;
}

/**
 * The operations of the store that behave differently from one disk or system to the next, and
 * that fail for a moment where a disk is ill or a virus scanner holds a file. Rooms use the real
 * one; tests hand in disks that write short, are busy, know no links, or can't be read just now.
 */
export interface Disk {
  stat(path: string): Promise<Stats>;
  /** For reading; a pipe or a device that lies there does not hold it up. */
  openToRead(path: string): Promise<ReadHandle>;
  open(path: string, flags: string, mode?: number): Promise<DiskHandle>;
  /**
   * Both have ended when they return, so that nothing of this app, not even what it does at the end
   * of the session, gets between the last look at a file and what takes its place.
   */
  readAtOnce(path: string): Buffer;
  renameAtOnce(from: string, to: string): void;
  link(existing: string, added: string): Promise<void>;
  unlink(path: string): Promise<void>;
  readonly platform: NodeJS.Platform;
}

// A pipe or a device that lies there does not hold it up. Not there on Windows, whatever the types say.
const toRead = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * What is answered to giving a file an owner or permissions: only root may give one away, and network
 * disks and those of cameras know neither.
 */
export const withoutOwners: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'EACCES',
  'EINVAL',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
]);

/** The disk of this computer. */
export const realDisk: Disk = {
  stat: (path) => stat(path),
  openToRead: (path) => open(path, toRead),
  open,
  readAtOnce: (path) => readFileSync(path, { flag: toRead }),
  renameAtOnce: renameSync,
  link,
  unlink,
  platform: process.platform,
};

/**
 * Writes all of `bytes`. One call of the system may take only a part of what it is given, which
 * is no error, so it is called until nothing is left.
 */
export async function writeAll(
  handle: Pick<DiskHandle, 'write'>,
  bytes: Uint8Array,
): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.byteLength - written, null);
    if (bytesWritten <= 0) throw new Error('the disk takes no more bytes and gives no reason');
    written += bytesWritten;
  }
}
