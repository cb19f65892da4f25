import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from './storage-error';

/**
 * The disk on which a folder lies. Where it is unmounted while Foyer runs, its place is an empty
 * folder of another disk: what is written there can't be seen any more once it is back.
 */
export class FolderDisk {
  readonly #path: string;
  #device: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The folder was listed. An empty one on another disk than before may be only its place. */
  async note(isEmpty: boolean): Promise<void> {
    if (isEmpty && this.#device !== undefined) return;
    this.#device = await this.#current();
  }

  /**
   * A disk that is back can have another number, and is known by any of the files it had.
   *
   * @throws StorageError `missing` where the folder's disk is not there
   */
  async check(known: Iterable<string>): Promise<void> {
    const device = await this.#current();
    if (device === undefined || this.#device === undefined || device === this.#device) return;
    for (const name of known) {
      const isThere = await access(join(this.#path, name)).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      this.#device = device;
      return;
    }
    throw new StorageError('missing', this.#path);
  }

  /** Undefined if the folder is not there at all. */
  async #current(): Promise<number | undefined> {
    return stat(this.#path).then(
      ({ dev }) => dev,
      () => undefined,
    );
  }
}
