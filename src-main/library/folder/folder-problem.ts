import { ProblemError } from '@shared/problem-error';
import { storageProblemError, toStorageError } from '../../storage/storage';

/** A failure to look into the library folder; one that isn't there, or is refused, has a sentence. */
export function folderProblem(error: unknown, path: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const { kind } = toStorageError(error, path);
  if (kind === 'noPermission') {
    return new ProblemError({ code: 'libraryFolderForbidden', path }, { cause: error });
  }
  if (kind !== 'missing') return storageProblemError(error, path);
  return new ProblemError({ code: 'libraryFolderMissing', path }, { cause: error });
}
