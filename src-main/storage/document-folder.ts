import { basename, extname, join } from 'node:path';
import { contentHash, type ContentHash } from './content-hash';
import type {
  DocumentFolder,
  DocumentFolderOptions,
  FolderChange,
  FolderEntry,
  FolderListener,
  FolderPlace,
  FolderRead,
  FolderWatch,
  FolderWrite,
  FolderWriteAtOnce,
} from './document-folder-types';
import { hasSameContent, nameInCloud } from './cloud-placeholder';
import { decodeText } from './document-text';
import { isTemporaryName, writeDurably } from './durable-write';
import type { ExpectedContent } from './place-file';
import { FailedReads } from './failed-reads';
import { readWhole, type FileRead, type FileStamp } from './file-read';
import { FolderWatcher, gone } from './folder-watcher';
import { FolderDisk } from './folder-disk';
import { folderEntry } from './folder-entry';
import { mapLimited } from './limited-concurrency';
import { documentNames, otherNames, touchedNames } from './several-names';
import { removeUnchanged } from './remove-unchanged';
import { isSeen, SeenFiles } from './seen-files';
import { StorageError, toStorageError } from './storage-error';
import { TaskQueue } from './task-queue';
import { writeAtOnce } from './write-at-once';

export type * from './document-folder-types';

/** A folder of documents; nothing is touched before it is asked for. */
export function openDocumentFolder(
  path: string,
  options: DocumentFolderOptions = {},
): DocumentFolder {
  return new StoredFolder(path, options);
}

/** As it was read, with what tells it from later versions also where it is damaged. */
type ReadNow = FolderRead & { readonly stamp?: FileStamp | undefined };

class StoredFolder implements DocumentFolder {
  readonly path: string;
  readonly #extension: string;
  readonly #maxBytes: number;
  readonly #concurrency: number;
  readonly #settleMs: number;
  readonly #latestMs: number;
  readonly #platform: NodeJS.Platform;
  readonly #seen = new SeenFiles();
  /** Names that were passed over, because the file is known under another. */
  readonly #otherNames = new Set<string>();
  /** What each file held when it was last read or written here. */
  readonly #newest = new Map<string, ContentHash>();
  /** Writes that are under way. */
  readonly #writing = new Set<Promise<unknown>>();
  readonly #queues = new Map<string, TaskQueue>();
  readonly #disk: FolderDisk;
  readonly #retryMs: number;
  /** As long as somebody listens. */
  #failedReads: FailedReads | undefined;
  /** What the listener could not take, until it is written or gone. */
  #untaken: FailedReads | undefined;

  constructor(path: string, options: DocumentFolderOptions) {
    this.path = path;
    this.#disk = new FolderDisk(path);
    this.#extension = (options.extension ?? '.json').toLowerCase();
    this.#maxBytes = options.maxBytes ?? 8 * 1024 * 1024;
    this.#concurrency = options.concurrency ?? 8;
    this.#settleMs = options.settleMs ?? 150;
    this.#latestMs = options.latestMs ?? 1_000;
    this.#retryMs = options.retryMs ?? 1_000;
    this.#platform = options.platform ?? process.platform;
  }

  place(): FolderPlace | undefined {
    return this.#disk.place;
  }

  async list(): Promise<readonly FolderEntry[]> {
    const entries = await this.#look();
    this.#seen.noteListed(entries);
    return entries;
  }

