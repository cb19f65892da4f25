/** What a failure of the disk, and a file that can't be read, mean to a person. */
import { basename } from 'node:path';
import type { FileDamage, Problem, SaveFailure } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { Damage } from './damage';
import { errorCode, StorageError, toStorageError, type StorageErrorKind } from './storage-error';

/** What the system's codes mean that `StorageErrorKind` doesn't tell apart. */
const failures: Readonly<Record<string, SaveFailure>> = {
  EBUSY: 'inUse',
  ETXTBSY: 'inUse',
  EIO: 'diskFailed',
};

/** The problem of a `StorageError`; `undefined` for any other error. */
export function problemOfStorage(error: unknown): Problem | undefined {
  if (!(error instanceof StorageError)) return undefined;
  const { kind, path, message: detail } = error;
  switch (kind) {
    case 'full':
      return { code: 'storageFull', path };
    case 'readOnly':
      return { code: 'storageReadOnly', path };
    case 'noPermission':
      return { code: 'storageNoPermission', path };
    case 'tooManyFiles':
      return { code: 'storageTooManyFiles', path };
    case 'newerFormat':
      return { code: 'storageNewer', files: [basename(path)] };
    case 'notRead':
      return { code: 'storageNotRead', files: [basename(path)] };
    case 'damaged':
      return { code: 'fileDamaged', path, detail };
    case 'notAFile':
      return { code: 'fileDamaged', path, detail, damage: { reason: 'notAFile' } };
    case 'changedByOthers':
    case 'nameTooLong':
      return { code: 'storageFailed', path, why: kind, detail };
    case 'nameRefused':
    case 'missing':
    case 'other': {
      const system = errorCode(error.cause);
      // Where the system was not even asked, the folder was looked for and not found.
      const isFolderGone = kind === 'missing' && system === undefined;
      const why = isFolderGone ? 'folderGone' : failures[system ?? ''];
      return { code: 'storageFailed', path, ...(why && { why }), detail: system ?? detail };
    }
  }
}

/** Any failure while `path` was read or written, as a problem that a person can be told. */
export function storageProblem(error: unknown, path: string): Problem {
  if (error instanceof ProblemError) return error.problem;
  const failure = toStorageError(error, path);
  const { message: detail } = failure;
  return problemOfStorage(failure) ?? { code: 'storageFailed', path, detail };
}

/** The same of what its room holds, and tries to write again until it is on the disk. */
export function retriedStorageProblem(error: unknown, path: string): Problem {
  const problem = storageProblem(error, path);
  const isRefused =
    problem.code === 'storageFull' ||
    problem.code === 'storageReadOnly' ||
    problem.code === 'storageNoPermission' ||
    problem.code === 'storageTooManyFiles' ||
    problem.code === 'storageFailed';
  return isRefused ? { ...problem, isRetried: true } : problem;
}

/** The same as an error to throw. */
export function storageProblemError(error: unknown, path: string): ProblemError {
  return error instanceof ProblemError
    ? error
    : new ProblemError(storageProblem(error, path), { cause: error });
}

/** The disk, or the permissions, didn't let a file or a folder be read; nothing was to be saved. */
function unreadProblem(kind: StorageErrorKind, path: string): Problem {
  const isForbidden = kind === 'noPermission';
  return { code: 'storageNotRead', files: [path], ...(isForbidden && { isForbidden }) };
}

/** Any failure to read what lies at `path`, as an error to throw. */
export function unreadProblemError(error: unknown, path: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const failure = toStorageError(error, path);
  return new ProblemError(unreadProblem(failure.kind, failure.path), { cause: error });
}

/** Why a file can't be read. The sentence is made of `damage`; `detail` is for the log. */
export function damageProblem(damage: Damage, path: string): Problem {
  if (damage.reason === 'unreadable') {
    return unreadProblem(damage.kind, path);
  }
  if (damage.reason === 'inCloud') return { code: 'fileInCloud', path };
  return {
    code: 'fileDamaged',
    path,
    detail: JSON.stringify(damage),
    damage: shownDamage(damage),
  };
}

/** Without the schema's own words, which are for the log. */
function shownDamage(damage: Exclude<Damage, { reason: 'unreadable' | 'inCloud' }>): FileDamage {
  if (damage.reason === 'wrongShape') return { reason: 'wrongShape', at: damage.at };
  return damage;
}
