import { statSync, watch as watchFolder, type FSWatcher } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ContentHash } from './content-hash';
import type { Damage } from './damage';
import { decodeText } from './document-text';
import { isTemporaryName, writeDurably, type ExpectedContent } from './durable-write';
import { fileStamp, readWhole, refuse, sameStamp, type FileStamp } from './file-read';
import { mapLimited } from './limited-concurrency';
import { errorCode, StorageError, toStorageError } from './storage-error';
import { TaskQueue } from './task-queue';

export interface DocumentFolderOptions {
  /** Ending of the documents' names, with the dot; `.json` by default. Case does not matter. */
  readonly extension?: string | undefined;
  /** A larger file is told and not read; 8 MiB by default. */
  readonly maxBytes?: number | undefined;
  /** How many files are looked at or read at once; 8 by default. */
  readonly concurrency?: number | undefined;
  /** How long a folder must be quiet before a changed file is read, in ms; 150 by default. */
  readonly settleMs?: number | undefined;
}

/** One file of the folder, not read yet. */
export interface FolderEntry {
  readonly name: string;
  readonly stamp: FileStamp;
  /** Why it is not worth reading: no file, or too large. */
  readonly damage?: Damage;
}

export type FolderRead =
  | {
      readonly state: 'ok';
      readonly name: string;
      readonly text: string;
      readonly hash: ContentHash;
      readonly stamp: FileStamp;
    }
  | { readonly state: 'missing'; readonly name: string }
  | { readonly state: 'damaged'; readonly name: string; readonly damage: Damage };

export type FolderWrite =
  | { readonly outcome: 'written'; readonly hash: ContentHash }
  | {
      readonly outcome: 'conflict';
      /** What the file holds now; it was left as it is. */
      readonly theirs: ExpectedContent;
      /** The name beside it under which ours was written. */
      readonly conflictName: string;
      /** The hash of ours. */
      readonly hash: ContentHash;
    };

/** Something that others did to the folder. A new or changed file comes with its content. */
export type FolderChange =
  | { readonly kind: 'changed'; readonly read: FolderRead & { readonly state: 'ok' | 'damaged' } }
  | { readonly kind: 'removed'; readonly name: string };

export interface FolderListener {
  /** Changes made by others, a burst of them together, each file once. */
  readonly changed: (changes: readonly FolderChange[]) => void;
  /** Watching failed, or the folder went away: from now on only `rescan` finds changes. */
  readonly stopped: (error: StorageError) => void;
}

/**
 * A flat folder with one JSON document a file, which others (an editor, a sync program, version
 * control) may change at any time. Hidden files, temporary files and other endings are not seen.
 * The folder itself is never made here: a drive that is not plugged in must not come back empty.
 */
export interface DocumentFolder {
  readonly path: string;
  /**
   * The files' names and stamps, nothing read.
   * @throws StorageError `missing` if the folder is not there, `noPermission` and so on
   */
  list(): Promise<readonly FolderEntry[]>;
  /** Reads one file; never throws. */
  read(name: string): Promise<FolderRead>;
  /** Reads several, a few at a time; same order. */
  readMany(names: readonly string[]): Promise<readonly FolderRead[]>;
  /**
   * Writes one file durably. `expected` is the hash from when it was read or last written, or
   * `absent` for a new one; if it holds something else now, ours becomes a conflict copy.
   * @throws StorageError; the old content is whole then
   */
  write(name: string, text: string, expected: ExpectedContent): Promise<FolderWrite>;
  /**
   * Removes one file if it still holds what was `expected`; `changed` means that it was left.
   * One that is gone already counts as removed.
   * @throws StorageError
   */
  remove(name: string, expected: ContentHash): Promise<'removed' | 'changed'>;
  /**
   * Tells of changes by others until `close` is called. What was read, listed or written through
   * this folder is known and is not told. One listener at a time.
   *
   * Resolves with what lay there when it began, so that one look is enough at a start.
   * @throws StorageError when the folder can't be looked at
   */
  watch(
    listener: FolderListener,
  ): Promise<{ readonly watch: FolderWatch; readonly entries: readonly FolderEntry[] }>;
}

