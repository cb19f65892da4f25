/** What a failure of the disk means to a person. */
import type { Problem } from '@shared/problem';
import { StorageError } from './storage-error';

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
      return { code: 'fileNewer', path };
    case 'damaged':
    case 'notAFile':
      return { code: 'fileDamaged', path, detail };
    case 'changedByOthers':
    case 'missing':
    case 'other':
      return { code: 'storageFailed', path, detail };
  }
}
