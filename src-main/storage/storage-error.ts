/**
 * What can go wrong on a disk, as data. Rooms translate a kind into a `Problem`; no sentence is
 * written here.
 *
 * - `full`: no space left, quota used up, or the file may not grow further
 * - `readOnly`: the whole file system is mounted read-only
 * - `noPermission`: this person may not read or write there
 * - `tooManyFiles`: the process or the system has no file handle left
 * - `damaged`: the content can't be read and must not be overwritten
 * - `newerFormat`: written by a newer Foyer, opened read-only
 * - `notRead`: it could not be read, so that nobody knows what it holds; it is not written until
 *   it could be
 * - `changedByOthers`: another program keeps changing the file
 * - `notAFile`: a folder, a socket or a device lies where a file should be
 * - `nameTooLong`: this disk takes no name of that length
 * - `nameRefused`: this disk takes no such name, or nothing of what was asked
 * - `missing`: the file, or the folder it should be in, is not there
 */
export type StorageErrorKind =
  | 'full'
  | 'readOnly'
  | 'noPermission'
  | 'tooManyFiles'
  | 'damaged'
  | 'newerFormat'
  | 'notRead'
  | 'changedByOthers'
  | 'notAFile'
  | 'nameTooLong'
  | 'nameRefused'
  | 'missing'
  | 'other';

/** A failure of the disk or of what lies on it. `message` is for logs only. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly kind: StorageErrorKind;
  /** The file or folder that the failure is about. */
  readonly path: string;

  constructor(kind: StorageErrorKind, path: string, cause?: unknown) {
    const code = errorCode(cause);
    super(`${kind}${code === undefined ? '' : ` (${code})`}: ${path}`, { cause });
    this.kind = kind;
    this.path = path;
  }
}

const kinds: Readonly<Record<string, StorageErrorKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'readOnly',
  EACCES: 'noPermission',
  EPERM: 'noPermission',
  EMFILE: 'tooManyFiles',
  ENFILE: 'tooManyFiles',
  EISDIR: 'notAFile',
  ENXIO: 'notAFile',
  ENAMETOOLONG: 'nameTooLong',
  EINVAL: 'nameRefused',
  EILSEQ: 'nameRefused',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
};

/** The system's code of an error (`ENOSPC`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Any error as a `StorageError` about `path`; one that already is comes back as it is. */
export function toStorageError(error: unknown, path: string): StorageError {
  if (error instanceof StorageError) return error;
  return new StorageError(kinds[errorCode(error) ?? ''] ?? 'other', path, error);
}
