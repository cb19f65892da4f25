import { join } from 'node:path';
import {
  storageProblemError,
  type ContentHash,
  type DocumentFolder,
  type ExpectedContent,
} from '../storage/storage';

/** How many files are held in memory at once. */
const readAtOnce = 200;

interface Copied {
  /** What the original held. */
  readonly from: ContentHash;
  /** What the copy holds, and where. */
  readonly to: ContentHash;
  readonly name: string;
}

/**
 * Copies the files of one library folder to another, all of them before any original goes. A name
 * that is taken there is not written over: the copy gets another one.
 */
export class FolderCopy {
  readonly #from: DocumentFolder;
  readonly #to: DocumentFolder;
  readonly #copied = new Map<string, Copied>();
  readonly #left = new Set<string>();

  constructor(from: DocumentFolder, to: DocumentFolder) {
    this.#from = from;
    this.#to = to;
  }

  get moved(): number {
    return this.#copied.size;
  }

  /** How many files were left where they are, because they are no text. */
  get left(): number {
    return this.#left.size;
  }

  /** Copies what was not copied yet or changed since; tells whether there was any. */
  async run(): Promise<boolean> {
    let isAny = false;
    const names = (await this.#from.list()).map(({ name }) => name);
    for (let at = 0; at < names.length; at += readAtOnce) {
      for (const read of await this.#from.readMany(names.slice(at, at + readAtOnce))) {
        const before = this.#copied.get(read.name);
        if (read.state === 'damaged') this.#left.add(read.name);
        if (read.state !== 'ok' || before?.from === read.hash) continue;
        isAny = true;
        await this.#copy(read.name, read.text, read.hash, before);
      }
    }
    return isAny;
  }

  /** Takes the copies away again; originals were not touched. Never rejects. */
  async undo(): Promise<void> {
    for (const { name, to } of this.#copied.values()) {
      // A copy that can't be removed is one file too many and no loss.
      await this.#to.remove(name, to).catch(() => 'changed');
    }
  }

  /** Removes the originals that are still what was copied. @throws StorageError */
  async removeOriginals(): Promise<void> {
    for (const [name, { from }] of this.#copied) await this.#from.remove(name, from);
  }

  async #copy(
    name: string,
    text: string,
    from: ContentHash,
    before: Copied | undefined,
  ): Promise<void> {
    const target = before?.name ?? name;
    const expected: ExpectedContent = before?.to ?? 'absent';
    try {
      const result = await this.#to.write(target, text, expected);
      const isWritten = result.outcome === 'written';
      this.#copied.set(name, {
        from,
        to: result.hash,
        name: isWritten ? target : result.conflictName,
      });
    } catch (error) {
      throw storageProblemError(error, join(this.#to.path, target));
    }
  }
}
