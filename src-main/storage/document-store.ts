import type { Problem } from '@shared/problem';
import type { ProblemError } from '@shared/problem-error';
import type { DocumentFile } from './document';
import { tellDocumentTrouble } from './document-trouble';
import { StorageError } from './storage-error';
import { storageProblem, storageProblemError } from './storage-problem';
import { TaskQueue } from './task-queue';

export interface DocumentStoreOptions<T extends object> {
  /** Puts right what the end of the app before left half done; the disk has it with the next change. */
  readonly mend?: (value: T) => T;
  /** Told when a document that could not be read at the start was read after all. */
  readonly onRead?: () => void;
}

export interface ChangeOptions {
  /**
   * When the disk refuses it: `keep` leaves it in memory, and it is written with the next change or
   * by itself, as soon as the disk lets it be; `undo` takes it back, as if it had never been made.
   */
  readonly ifRefused: 'keep' | 'undo';
  /** For what changes with each key: it is written with others of its kind, when Foyer quits at the latest. */
  readonly mayRest?: boolean;
}

/**
 * A document of the profile while the app runs: what it holds in memory, and the disk behind it.
 * There is no way to write it but a change of what it holds, so that a room has no copy of its own
 * to write back. One that could not be read holds nothing, neither an empty value; it is tried again
 * until it can be. One of a newer Foyer holds nothing either, for as long as this one runs.
 */
export interface DocumentStore<T extends object> {
  /** Whether it was read. */
  readonly isRead: boolean;
  /** Why it was not. */
  readonly problem: Problem | undefined;
  /** What it holds now, the disk's refusals aside. @throws ProblemError `storageNotRead`, `storageNewer` */
  get(): T;
  /** The same as the disk has it: without what is being written, or was refused. @throws as `get` does */
  getStored(): T;
  /**
   * Changes it: in memory before this returns, on the disk when it resolves. `how` may be called
   * again on another value, when the change before was taken back or another program wrote the
   * file.
   *
   * @throws ProblemError `storageNotRead`, `storageNewer`, and whatever `how` throws: at once, with nothing changed.
   *   Rejects with the StorageError of a disk that refused it.
   */
  change(how: (current: T) => T, options: ChangeOptions): Promise<void>;
  /** Changes it in memory alone, as `change` does; the disk has it with the next `change`. */
  changeInMemory(how: (current: T) => T): void;
  /** Resolves when every write so far has ended, well or not; none rests any longer. */
  flush(): Promise<void>;
  /** The same at the end of the app, after one more try of what the disk refused. */
  close(): Promise<void>;
}

/** How long a start waits for what can't be read, again and again, milliseconds. */
const patience: readonly number[] = [20, 60, 120, 300];
/** How long after that it is tried again, milliseconds; twice as long each time, up to the longest. */
const [firstPauseMs, longestPauseMs] = [250, 2_000];
/** The same for what was refused when it was to be written. */
const longestWritePauseMs = 60_000;
/** How long a change that may rest waits for others, milliseconds. */
const restMs = 400;

/**
 * Reads a document and keeps it in memory. Never rejects: what can't be read is told, and tried again,
 * unless a newer Foyer wrote it.
 */
export async function openDocumentStore<T extends object>(
  document: DocumentFile<T>,
  options: DocumentStoreOptions<T> = {},
): Promise<DocumentStore<T>> {
  const store = new LoadedDocument(document, options);
  await store.start();
  return store;
}

/** A document with changes that are in memory alone. */
export interface UnsavedDocument {
  readonly path: string;
  readonly problem: Problem;
}

/** Those with something in memory that no write under way brings to the disk: it rests, or was refused. */
const unsaved = new Set<{ tryOnce(): Promise<UnsavedDocument | undefined> }>();

/** Writes what rests and what the disk refused, of every document; resolves with what it still refuses. Never rejects. */
export async function saveUnsavedDocuments(): Promise<readonly UnsavedDocument[]> {
  const tried = await Promise.all([...unsaved].map((each) => each.tryOnce()));
  return tried.flatMap((each) => each ?? []);
}

interface Change<T> {
  readonly how: (current: T) => T;
}

interface Rest {
  readonly isOver: Promise<void>;
  readonly end: () => void;
}