  read(name: string): Promise<FolderRead> {
    return this.#inTurn(name, async () => {
      const read = await this.#readNow(name);
      const seen = this.#seen.get(name);
      if (read.state === 'ok' && seen?.hash === undefined && isSeen(seen, read.stamp)) {
        // Only what was listed so: a change that nobody was told of is still to be told.
        this.#seen.note(name, { stamp: read.stamp, hash: read.hash });
      } else if (read.state !== 'ok' || read.hash !== seen?.hash) {
        // Whoever read it has something else now than the listener: what lies there next is to be
        // told, also where it is the same again. Since which look it is known does not change.
        this.#seen.outdate(name);
      }
      return read;
    });
  }

  isCurrent(read: FolderRead & { readonly state: 'ok' | 'damaged' }): boolean {
    const newest = this.#newest.get(read.name);
    return read.state === 'ok' ? newest === read.hash : newest === undefined;
  }

  modifiedMs(name: string): number | undefined {
    const stamp = this.#seen.get(name)?.stamp;
    return stamp === undefined || stamp === gone ? undefined : stamp.modifiedMs;
  }

  tellAgain(name: string): void {
    this.#seen.noteUnknown(name);
    this.#untaken?.failed(name);
  }

  readMany(names: readonly string[]): Promise<readonly FolderRead[]> {
    return mapLimited(names, this.#concurrency, (name) => this.read(name));
  }

  write(name: string, text: string, expected: ExpectedContent): Promise<FolderWrite> {
    return this.#changing(name, async () => {
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

  writeAtOnce(name: string, text: string, expected: readonly ContentHash[]): FolderWriteAtOnce {
    this.#disk.checkAtOnce(this.#seen.all);
    const result = writeAtOnce(this.#pathOf(name), text, expected);
    if (result.outcome === 'written') return result;
    const conflictName = basename(result.conflictPath);
    return { outcome: 'conflict', conflictName, hash: contentHash(text) };
  }

  accept(): Promise<void> {
    return this.#disk.accept();
  }

  remove(name: string, expected: ContentHash): Promise<'removed' | 'changed'> {
    return this.#changing(name, async () => {
      const path = this.#pathOf(name);
      const file = await readWhole(path, Number.MAX_SAFE_INTEGER);
      if (file.state === 'damaged') {
        const { damage } = file;
        throw new StorageError(damage.reason === 'unreadable' ? damage.kind : 'notAFile', path);
      }
      if (file.state === 'ok' && file.hash !== expected) return 'changed';
      if ((await removeUnchanged(path, expected)) === 'changed') return 'changed';
      this.#seen.forget(name);
      this.#newest.delete(name);
      return 'removed';
    });
  }

  async watch(
    listener: FolderListener,
  ): Promise<{ readonly watch: FolderWatch; readonly entries: readonly FolderEntry[] }> {
    const nothingSeen = this.#seen.all.size === 0;
    const watcher = new FolderWatcher({
      path: this.path,
      settleMs: this.#settleMs,
      latestMs: this.#latestMs,
      retryMs: this.#retryMs,
      listener,
      isDocument: (name) => this.#isDocument(nameInCloud(name) ?? name),
      stamp: async (name) => (await this.#entry(nameInCloud(name) ?? name))?.stamp,
      changesIn: (names) => this.#changesIn(names),
      changedNames: () => this.#changedNames(),
    });
    if (nothingSeen) await this.#names();
    const lookAt = (name: string) => {
      watcher.lookAt(name);
    };
    const failedReads = new FailedReads(lookAt, this.#retryMs);
    const untaken = new FailedReads(lookAt, this.#retryMs);
    this.#failedReads?.close();
    this.#untaken?.close();
    this.#failedReads = failedReads;
    this.#untaken = untaken;
    const watch: FolderWatch = {
      rescan: () => watcher.rescan(),
      close: () => {
        failedReads.close();
        untaken.close();
        watcher.close();
      },
    };
    watcher.start();
    try {
      // Once events come in, so that nothing falls between the look and the watch.
      if (!nothingSeen) await watcher.rescan();
      return { watch, entries: await this.list() };
    } catch (error) {
      watch.close();
      throw error;
    }
  }

  /** Which of these files others have changed since they were last seen here. */
  async #changesIn(events: readonly string[]): Promise<FolderChange[]> {
    // A write can make a file of another name, its conflict copy, which is ours as well.
    await Promise.allSettled(this.#writing);
    const look = this.#seen.beginLook();
    const names = await documentNames(this.path, withPutAway(await this.#names()));
    const listed = new Set(names.filter((name) => this.#isDocument(name)));
    const touched = await touchedNames(this.path, events, listed, this.#seen.all, this.#otherNames);
    const found = await mapLimited([...touched], this.#concurrency, (name) =>
      // In turn, so that a write of ours that is under way is known before the file is judged.
      this.#inTurn(name, () => this.#changeOf(name, listed, look)),
    );
    return found.filter((change): change is FolderChange => change !== undefined);
  }

  /** `listed` decides what is there: some volumes find a file under names that it no longer has. */
  async #changeOf(
    name: string,
    listed: ReadonlySet<string>,
    look: number,
  ): Promise<FolderChange | undefined> {
    const before = this.#seen.get(name);
    if (!listed.has(name)) {
      // Written by us since the look.
      if (before === undefined || before.look >= look) return undefined;
      this.#seen.forget(name);
      this.#newest.delete(name);
      return { kind: 'removed', name };
    }
    if (before !== undefined) {
      const now = await this.#entry(name);
      if (now !== undefined && isSeen(before, now.stamp)) return undefined;
    }
    const inCloud = await this.#entry(name);
    if (inCloud?.damage?.reason === 'inCloud') {
      const { stamp, damage } = inCloud;
      const isSame = before !== undefined && hasSameContent(before.stamp, stamp);
      // Put away to save room: it is what it was.
      this.#seen.note(name, {
        stamp,
        ...(isSame && before.hash !== undefined && { hash: before.hash }),
      });
      return isSame ? undefined : { kind: 'changed', read: { state: 'damaged', name, damage } };
    }
    const read = await this.#readNow(name);
    if (read.state === 'missing') {
      if (before === undefined) return undefined;
      this.#seen.forget(name);
      return { kind: 'removed', name };
    }
    if (read.state === 'ok') this.#seen.note(name, { stamp: read.stamp, hash: read.hash });
    else if (read.stamp !== undefined) this.#seen.note(name, { stamp: read.stamp });
    if (read.state === 'ok' && read.hash === before?.hash) return undefined;
    return { kind: 'changed', read };
  }

  /** Names of all files that look different from when they were last seen, gone ones included. */
  async #changedNames(): Promise<string[]> {
    const entries = await this.#look();
    const present = new Set(entries.map((entry) => entry.name));
    const gone = [...this.#seen.all.keys()].filter((name) => !present.has(name));
    const changed = entries.filter(({ name, stamp }) => !this.#seen.isSame(name, stamp));
    return [...changed.map((entry) => entry.name), ...gone];
  }

  /** @throws StorageError `missing` also where the folder's disk is not there */
  #names(): Promise<string[]> {
    return this.#disk.names((name) => this.#isDocument(nameInCloud(name) ?? name), this.#seen.all);
  }

  async #look(): Promise<FolderEntry[]> {
    this.#seen.beginLook();
    const listed = await documentNames(this.path, withPutAway(await this.#names()));
    const documents = listed.filter((name) => this.#isDocument(name)).sort();
    const entries = await mapLimited(documents, this.#concurrency, (name) => this.#entry(name));
    const there = entries.filter((entry): entry is FolderEntry => entry !== undefined);
    const others = await otherNames(this.path, there, (name) => this.#seen.all.has(name));
    for (const name of others) this.#otherNames.add(name);
    return there.filter(({ name }) => !others.has(name));
  }

  #entry(name: string): Promise<FolderEntry | undefined> {
    return folderEntry(this.#pathOf(name), this.#maxBytes, this.#platform);
  }

  async #readNow(name: string): Promise<ReadNow> {
    const found = await readWhole(this.#pathOf(name), this.#maxBytes);
    const file = found.state === 'missing' ? await this.#unlessDiskIsGone(found) : found;
    if (file.state === 'damaged' && file.damage.reason === 'unreadable') {
      // What it holds is not known: whatever is there when it can be read is to be told.
      this.#seen.noteUnknown(name);
      this.#failedReads?.failed(name);
    } else this.#failedReads?.settled(name);
    if (file.state === 'ok') this.#newest.set(name, file.hash);
    else this.#newest.delete(name);
    // It stays known until it is told as removed: who reads it tells nobody else.
    if (file.state === 'missing') {
      this.#untaken?.settled(name);
      const putAway = await this.#entry(name);
      if (putAway?.damage?.reason !== 'inCloud') return { state: 'missing', name };
      return { state: 'damaged', name, damage: putAway.damage, stamp: putAway.stamp };
    }
    const { stamp } = file;
    if (file.state === 'damaged') return { state: 'damaged', name, damage: file.damage, stamp };
    const decoded = decodeText(file.bytes);
    if (decoded.state === 'damaged') {
      this.#newest.delete(name);
      return { ...decoded, name, stamp };
    }
    return { state: 'ok', name, text: decoded.text, hash: file.hash, stamp: file.stamp };
  }

  /** A file of a disk that is not there is not gone. */
  async #unlessDiskIsGone(missing: FileRead & { readonly state: 'missing' }): Promise<FileRead> {
    try {
      await this.#disk.check(this.#seen.all);
      return missing;
    } catch (error) {
      const { kind } = toStorageError(error, this.path);
      return { state: 'damaged', damage: { reason: 'unreadable', kind } };
    }
  }

  /** After a write of ours: what lies there now is ours, unless someone was faster. */
  async #remember(name: string, hash: ContentHash): Promise<void> {
    const file = await readWhole(this.#pathOf(name), Number.MAX_SAFE_INTEGER);
    const isOurs = file.state === 'ok' && file.hash === hash;
    this.#newest.set(name, hash);
    this.#untaken?.settled(name);
    this.#seen.note(name, { stamp: isOurs ? file.stamp : gone, hash });
  }

  /**
   * Whatever writes or removes: in turn, known for as long as it lasts, and only where the folder is
   * the one that was looked at.
   */
  async #changing<T>(name: string, task: () => Promise<T>): Promise<T> {
    const writing = this.#inTurn(name, async () => {
      await this.#disk.check(this.#seen.all);
      return task();
    });
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

/** A file that an older macOS put away is listed under the name that it has. */
function withPutAway(listed: readonly string[]): string[] {
  return [...new Set(listed.map((name) => nameInCloud(name) ?? name))];
}
