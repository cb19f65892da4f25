/** Puts off making the library folder until something is written to it. */
import { watch, type FSWatcher } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { storageProblemError, type DocumentFolder } from '../../storage/storage';

/** What is to be done when the folder is there. */
export interface UnmadeFolderParts {
  /** It was made by us: begins in it. */
  readonly made: () => Promise<void>;
  /** Somebody else may have made it: looks. Never rejects. */
  readonly appeared: () => Promise<void>;
}

/**
 * A library folder that may not be there yet. It is made when something is first written to it: an
 * owner who never keeps a theme has no empty folder, and a system that asks for leave asks when
 * there is something to keep.
 */
export class UnmadeFolder {
  /** The folder, which is made at the first write. */
  readonly folder: DocumentFolder;
  readonly #parts: UnmadeFolderParts;
  #isUnmade = false;
  #watcher: FSWatcher | undefined;

  constructor(folder: DocumentFolder, parts: UnmadeFolderParts) {
    this.#parts = parts;
    this.folder = {
      path: folder.path,
      place: () => folder.place(),
      list: () => folder.list(),
      read: (name) => folder.read(name),
      readMany: (names) => folder.readMany(names),
      isCurrent: (read) => folder.isCurrent(read),
      modifiedMs: (name) => folder.modifiedMs(name),
      tellAgain: (name) => {
        folder.tellAgain(name);
      },
      remove: (name, expected) => folder.remove(name, expected),
      watch: (listener) => folder.watch(listener),
      accept: () => folder.accept(),
      writeAtOnce: (name, text, expected) => folder.writeAtOnce(name, text, expected),
      write: async (name, text, expected) => {
        if (this.#isUnmade) await this.make();
        return folder.write(name, text, expected);
      },
    };
  }

  /** Whether it is still to be made. */
  get isUnmade(): boolean {
    return this.#isUnmade;
  }

  /** It is not there: it is made at the first write, unless somebody else is faster. */
  wait(): void {
    this.#isUnmade = true;
    const { path } = this.folder;
    try {
      this.#watcher ??= watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) void this.#parts.appeared();
      });
      this.#watcher.on('error', () => {
        this.close();
      });
    } catch {
      // The folder above is not there or refused: a look when the window gets the focus will do.
    }
  }

  /** It is there. */
  isThere(): void {
    this.#isUnmade = false;
    this.close();
  }

  /**
   * Makes it now, and begins anew in what lies there if it is another folder than before.
   * @throws ProblemError storage…
   */
  async make(): Promise<void> {
    try {
      await mkdir(this.folder.path, { recursive: true });
      await this.folder.accept();
    } catch (error) {
      throw storageProblemError(error, this.folder.path);
    }
    if (!this.#isUnmade) return;
    this.isThere();
    await this.#parts.made();
  }

  /** No watching any more. */
  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
