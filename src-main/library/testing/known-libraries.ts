import type { FolderStep } from '../folder/folder-steps';
import type { KnownLibrary } from '../folder/libraries-file';
import type { LibraryMove } from '../folder/move-journal';
import { KnownLibraries } from '../folder/known-libraries';

/** What lies in the profile, from one run to the next. */
export interface KeptLibraries {
  libraries: readonly KnownLibrary[];
  /** The disk does not let it be read. */
  isUnread?: boolean;
  move?: LibraryMove;
  unlisted?: readonly FolderStep[];
}

/** Libraries that a run knows; `kept` is what the one before has kept. */
export function knownLibraries(kept: KeptLibraries = { libraries: [] }): KnownLibraries {
  const file = {
    read: () =>
      kept.isUnread === true ? Promise.reject(new Error('held')) : Promise.resolve(kept.libraries),
    write: (libraries: KnownLibrary[]) => {
      kept.libraries = libraries;
      return Promise.resolve();
    },
  };
  return new KnownLibraries(
    file,
    {
      read: () => Promise.resolve(kept.move ?? null),
      unlisted: () => Promise.resolve(kept.unlisted ?? []),
      keepUnlisted: (unlisted) => {
        kept.unlisted = unlisted;
        return Promise.resolve();
      },
    },
    { warn: () => undefined },
    { changed: () => undefined, readLate: () => undefined },
  );
}
