import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import {
  contentHash,
  damageProblem,
  interpretDocument,
  readWhole,
  removeDocument,
  removeLeftovers,
  replaceDocument,
  storageProblem,
  StorageError,
  storageProblemError,
  TaskQueue,
  tellDocumentTrouble,
  toStorageError,
} from '../storage/storage';
import {
  emptyItem,
  fromStored,
  isSettled,
  itemKey,
  itemKind,
  toStored,
  type Item,
  type ItemId,
} from './outbox-item';

/** Told of what can't be read. */
export interface OutboxStoreLog {
  error(event: string, fields?: object): void;
}

/** A theme has at most 2 MB of custom CSS (`themeFields`), and it can be in an item twice. */
const largestItem = 16 * 1024 * 1024;

interface Unreadable {
  readonly problem: Problem;
  /** The disk refused it, and may give it later. */
  readonly isForNow: boolean;
  /** A newer Foyer wrote it: what it says holds, and is not for this one to set aside. */
  readonly isNewer: boolean;
}

/**
 * What is not settled, in memory and on the disk: one small file each, so that the cost of a change
 * does not grow with the queue. It changes in one way only, by a function of the item as it is at that
 * moment, so that a copy that was read before a wait can't be written back. What can't be read blocks
 * its own place until it can: nothing is written over it.
 */
export class OutboxStore {
  readonly #folder: string;
  readonly #log: OutboxStoreLog;
  readonly #items = new Map<string, Item>();
  readonly #ofTheme = new Map<string, Set<string>>();
  readonly #writes = new Map<string, { queue: TaskQueue; written: number }>();
  /** Files that can't be read, by their names: which item one holds is known by its name alone. */
  readonly #unreadable = new Map<string, Unreadable>();
  /** Items whose newest state the disk did not take. */
  readonly #unwritten = new Map<string, ItemId>();
  #version = 0;
  #sequence = 0;
  #isLoaded = false;
  #problem: Problem | undefined;
  #made: Promise<unknown> | undefined;

