/** All items: in memory, and in their files. */
import { basename } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { storageProblem, TaskQueue } from '../storage/storage';
import { fileNameOf, ItemFiles, type Unreadable } from './item-files';
import { emptyItem, isSettled, itemKey, type Item, type ItemId } from './outbox-item';
import type { OutboxLog } from './outbox-types';

/**
 * What is not settled, in memory and on the disk: one small file each, so that the cost of a change
 * does not grow with the queue. It changes in one way only, by a function of the item as it is at that
 * moment, so that a copy that was read before a wait can't be written back. What can't be read blocks
 * its own place until it can: nothing is written over it. Whoever shows items hears of each change.
 */
export class OutboxStore {
  readonly #files: ItemFiles;
  readonly #log: Pick<OutboxLog, 'error'>;
  /** Called when an item came, changed or went, when memory has it so. */
  readonly #onChange: () => void;
  readonly #items = new Map<string, Item>();
  readonly #ofTheme = new Map<string, Set<string>>();
  readonly #writes = new Map<string, { queue: TaskQueue; written: number }>();
  /** Files that can't be read, by their names: which item one holds is known by its name alone. */
  readonly #unreadable = new Map<string, Unreadable>();
  /** Items whose newest state the disk did not take. */
  readonly #unwritten = new Map<string, ItemId>();
  #version = 0;
  #sequence = 0;
  /** The greatest number of the requests that were read at the start. */
  #readAtStart = 0;
  #isLoaded = false;
  #problem: Problem | undefined;

  constructor(folder: string, log: Pick<OutboxLog, 'error'>, onChange: () => void) {
    this.#files = new ItemFiles(folder);
    this.#log = log;
    this.#onChange = onChange;
  }

  /**
   * Reads what is not in memory yet. What can't be read stays where it is and blocks its place; it can
   * be asked for again. Never rejects: when the folder itself can't be listed, `problem` says why.
   */
  async load(): Promise<void> {
    try {
      for (const name of await this.#files.list()) await this.#read(name);
      this.#problem = undefined;
    } catch (error) {
      this.#log.error('outbox.notRead', { error: String(error) });
      this.#problem ??= storageProblem(error, this.#files.folder);
    }
    if (!this.#isLoaded) this.#readAtStart = this.#sequence;
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

  /** Tries again to read what the disk refused. Never rejects. */
  async reread(): Promise<void> {
    for (const [name, { isForNow }] of [...this.#unreadable]) {
      if (isForNow) await this.#read(name);
    }
  }

  /** The name of something that could not be read and may be read later: the disk refused it for now. */
  get refusedForNow(): string | undefined {
    if (this.#problem) return basename(this.#files.folder);
    return [...this.#unreadable].find(([, { isForNow }]) => isForNow)?.[0];
  }

  get hasUnreadable(): boolean {
    return this.#problem !== undefined || this.#unreadable.size > 0;
  }

  /** Why what is known of the item can't be read; `undefined` when it can. */
  unreadable(id: ItemId): Problem | undefined {
    if (this.#problem || this.#unreadable.size === 0) return this.#problem;
    return this.#unreadable.get(fileNameOf(id))?.problem;
  }

  /** @throws ProblemError while what is known of the item can't be read */
  assertReadable(id: ItemId): void {
    const problem = this.unreadable(id);
    if (problem) throw new ProblemError(problem);
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
    this.assertReadable(id);
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
      await this.#write(id);
      this.#unwritten.delete(key);
      write.written = newest;
    });
  }

  /** Whether the disk holds something older than memory. */
  get hasUnwritten(): boolean {
    return this.#unwritten.size > 0;
  }

  /** The same of one item. */
  isUnwritten(id: ItemId): boolean {
    return this.#unwritten.has(itemKey(id));
  }

  /** Writes again what the disk did not take; what it still does not take stays for the next time. */
  async writeAgain(): Promise<void> {
    for (const [key, id] of [...this.#unwritten]) {
      await this.#writeOf(key).queue.run(async () => {
        if (!this.#unwritten.has(key)) return;
        const newest = this.#version;
        try {
          await this.#write(id);
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
    const name = fileNameOf(id);
    await this.#files.setAside(name, now);
    this.#unreadable.delete(name);
  }

  /**
   * Puts an item in the place of one that can't be read, which is kept beside. Until the disk has it
   * that one blocks its place.
   * @throws StorageError; ProblemError `storageNewer` for one of a newer Foyer, or where the disk does
   *   not give the old one to be kept
   */
  async supersede(item: Item, now: Date): Promise<void> {
    const name = fileNameOf(item);
    await this.#files.supersede(item, now);
    this.#unreadable.delete(name);
    this.#remember(itemKey(item), item);
  }

  /** Resolves when everything handed in so far is on the disk, or was refused by it. */
  async idle(): Promise<void> {
    await Promise.all([...this.#writes.values()].map(({ queue }) => queue.idle()));
  }

  async #read(name: string): Promise<void> {
    const before = this.#unreadable.get(name);
    const read = await this.#files.read(name);
    // Meanwhile it was read, or put aside, otherwise.
    if (this.#unreadable.get(name) !== before) return;
    if (read.state === 'unreadable') {
      this.#unreadable.set(name, read.why);
      this.#log.error('outbox.itemNotRead', { ...read.why.problem });
      return;
    }
    this.#unreadable.delete(name);
    if (read.state === 'missing') return;
    const item = this.#isLoaded ? this.#asOfBefore(read.item) : read.item;
    const key = itemKey(item);
    if (this.#items.has(key)) return;
    this.#remember(key, item);
    const { request, linkHold } = item;
    this.#sequence = Math.max(this.#sequence, request?.sequence ?? 0, linkHold?.word ?? 0);
    // One of an older format had another name.
    if (name !== fileNameOf(item)) await this.#rename(name, item);
  }

  /**
   * What is read late was asked for before all that was asked for since the start, and has a number of
   * then: one that nothing of now has.
   */
  #asOfBefore(item: Item): Item {
    const { request, linkHold } = item;
    const early = (number: number): number =>
      number <= this.#readAtStart ? number : this.#readAtStart + number / (number + 1);
    return {
      ...item,
      request: request && { ...request, sequence: early(request.sequence) },
      ...(linkHold && { linkHold: { ...linkHold, word: early(linkHold.word) } }),
    };
  }

  async #rename(name: string, item: Item): Promise<void> {
    try {
      await this.#files.write(item);
      await this.#files.remove(name);
    } catch (error) {
      const problem = storageProblem(error, this.#files.pathOf(name));
      this.#log.error('outbox.itemNotRenamed', { ...problem });
    }
  }

  /** What a person cancelled, or what has arrived, must not be there again after a power cut. */
  #write(id: ItemId): Promise<void> {
    const item = this.get(id);
    return item ? this.#files.write(item) : this.#files.remove(fileNameOf(id));
  }

  #remember(key: string, item: Item): void {
    this.#items.set(key, item);
    const keys = this.#ofTheme.get(item.themeId) ?? new Set<string>();
    this.#ofTheme.set(item.themeId, keys.add(key));
    this.#onChange();
  }

  #forget(key: string, themeId: string): void {
    this.#items.delete(key);
    const keys = this.#ofTheme.get(themeId);
    keys?.delete(key);
    if (keys?.size === 0) this.#ofTheme.delete(themeId);
    this.#onChange();
  }

  #writeOf(key: string): { queue: TaskQueue; written: number } {
    const found = this.#writes.get(key);
    if (found) return found;
    const made = { queue: new TaskQueue(), written: 0 };
    this.#writes.set(key, made);
    return made;
  }
}
