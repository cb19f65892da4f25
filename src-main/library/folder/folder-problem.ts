import { ProblemError } from '@shared/problem-error';
import { storageProblemError, toStorageError, unreadProblemError } from '../../storage/storage';

/** A failure to look into the library folder; one that isn't there, or is refused, has a sentence. */
export function folderProblem(error: unknown, path: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const failure = toStorageError(error, path);
  if (failure.kind === 'noPermission') {
    return new ProblemError({ code: 'libraryFolderForbidden', path }, { cause: error });
  }
  if (failure.kind === 'missing') {
    return new ProblemError({ code: 'libraryFolderMissing', path }, { cause: error });
  }
  // A look reads the folder itself; of what it finishes beside that, some is written.
  return failure.path === path ? unreadProblemError(error, path) : storageProblemError(error, path);
}