export interface FolderWatch {
  /**
   * Looks at every file and tells what a watcher missed; for when the window gets the focus.
   * Watching that had stopped begins again if it can. Resolves when the listener was told.
   * @throws StorageError if the folder can't be listed
   */
  rescan(): Promise<void>;
  close(): void;
}

/** A folder of documents; nothing is touched before it is asked for. */
export function openDocumentFolder(
  path: string,
  options: DocumentFolderOptions = {},
): DocumentFolder {
  return new StoredFolder(path, options);
}

interface Known {
  readonly stamp: FileStamp;
  /** Absent as long as the file was only listed. */
  readonly hash?: ContentHash;
}

class StoredFolder implements DocumentFolder {
  readonly path: string;
  readonly #extension: string;
  readonly #maxBytes: number;
  readonly #concurrency: number;
  readonly #settleMs: number;
  readonly #known = new Map<string, Known>();
  /** Writes that are under way. */
  readonly #writing = new Set<Promise<unknown>>();
  readonly #queues = new Map<string, TaskQueue>();

  constructor(path: string, options: DocumentFolderOptions) {
    this.path = path;
    this.#extension = (options.extension ?? '.json').toLowerCase();
    this.#maxBytes = options.maxBytes ?? 8 * 1024 * 1024;
    this.#concurrency = options.concurrency ?? 8;
    this.#settleMs = options.settleMs ?? 150;
  }