  constructor(folder: string, log: OutboxStoreLog) {
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * Reads what is not in memory yet. What can't be read stays where it is and blocks its place; it can
   * be asked for again. Never rejects: when the folder itself can't be listed, `problem` says why.
   */
  async load(): Promise<void> {
    try {
      await this.#loadFolder();
      this.#problem = undefined;
    } catch (error) {
      this.#log.error('outbox.notRead', { error: String(error) });
      this.#problem ??= storageProblem(error, this.#folder);
    }
    this.#isLoaded = true;
  }

  /** Whether it was read, as far as it can be. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Why the folder can't be listed: then nobody knows what is in the outbox. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Greater than those of all requests so far. */
  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Tries again to read what the disk refused. Resolves with whether anything came in. */
  async reread(): Promise<boolean> {
    const before = this.#unreadable.size;
    for (const [name, { isForNow }] of [...this.#unreadable]) {
      if (isForNow) await this.#read(name);
    }
    return this.#unreadable.size < before;
  }

  /** Whether something could not be read that may be read later: the disk refused it for now. */
  get isRefusedForNow(): boolean {
    return [...this.#unreadable.values()].some(({ isForNow }) => isForNow);
  }

  get hasUnreadable(): boolean {
    return this.#unreadable.size > 0;
  }

  /** Why what is known of the item can't be read; `undefined` when it can. */
  unreadable(id: ItemId): Problem | undefined {
    return this.#unreadable.size === 0 ? undefined : this.#unreadable.get(fileNameOf(id))?.problem;
  }

  #pathOf(id: ItemId): string {
    return join(this.#folder, fileNameOf(id));
  }

  get(id: ItemId): Item | undefined {
    return this.#items.get(itemKey(id));
  }

  /** All, as they are now. */
  values(): Item[] {
    return [...this.#items.values()];
  }

  /** All of one theme. */
  ofTheme(themeId: string): Item[] {
    return [...(this.#ofTheme.get(themeId) ?? [])].flatMap((key) => {
      const item = this.#items.get(key);
      return item ? [item] : [];
    });
  }

  /**
   * Changes the item: in memory at once, on the disk when this resolves. `how` gets it as it is now,
   * or an empty one; what is settled by it is forgotten. @throws StorageError when the disk refused it
   * (memory has it all the same); ProblemError when the item can't be read, and then nothing changes
   */
  async change(id: ItemId, how: (item: Item) => Item): Promise<void> {
    const problem = this.unreadable(id);
    if (problem) throw new ProblemError(problem);
    const key = itemKey(id);
    const before = this.get(id);
    const next = how(before ?? emptyItem(id));
    if (next === before) return;
    this.#version += 1;
    const version = this.#version;
    if (isSettled(next)) this.#forget(key, id.themeId);
    else this.#remember(key, next);
    const write = this.#writeOf(key);
    await write.queue.run(async () => {
      // A later change wrote this one with it.
      if (write.written >= version) return;
      const newest = this.#version;
      this.#unwritten.set(key, id);
      await this.#write(id, this.get(id));
      this.#unwritten.delete(key);
      write.written = newest;
    });
  }

  /** Whether the disk holds something older than memory. */
  get hasUnwritten(): boolean {
    return this.#unwritten.size > 0;
  }

  /** Writes again what the disk did not take; what it still does not take stays for the next time. */
  async writeAgain(): Promise<void> {
    for (const [key, id] of [...this.#unwritten]) {
      await this.#writeOf(key).queue.run(async () => {
        if (!this.#unwritten.has(key)) return;
        const newest = this.#version;
        try {
          await this.#write(id, this.get(id));
        } catch (error) {
          this.#log.error('outbox.notWritten', { error: String(error) });
          return;
        }
        this.#unwritten.delete(key);
        this.#writeOf(key).written = newest;
      });
    }
  }

  /**
   * Puts the file of an item that can't be read out of the way, because a person decided what to do
   * about it; it is kept beside.
   * @throws StorageError; ProblemError `storageNewer` for one of a newer Foyer, which stays where it is
   */
  async setAside(id: ItemId, now: Date): Promise<void> {
    const path = this.#pathOf(id);
    if (this.#unreadable.get(fileNameOf(id))?.isNewer === true) {
      throw storageProblemError(new StorageError('newerFormat', this.#folder), path);
    }
    const stamp = now.toISOString().replaceAll(/[:.]/gu, '-');
    try {
      await rename(path, `${path.slice(0, -'.json'.length)} (unreadable ${stamp})`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toStorageError(error, path);
    }
    this.#unreadable.delete(fileNameOf(id));
  }

  /** Resolves when everything handed in so far is on the disk, or was refused by it. */
  async idle(): Promise<void> {
    await Promise.all([...this.#writes.values()].map(({ queue }) => queue.idle()));
  }

  async #loadFolder(): Promise<void> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    // Of writes that were killed; no other program writes here.
    await removeLeftovers(this.#folder, 0);
    for (const name of names.filter((each) => each.endsWith('.json'))) await this.#read(name);
  }

  async #read(name: string): Promise<void> {
    const path = join(this.#folder, name);
    const file = await readWhole(path, largestItem);
    if (file.state === 'missing') {
      this.#unreadable.delete(name);
      return;
    }
    const read = file.state === 'ok' ? interpretDocument(file.bytes, itemKind) : file;
    if (read.state === 'ok') {
      const item = fromStored(read.value);
      const key = itemKey(item);
      const isKnown = this.#items.has(key);
      this.#unreadable.delete(name);
      if (isKnown) return;
      this.#remember(key, item);
      this.#sequence = Math.max(this.#sequence, item.request?.sequence ?? 0);
      // One of an older format had another name.
      if (name !== fileNameOf(item)) await this.#rewrite(item, path);
      return;
    }
    const isNewer = read.state === 'newer';
    if (isNewer) tellDocumentTrouble({ kind: 'newer', path: this.#folder });
    this.#unreadable.set(name, {
      problem: isNewer ? { code: 'fileNewer', path } : damageProblem(read.damage, path),
      isForNow: !isNewer && read.damage.reason === 'unreadable',
      isNewer,
    });
    this.#log.error('outbox.itemNotRead', { path, state: read.state });
  }

  async #rewrite(item: Item, oldPath: string): Promise<void> {
    try {
      await this.#write(item, item);
      await removeDocument(oldPath, itemKind);
    } catch (error) {
      this.#log.error('outbox.itemNotRenamed', { ...storageProblem(error, oldPath) });
    }
  }

  async #write(id: ItemId, item: Item | undefined): Promise<void> {
    const path = this.#pathOf(id);
    if (item === undefined) {
      // What a person cancelled, or what has arrived, must not be there again after a power cut.
      await removeDocument(path, itemKind);
      return;
    }
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#made.catch((error: unknown) => {
      this.#made = undefined;
      throw toStorageError(error, this.#folder);
    });
    await replaceDocument(path, itemKind, toStored(item));
  }

  #remember(key: string, item: Item): void {
    this.#items.set(key, item);
    const keys = this.#ofTheme.get(item.themeId) ?? new Set<string>();
    this.#ofTheme.set(item.themeId, keys.add(key));
  }

  #forget(key: string, themeId: string): void {
    this.#items.delete(key);
    const keys = this.#ofTheme.get(themeId);
    keys?.delete(key);
    if (keys?.size === 0) this.#ofTheme.delete(themeId);
  }

  #writeOf(key: string): { queue: TaskQueue; written: number } {
    const found = this.#writes.get(key);
    if (found) return found;
    const made = { queue: new TaskQueue(), written: 0 };
    this.#writes.set(key, made);
    return made;
  }
}

/** Hashed: a theme's id comes from a file that anyone can write. */
function fileNameOf(id: ItemId): string {
  return `${contentHash(itemKey(id)).slice(0, 32)}.json`;
}
