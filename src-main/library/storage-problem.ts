import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemOfStorage, StorageError, toStorageError, type Damage } from '../storage/storage';

/** A failure of the disk as a problem that a person can be told. */
export function storageProblem(error: unknown, path: string): Problem {
  if (error instanceof ProblemError) return error.problem;
  const failure = toStorageError(error, path);
  const { message: detail } = failure;
  return problemOfStorage(failure) ?? { code: 'storageFailed', path, detail };
}

/** The same as an error to throw. */
export function storageProblemError(error: unknown, path: string): ProblemError {
  return error instanceof ProblemError
    ? error
    : new ProblemError(storageProblem(error, path), { cause: error });
}

/**
 * Why a file can't be read. `detail` is short and names the place: the line and column, the field,
 * the size.
 */
export function damageProblem(damage: Damage, path: string): Problem {
  if (damage.reason === 'unreadable') {
    return storageProblem(new StorageError(damage.kind, path), path);
  }
  return { code: 'fileDamaged', path, detail: damageDetail(damage) };
}

function damageDetail(damage: Exclude<Damage, { reason: 'unreadable' }>): string {
  switch (damage.reason) {
    case 'empty':
      return 'The file is empty.';
    case 'zeroed':
      return 'The file holds nothing but zeros.';
    case 'notText':
      return `Byte ${String(damage.byte)} is not text.`;
    case 'notJson': {
      const place = `line ${String(damage.line)}, column ${String(damage.column)}`;
      return damage.cutOff ? `The file ends too early, at ${place}.` : `Mistake at ${place}.`;
    }
    case 'noFormat':
      return 'It is not a Foyer theme: it has no “format” number.';
    case 'oldFormat':
      return `Its format ${String(damage.format)} is not one that Foyer knows.`;
    case 'wrongShape':
      return damage.at === '' ? damage.detail : `${damage.at}: ${damage.detail}`;
    case 'changedBytes':
      return 'Its checksum does not match.';
    case 'notAFile':
      return 'It is not a file.';
    case 'tooLarge':
      return `It has ${String(damage.bytes)} bytes; at most ${String(damage.limit)} are read.`;
  }
}