  async list(): Promise<readonly FolderEntry[]> {
    const entries = await this.#look();
    const present = new Set(entries.map((entry) => entry.name));
    for (const name of [...this.#known.keys()]) {
      if (!present.has(name)) this.#known.delete(name);
    }
    for (const { name, stamp } of entries) {
      const known = this.#known.get(name);
      if (known === undefined || !sameStamp(known.stamp, stamp)) this.#known.set(name, { stamp });
    }
    return entries;
  }

  read(name: string): Promise<FolderRead> {
    return this.#inTurn(name, () => this.#readNow(name));
  }

  readMany(names: readonly string[]): Promise<readonly FolderRead[]> {
    return mapLimited(names, this.#concurrency, (name) => this.read(name));
  }

  write(name: string, text: string, expected: ExpectedContent): Promise<FolderWrite> {
    return this.#written(name, async () => {
      const result = await writeDurably(this.#pathOf(name), text, { expected });
      if (result.outcome === 'written') {
        await this.#remember(name, result.hash);
        return { outcome: 'written', hash: result.hash };
      }
      const conflictName = basename(result.conflictPath ?? '');
      await this.#remember(conflictName, result.ours);
      return { outcome: 'conflict', theirs: result.theirs, conflictName, hash: result.ours };
    });
  }

  remove(name: string, expected: ContentHash): Promise<'removed' | 'changed'> {
    return this.#inTurn(name, async () => {
      const path = this.#pathOf(name);
      const file = await readWhole(path, Number.MAX_SAFE_INTEGER);
      if (file.state === 'damaged') {
        const { damage } = file;
        throw new StorageError(damage.reason === 'unreadable' ? damage.kind : 'notAFile', path);
      }
      if (file.state === 'ok' && file.hash !== expected) return 'changed';
      try {
        if (file.state === 'ok') await unlink(path);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw toStorageError(error, path);
      }
      this.#known.delete(name);
      return 'removed';
    });
  }

  async watch(
    listener: FolderListener,
  ): Promise<{ readonly watch: FolderWatch; readonly entries: readonly FolderEntry[] }> {
    const nothingSeen = this.#known.size === 0;
    const watcher = new FolderWatcher({
      path: this.path,
      settleMs: this.#settleMs,
      listener,
      isDocument: (name) => this.#isDocument(name),
      stamp: async (name) => fileStamp(await stat(this.#pathOf(name))),
      changesIn: (names) => this.#changesIn(names),
      changedNames: () => this.#changedNames(),
    });
    if (nothingSeen) await this.#names();
    watcher.start();
    // Once events come in, so that nothing falls between the look and the watch.
    if (!nothingSeen) await watcher.rescan();
    return { watch: watcher, entries: await this.list() };
  }

  /** Which of these files others have changed since they were last seen here. */
  async #changesIn(names: readonly string[]): Promise<FolderChange[]> {
    // A write can make a file of another name, its conflict copy, which is ours as well.
    await Promise.allSettled(this.#writing);
    const found = await mapLimited(names, this.#concurrency, (name) =>
      // In turn, so that a write of ours that is under way is known before the file is judged.
      this.#inTurn(name, () => this.#changeOf(name)),
    );
    return found.filter((change): change is FolderChange => change !== undefined);
  }

  async #changeOf(name: string): Promise<FolderChange | undefined> {
    const before = this.#known.get(name);
    if (before !== undefined) {
      const now = await stat(this.#pathOf(name)).catch(() => undefined);
      if (now !== undefined && sameStamp(fileStamp(now), before.stamp)) return undefined;
    }
    const read = await this.#readNow(name);
    if (read.state === 'missing') {
      if (before === undefined) return undefined;
      this.#known.delete(name);
      return { kind: 'removed', name };
    }
    const after = this.#known.get(name)?.hash;
    if (after !== undefined && after === before?.hash) return undefined;
    return { kind: 'changed', read };
  }

  /** Names of all files that look different from when they were last seen, gone ones included. */
  async #changedNames(): Promise<string[]> {
    const entries = await this.#look();
    const present = new Set(entries.map((entry) => entry.name));
    const gone = [...this.#known.keys()].filter((name) => !present.has(name));
    const changed = entries.filter(({ name, stamp }) => {
      const known = this.#known.get(name);
      return known === undefined || !sameStamp(known.stamp, stamp);
    });
    return [...changed.map((entry) => entry.name), ...gone];
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.path);
    } catch (error) {
      throw toStorageError(error, this.path);
    }
  }

  async #look(): Promise<FolderEntry[]> {
    const documents = (await this.#names()).filter((name) => this.#isDocument(name)).sort();
    const entries = await mapLimited(documents, this.#concurrency, async (name) => {
      // Gone since the folder was read, or a link to nothing: not there.
      const found = await stat(join(this.path, name)).catch(() => undefined);
      if (found === undefined) return undefined;
      const damage = refuse(found, this.#maxBytes);
      return { name, stamp: fileStamp(found), ...(damage === undefined ? {} : { damage }) };
    });
    return entries.filter((entry): entry is FolderEntry => entry !== undefined);
  }

  async #readNow(name: string): Promise<FolderRead> {
    const file = await readWhole(this.#pathOf(name), this.#maxBytes);
    // It stays known until it is told as removed: who reads it tells nobody else.
    if (file.state === 'missing') return { state: 'missing', name };
    if (file.state === 'damaged') {
      if (file.stamp === undefined) this.#known.delete(name);
      else this.#known.set(name, { stamp: file.stamp });
      return { state: 'damaged', name, damage: file.damage };
    }
    this.#known.set(name, { stamp: file.stamp, hash: file.hash });
    const decoded = decodeText(file.bytes);
    if (decoded.state === 'damaged') return { ...decoded, name };
    return { state: 'ok', name, text: decoded.text, hash: file.hash, stamp: file.stamp };
  }

  /** After a write of ours: what lies there now is ours, unless someone was faster. */
  async #remember(name: string, hash: ContentHash): Promise<void> {
    const file = await readWhole(this.#pathOf(name), Number.MAX_SAFE_INTEGER);
    if (file.state === 'ok' && file.hash === hash)
      this.#known.set(name, { stamp: file.stamp, hash });
  }

  /** In turn, and known as a write for as long as it lasts. */
  async #written<T>(name: string, task: () => Promise<T>): Promise<T> {
    const writing = this.#inTurn(name, task);
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  #inTurn<T>(name: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? new TaskQueue();
    this.#queues.set(name, queue);
    return queue.run(task);
  }

  #isDocument(name: string): boolean {
    if (name.startsWith('.') || isTemporaryName(name)) return false;
    return extname(name).toLowerCase() === this.#extension;
  }

  /** Names come from this folder or from `libraryFileName`; anything else is a mistake of ours. */
  #pathOf(name: string): string {
    if (name !== basename(name) || name.includes('\0') || !this.#isDocument(name)) {
      throw new TypeError(`not a document's name: ${JSON.stringify(name)}`);
    }
    return join(this.path, name);
  }
}

