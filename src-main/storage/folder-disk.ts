import { existsSync, statSync } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderPlace as Place } from './document-folder-types';
import { errorCode, StorageError, toStorageError } from './storage-error';

/** By their names, what lay in the folder when it was looked at last. */
type KnownNames = ReadonlyMap<string, unknown>;

const attempts = 3;

/**
 * The folder that lies at a path, told from what else may lie there: where its disk is unmounted
 * while Foyer runs, or a folder that was mounted there, its place is an empty folder. What is written
 * there can't be seen any more once the other is back.
 */
export class FolderDisk {
  readonly #path: string;
  #noted: Place | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** What lay there at the last look that found the folder. */
  get place(): Place | undefined {
    return this.#noted;
  }

  /** What lies there now is the folder, whatever lay there before. */
  async accept(): Promise<void> {
    this.#noted = await this.#current();
  }

  /**
   * The names of what lies in the folder. Another folder with documents in it is believed.
   *
   * @param known what lay there when it was looked at last
   * @throws StorageError `missing` for an empty place in which something lay before, or another disk
   */
  async names(isDocument: (name: string) => boolean, known: KnownNames): Promise<string[]> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const place = await this.#current();
      const names = await readdir(this.#path).catch((error: unknown) => {
        throw toStorageError(error, this.#path);
      });
      // What lies there may have changed between the two.
      if (place === undefined || !isSamePlace(place, await this.#current())) continue;
      if (!this.#isIt(place, known) && !names.some(isDocument)) break;
      this.#noted = place;
      return names;
    }
    throw this.#missing();
  }

  /**
   * To be called before anything is written or removed, and before a file counts as gone.
   *
   * A disk that is back can have another number, and is known by any of the files it had.
   *
   * @throws StorageError `missing` where the folder is not there, or another lies in its place
   */
  async check(known: KnownNames): Promise<void> {
    if (this.#noted === undefined) return;
    const now = await this.#current();
    if (now === undefined) throw this.#missing(await this.#refusal());
    if (this.#isIt(now, known)) return;
    for (const name of known.keys()) {
      if (!(await isThere(join(this.#path, name)))) continue;
      this.#noted = now;
      return;
    }
    throw this.#missing();
  }

  /** The same before it returns. @throws StorageError `missing` */
  checkAtOnce(known: KnownNames): void {
    if (this.#noted === undefined) return;
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found === undefined) throw this.#missing();
    if (this.#isIt({ device: found.dev, inode: found.ino }, known)) return;
    if (![...known.keys()].some((name) => existsSync(join(this.#path, name))))
      throw this.#missing();
  }

  /**
   * A folder that was empty may have been made anew on its disk, and some disks give a folder another
   * inode by and by: where nothing lay, the disk decides alone.
   */
  #isIt(now: Place, known: KnownNames): boolean {
    const noted = this.#noted;
    if (noted === undefined) return true;
    return noted.device === now.device && (known.size === 0 || noted.inode === now.inode);
  }

  /** Undefined if the folder is not there at all. */
  async #current(): Promise<Place | undefined> {
    return stat(this.#path).then(
      ({ dev, ino }) => ({ device: dev, inode: ino }),
      () => undefined,
    );
  }

  /** Why nobody can say what lies there, where that isn't that nothing does. */
  async #refusal(): Promise<unknown> {
    return stat(this.#path).then(
      () => undefined,
      (error: unknown) =>
        ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? undefined : error,
    );
  }

  #missing(refusal?: unknown): StorageError {
    return new StorageError('missing', this.#path, refusal);
  }
}

/** Whether the very same folder lies at a path. */
export function isSamePlace(one: Place, other: Place | undefined): boolean {
  return one.device === other?.device && one.inode === other.inode;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
