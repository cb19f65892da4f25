import { mkdir } from 'node:fs/promises';
import { storageProblemError, type DocumentFolder } from '../storage/storage';

/** A library folder that may not be there yet, because nothing was ever to be kept in it. */
export interface UnmadeFolder {
  readonly folder: DocumentFolder;
  /** Whether it is still to be made. */
  isUnmade: boolean;
  /** Makes it now. @throws ProblemError storage… */
  make(): Promise<void>;
}

/**
 * The folder, which is made when something is first written to it: an owner who never keeps a theme
 * has no empty folder, and a system that asks for leave asks when there is something to keep.
 */
export function madeAtFirstWrite(folder: DocumentFolder, made: () => Promise<void>): UnmadeFolder {
  const unmade: UnmadeFolder = {
    isUnmade: false,
    async make() {
      try {
        await mkdir(folder.path, { recursive: true });
      } catch (error) {
        throw storageProblemError(error, folder.path);
      }
      if (!unmade.isUnmade) return;
      unmade.isUnmade = false;
      await made();
    },
    folder: {
      path: folder.path,
      list: () => folder.list(),
      read: (name) => folder.read(name),
      readMany: (names) => folder.readMany(names),
      isCurrent: (read) => folder.isCurrent(read),
      remove: (name, expected) => folder.remove(name, expected),
      watch: (listener) => folder.watch(listener),
      write: async (name, text, expected) => {
        if (unmade.isUnmade) await unmade.make();
        return folder.write(name, text, expected);
      },
    },
  };
  return unmade;
}