interface WatcherParts {
  readonly path: string;
  readonly settleMs: number;
  readonly listener: FolderListener;
  readonly isDocument: (name: string) => boolean;
  readonly stamp: (name: string) => Promise<FileStamp>;
  readonly changesIn: (names: readonly string[]) => Promise<FolderChange[]>;
  readonly changedNames: () => Promise<string[]>;
}

/** Gathers the events of a burst and, when it is over, tells what came of it. */
class FolderWatcher implements FolderWatch {
  readonly #parts: WatcherParts;
  readonly #queue = new TaskQueue();
  #watcher: FSWatcher | undefined;
  #folderInode: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Files with events since the last look, with their stamp then. */
  #touched = new Map<string, FileStamp | undefined>();
  /** An event without a name, or of the folder itself: every file has to be looked at. */
  #all = false;
  #closed = false;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
  }

  start(): void {
    const { path, listener } = this.#parts;
    try {
      this.#folderInode = statSync(path).ino;
      const watcher = watchFolder(path, { persistent: false }, (_event, name) => {
        this.#note(name);
      });
      watcher.on('error', (error) => {
        this.#stop(toStorageError(error, path));
      });
      this.#watcher = watcher;
    } catch (error) {
      listener.stopped(toStorageError(error, path));
    }
  }

  async rescan(): Promise<void> {
    await this.#queue.run(async () => {
      try {
        const names = await this.#parts.changedNames();
        await this.#watchAgain();
        await this.#tell(names);
      } catch (error) {
        this.#stop(toStorageError(error, this.#parts.path));
        throw error;
      }
    });
  }

  /** Watching follows the folder that it began with, even to another place. */
  async #watchAgain(): Promise<void> {
    const { ino } = await stat(this.#parts.path);
    if (this.#closed) return;
    if (this.#watcher !== undefined && ino === this.#folderInode) return;
    this.#watcher?.close();
    this.#watcher = undefined;
    this.start();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #stop(error: StorageError): void {
    // Told once, until it begins again.
    if (this.#watcher === undefined) return;
    this.#watcher.close();
    this.#watcher = undefined;
    this.#parts.listener.stopped(error);
  }

  #note(name: string | null): void {
    if (this.#closed) return;
    // Linux tells of the folder's own end under the folder's name.
    if (name === null || name === basename(this.#parts.path)) this.#all = true;
    else if (this.#parts.isDocument(name)) this.#touched.set(name, undefined);
    else return;
    this.#arm();
  }

  /** Two quiet halves with the same stamps make one settled burst. */
  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#queue.run(() => this.#look());
    }, this.#parts.settleMs / 2);
  }

  /** Never rejects: what goes wrong ends the watching and is told. */
  async #look(): Promise<void> {
    if (this.#closed) return;
    try {
      if (!(await this.#settled())) {
        this.#arm();
        return;
      }
      const names = new Set(this.#touched.keys());
      if (this.#all) {
        for (const name of await this.#parts.changedNames()) names.add(name);
        await this.#watchAgain();
      }
      this.#touched = new Map();
      this.#all = false;
      await this.#tell([...names]);
    } catch (error) {
      this.#touched = new Map();
      this.#all = false;
      this.#stop(toStorageError(error, this.#parts.path));
    }
  }

  async #settled(): Promise<boolean> {
    const touched = this.#touched;
    let settled = true;
    for (const [name, before] of [...touched]) {
      const now = (await this.#parts.stamp(name).catch(() => undefined)) ?? gone;
      if (before === undefined || !sameStamp(before, now)) settled = false;
      touched.set(name, now);
    }
    // An event that came while the others were looked at has put its own mark again.
    return settled && ![...touched.values()].includes(undefined);
  }

  async #tell(names: readonly string[]): Promise<void> {
    const changes = await this.#parts.changesIn(names);
    if (changes.length > 0 && !this.#closed) this.#parts.listener.changed(changes);
  }
}

/** Stands for a file that is not there, so that its absence can settle too. */
const gone: FileStamp = { size: -1, modifiedMs: -1, changedMs: -1, inode: -1 };
