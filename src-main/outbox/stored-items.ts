import { mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  contentHash,
  interpretDocument,
  readWhole,
  removeLeftovers,
  TaskQueue,
  toStorageError,
  writeDocumentText,
  writeDurably,
} from '../storage/storage';
import { itemFormat, itemKey, itemSchema, type Item } from './outbox-item';

/** Told of what can't be read. */
export interface StoredItemsLog {
  error(event: string, fields?: object): void;
}

/** A theme has at most 2 MB of custom CSS (`themeFields`), and it can be in an item twice. */
const largestItem = 16 * 1024 * 1024;

/**
 * The items on the disk, one small file each, so that the cost of a change does not grow with the
 * queue. Changes of one item are written in the order in which they were handed in.
 */
export class StoredItems {
  readonly #folder: string;
  readonly #log: StoredItemsLog;
  readonly #writes = new Map<string, TaskQueue>();
  #made: Promise<unknown> | undefined;

  constructor(folder: string, log: StoredItemsLog) {
    this.#folder = folder;
    this.#log = log;
  }

  /** All that can be read, in no order. What can't stays where it is, and the log names it. */
  async load(): Promise<Item[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    // Of writes that were killed; no other program writes here.
    await removeLeftovers(this.#folder, 0);
    const items: Item[] = [];
    for (const name of names.filter((each) => each.endsWith('.json'))) {
      const path = join(this.#folder, name);
      const file = await readWhole(path, largestItem);
      if (file.state === 'missing') continue;
      const read =
        file.state === 'ok'
          ? interpretDocument<Item>(file.bytes, { format: itemFormat, schema: itemSchema })
          : file;
      if (read.state === 'ok') items.push(read.value);
      else this.#log.error('outbox.itemNotRead', { path, state: read.state });
    }
    return items;
  }

  /** Resolves when the disk has it. @throws StorageError */
  put(item: Item): Promise<void> {
    const text = writeDocumentText(item, itemFormat, { checksum: true });
    return this.#queue(item).run(async () => {
      this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#made.catch((error: unknown) => {
        this.#made = undefined;
        throw toStorageError(error, this.#folder);
      });
      await writeDurably(this.#path(item), Buffer.from(text, 'utf8'), { mode: 0o600 });
    });
  }

  /**
   * Forgets it. Should the power fail before the disk has, it is sent once more under the id that its
   * theme's file then has. @throws Error of the system
   */
  remove(item: Item): Promise<void> {
    return this.#queue(item).run(async () => {
      await unlink(this.#path(item)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    });
  }

  /** Resolves when everything handed in so far is on the disk, or was refused by it. */
  async idle(): Promise<void> {
    await Promise.all([...this.#writes.values()].map((queue) => queue.idle()));
  }

  #queue(item: Item): TaskQueue {
    const key = itemKey(item);
    const queue = this.#writes.get(key) ?? new TaskQueue();
    this.#writes.set(key, queue);
    return queue;
  }

  #path(item: Item): string {
    // Hashed: a theme's id comes from a file that anyone can write.
    return join(this.#folder, `${contentHash(itemKey(item)).slice(0, 32)}.json`);
  }
}