class LoadedDocument<T extends object> implements DocumentStore<T> {
  readonly #document: DocumentFile<T>;
  readonly #options: DocumentStoreOptions<T>;
  readonly #writes = new TaskQueue();
  /** As the disk has it; `undefined` until it could be read. */
  #stored: T | undefined;
  /** With the changes that the disk does not have. */
  #current: T | undefined;
  #unstored: readonly Change<T>[] = [];
  /** Why it could not be read. */
  #failure: unknown;
  #nextTry: NodeJS.Timeout | undefined;
  /** Set while changes wait for others of their kind. */
  #rest: Rest | undefined;
  /** Set while something that is kept in memory was refused by the disk. */
  #nextWrite: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(document: DocumentFile<T>, options: DocumentStoreOptions<T>) {
    this.#document = document;
    this.#options = options;
  }

  async start(): Promise<void> {
    if (await this.#read()) return;
    for (const pause of patience) {
      if (this.#isNewer) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (await this.#read()) return;
    }
    if (this.#isNewer) return;
    const { path } = this.#document;
    tellDocumentTrouble({ kind: 'notRead', path, reason: String(this.#failure) });
    this.#tryLater(firstPauseMs);
  }

  get isRead(): boolean {
    return this.#current !== undefined;
  }

  get(): T {
    if (this.#current !== undefined) return this.#current;
    throw this.#notRead();
  }

  getStored(): T {
    if (this.#stored !== undefined) return this.#stored;
    throw this.#notRead();
  }

  get problem(): Problem | undefined {
    return this.isRead ? undefined : this.#notRead().problem;
  }

  #notRead(): ProblemError {
    const { path } = this.#document;
    const kind = this.#isNewer ? 'newerFormat' : 'notRead';
    return storageProblemError(new StorageError(kind, path, this.#failure), path);
  }

  /** It was read, and was told of; waiting makes it no older. */
  get #isNewer(): boolean {
    return this.#failure instanceof StorageError && this.#failure.kind === 'newerFormat';
  }

  change(how: (current: T) => T, options: ChangeOptions): Promise<void> {
    return this.#storeOrUndo(this.#make(how), options);
  }

  changeInMemory(how: (current: T) => T): void {
    this.#make(how);
  }

  #make(how: (current: T) => T): Change<T> {
    const change = { how };
    this.#current = how(this.get());
    this.#unstored = [...this.#unstored, change];
    return change;
  }

  async #storeOrUndo(
    change: Change<T>,
    { ifRefused, mayRest = false }: ChangeOptions,
  ): Promise<void> {
    if (mayRest) await this.#resting().isOver;
    try {
      await this.#writes.run(() => this.#store(change));
    } catch (error) {
      // What can't be written at all would stand in the way of every change after it.
      const isHopeless = !(error instanceof StorageError);
      if (ifRefused === 'undo' || isHopeless) this.#settle(this.#stored, [change]);
      else this.#writeLater(firstPauseMs);
      throw error;
    }
  }

  #resting(): Rest {
    // Also in a rest that has begun: what was there before may have gone with another write.
    unsaved.add(this);
    if (this.#rest) return this.#rest;
    let resolve: () => void = () => undefined;
    const isOver = new Promise<void>((resolved) => (resolve = resolved));
    const end = (): void => {
      clearTimeout(timer);
      this.#rest = undefined;
      resolve();
    };
    const timer = setTimeout(end, restMs);
    this.#rest = { isOver, end };
    return this.#rest;
  }

  /** The answer of a service, say, is shown from now on, and must not be gone at the next start. */
  #writeLater(pause: number): void {
    if (this.#isClosed) return;
    unsaved.add(this);
    if (this.#nextWrite !== undefined) return;
    this.#nextWrite = setTimeout(() => void this.#writeAgain(pause), pause);
    this.#nextWrite.unref();
  }

  /** Never rejects. */
  async #writeAgain(pause: number): Promise<void> {
    // Whoever made the change was told when it was refused first.
    const stillUnsaved = await this.tryOnce();
    this.#nextWrite = undefined;
    if (stillUnsaved !== undefined) this.#writeLater(Math.min(2 * pause, longestWritePauseMs));
  }

  /** Writes all that the disk does not have, and tells whether it refuses it. Never rejects. */
  async tryOnce(): Promise<UnsavedDocument | undefined> {
    try {
      await this.#writes.run(() => this.#storeAll());
      return undefined;
    } catch (error) {
      const { path } = this.#document;
      return { path, problem: storageProblem(error, path) };
    }
  }

  async flush(): Promise<void> {
    const rest = this.#rest;
    rest?.end();
    // Whoever waited for its end hands the write in first.
    await rest?.isOver;
    await this.#writes.idle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextTry);
    await this.flush();
    if (this.#nextWrite !== undefined) {
      clearTimeout(this.#nextWrite);
      await this.tryOnce();
    }
    unsaved.delete(this);
  }

  async #read(): Promise<boolean> {
    try {
      this.#stored = await this.#document.readOrRecover();
    } catch (error) {
      this.#failure = error;
      return false;
    }
    const { mend } = this.#options;
    if (mend !== undefined) this.#unstored = [{ how: mend }];
    this.#settle(this.#stored, []);
    return true;
  }

  #tryLater(pause: number): void {
    if (this.#isClosed) return;
    this.#nextTry = setTimeout(() => void this.#tryAgain(pause), pause);
    // Nothing to keep a program running for.
    this.#nextTry.unref();
  }

  /** Never rejects. */
  async #tryAgain(pause: number): Promise<void> {
    if (!(await this.#read()))
      return this.#isNewer ? undefined : this.#tryLater(Math.min(2 * pause, longestPauseMs));
    tellDocumentTrouble({ kind: 'readAgain', path: this.#document.path });
    this.#options.onRead?.();
  }

  /** Writes all that the disk does not have, if `change` is among it. */
  async #store(change: Change<T>): Promise<void> {
    // It went with an earlier one.
    if (this.#unstored.includes(change)) await this.#storeAll(change);
  }

  /** @param own whose maker hears it when it can't be made any more */
  async #storeAll(own?: Change<T>): Promise<void> {
    if (this.#unstored.length === 0) return;
    let written: readonly Change<T>[] = [];
    const stored = await this.#document.update((disk) => {
      written = this.#unstored;
      return withChanges(disk, written, own);
    });
    this.#settle(stored, written);
  }

  /** Makes memory what the disk has and those changes that it does not have, without `gone`. */
  #settle(stored: T | undefined, gone: readonly Change<T>[]): void {
    this.#unstored = this.#unstored.filter((change) => !gone.includes(change));
    this.#stored = stored;
    this.#current = stored && withChanges(stored, this.#unstored);
    if (this.#unstored.length === 0) unsaved.delete(this);
  }
}

/**
 * One that can't be made any more, because what it was made on was taken back or went away, is
 * passed over: whoever made it hears of it from their own write, in which it is `own`.
 */
function withChanges<T>(value: T, changes: readonly Change<T>[], own?: Change<T>): T {
  let changed = value;
  for (const change of changes) {
    try {
      changed = change.how(changed);
    } catch (error) {
      if (change === own) throw error;
    }
  }
  return changed;
}
