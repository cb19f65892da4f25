import { statSync, watch as watchFolder, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FolderChange, FolderListener, FolderWatch } from './document-folder-types';
import { sameStamp, type FileStamp } from './file-read';
import { GrowingPause } from './growing-pause';
import { toStorageError, type StorageError } from './storage-error';
import { TaskQueue } from './task-queue';

/** What the watcher needs of its folder. */
export interface WatcherParts {
  readonly path: string;
  readonly settleMs: number;
  readonly latestMs: number;
  /** The first pause after which a folder that could not be looked at or watched is looked at again. */
  readonly retryMs: number;
  readonly listener: FolderListener;
  readonly isDocument: (name: string) => boolean;
  readonly stamp: (name: string) => Promise<FileStamp | undefined>;
  readonly changesIn: (names: readonly string[]) => Promise<FolderChange[]>;
  readonly changedNames: () => Promise<string[]>;
}

interface Seen {
  readonly stamp: FileStamp;
  /** Since when, at the least, it has been so. */
  readonly at: number;
}

interface Touched {
  /** How the file was at the last look; absent before that and after each event. */
  readonly seen: Seen | undefined;
  /** When the first of the events came that were not told yet. */
  readonly since: number;
}

/** A file that is written without end is told after so many latest moments. */
const restlessBursts = 5;

/** Gathers the events of a burst and, when it is over, tells what came of it. */
export class FolderWatcher implements FolderWatch {
  readonly #parts: WatcherParts;
  readonly #queue = new TaskQueue();
  #watcher: FSWatcher | undefined;
  #folderInode: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Files with events since the last look. */
  #touched = new Map<string, Touched>();
  /** An event without a name, or of the folder itself: every file has to be looked at. */
  #all = false;
  #closed = false;
  /** Told, and not begun again since. */
  #isStopped = false;
  readonly #retry: GrowingPause;
  /** When the burst began that was not told yet. */
  #burstAt: number | undefined;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#retry = new GrowingPause(parts.retryMs, () => {
      parts.listener.rescanDue();
    });
  }

  start(): void {
    const { path } = this.#parts;
    try {
      this.#folderInode = statSync(path).ino;
      const watcher = watchFolder(path, { persistent: false }, (event, name) => {
        if (event === 'rename' && name === basename(path)) this.#drop();
        this.#note(name);
      });
      watcher.on('error', (error) => {
        this.#stop(toStorageError(error, path));
      });
      this.#watcher = watcher;
    } catch (error) {
      this.#stop(toStorageError(error, path));
    }
  }

  async rescan(): Promise<void> {
    await this.#queue.run(async () => {
      try {
        // First, so that nothing falls between the look and the watch.
        await this.#watchAgain();
        await this.#tell(await this.#parts.changedNames());
        if (this.#watcher !== undefined) this.#goOn();
      } catch (error) {
        const failure = toStorageError(error, this.#parts.path);
        this.#stop(failure);
        throw failure;
      }
    });
  }

  /**
   * Watches no longer. Linux tells under the folder's own name that it ended or was moved: what watched it hears
   * nothing of one that is made in its place, not even of one that got its inode.
   */
  #drop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  /** Watching follows the folder that it began with, even to another place. */
  async #watchAgain(): Promise<void> {
    const { ino } = await stat(this.#parts.path);
    if (this.#closed) return;
    if (this.#watcher !== undefined && ino === this.#folderInode) return;
    this.#drop();
    this.start();
  }

  /** Looks at a file as after an event. */
  lookAt(name: string): void {
    this.#note(name);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#retry.end();
    this.#drop();
  }

  /** No event tells when it can be watched again. */
  #stop(error: StorageError): void {
    if (this.#closed) return;
    this.#drop();
    this.#retry.begin();
    // Told once, until it begins again.
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#parts.listener.stopped(error);
  }

  #goOn(): void {
    this.#retry.end();
    this.#isStopped = false;
  }

  #note(name: string | null): void {
    if (this.#closed) return;
    if (name === null || name === basename(this.#parts.path)) this.#all = true;
    else if (this.#parts.isDocument(name)) {
      const since = this.#touched.get(name)?.since ?? performance.now();
      this.#touched.set(name, { seen: undefined, since });
    } else return;
    this.#arm();
  }

  /** Half of what makes a rest; a timer may come up to a millisecond early. */
  get #halfMs(): number {
    return Math.max(0, this.#parts.settleMs / 2 - 1);
  }

  /** Two quiet halves with the same stamps make one settled burst; it has a latest moment. */
  #arm(): void {
    const { settleMs, latestMs } = this.#parts;
    this.#burstAt ??= performance.now();
    const left = this.#burstAt + latestMs - performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        void this.#queue.run(() => this.#look());
      },
      Math.max(0, Math.min(settleMs / 2, left)),
    );
  }

  /** Never rejects: what goes wrong ends the watching and is told. */
  async #look(): Promise<void> {
    if (this.#closed) return;
    try {
      const { restless, isSettled } = await this.#restless();
      const isLate = performance.now() - (this.#burstAt ?? Infinity) >= this.#parts.latestMs;
      if (!isSettled && !isLate) {
        this.#arm();
        return;
      }
      const names = new Set(this.#touched.keys());
      if (this.#all) {
        this.#all = false;
        // First, so that nothing falls between the look and the watch.
        await this.#watchAgain();
        for (const name of await this.#parts.changedNames()) names.add(name);
      }
      for (const name of names) {
        if (restless.has(name)) names.delete(name);
        else this.#touched.delete(name);
      }
      this.#burstAt = undefined;
      if (this.#touched.size > 0) this.#arm();
      await this.#tell([...names]);
    } catch (error) {
      this.#touched = new Map();
      this.#all = false;
      this.#burstAt = undefined;
      this.#stop(toStorageError(error, this.#parts.path));
    }
  }

  /** The files that are just being written, but for those that never come to rest. */
  async #restless(): Promise<{ restless: Set<string>; isSettled: boolean }> {
    const restless = new Set<string>();
    const longest = this.#parts.latestMs * restlessBursts;
    for (const [name, { seen, since }] of [...this.#touched]) {
      const stamp = (await this.#parts.stamp(name).catch(() => undefined)) ?? gone;
      const now = performance.now();
      const isSame = seen !== undefined && sameStamp(seen.stamp, stamp);
      // The latest moment may come right after a look: two looks alone don't make a rest.
      const isAtRest = isSame && now - seen.at >= this.#halfMs;
      if (!isAtRest && now - since < longest) restless.add(name);
      this.#touched.set(name, { seen: isSame ? seen : { stamp, at: now }, since });
    }
    return { restless, isSettled: restless.size === 0 };
  }

  async #tell(names: readonly string[]): Promise<void> {
    const changes = await this.#parts.changesIn(names);
    if (changes.length > 0 && !this.#closed) this.#parts.listener.changed(changes);
  }
}

/** Stands for a file that is not there, so that its absence can settle too. */
export const gone: FileStamp = { size: -1, modifiedMs: -1, changedMs: -1, inode: -1 };
