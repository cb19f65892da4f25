/** Moves theme files from one library folder to another, so that none is lost or there twice. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '@shared/problem-error';
import {
  countUnfoundNames,
  decodeText,
  fileNameKey,
  isSameFolder,
  longestNames,
  numberedFileName,
  openDocumentFolder,
  readWhole,
  StorageError,
  storageProblemError,
  toStorageError,
  writeDurably,
  type ContentHash,
  type DocumentFolder,
  type FileRead,
  type FolderEntry,
} from '../../storage/storage';
import type { KeptFile, MovedFile, MoveJournal } from './move-journal';
import { removeCopies, removeMoved } from './move-removal';
import { isOtherJson, largestThemeFile } from './theme-file';

/** How many files are noted together before they are copied. */
const noteAtOnce = 200;
/**
 * How often what others go on changing, or hold, is taken along before it is left where it is: how long what is held is
 * waited for after each time, milliseconds.
 */
const patience: readonly number[] = [20, 60, 120, 300, 0];

/** How many files came along, and how many stayed in the old folder. */
export interface Moved {
  readonly moved: number;
  /** They can't be read as text or be copied, are only in the cloud, or have names that lead to no file. */
  readonly left: number;
  /** The others that are in both: they were in the new folder before, or could not be removed from the old. */
  readonly kept: number;
}

interface Copied {
  readonly target: string;
  readonly hash: ContentHash;
}

/** What has a name in the new folder; `taken`: nothing that could be compared. */
type WhatIsThere =
  | { readonly is: 'nothing' | 'taken' | 'nameTooLong' }
  | { readonly is: 'file'; readonly hash: ContentHash };

/** What is noted together before anything of it is copied. */
interface CopyBatch {
  readonly files: MovedFile[];
  readonly kept: KeptFile[];
}

/**
 * Moves the files of one library folder to another: all of them are copied before any original
 * goes, and a name that is taken there is not written over. Whether it is one folder by two paths
 * is found out before anything, so that a move of a folder into itself can't be had.
 *
 * It reads past the library's own folder, so that what others change meanwhile is told as ever.
 */
export class FolderMove {
  readonly #from: string;
  /** One for the whole move, so that an empty place is told from the folder when its disk goes away. */
  readonly #old: DocumentFolder;
  readonly #to: string;
  readonly #journal: MoveJournal;
  readonly #isOther: (name: string) => boolean;
  readonly #copied = new Map<string, Copied>();
  /** Files that were in the new folder before, by name, with what they held. */
  readonly #kept = new Map<string, Copied>();
  /** The names that its copies have there, as `fileNameKey` gives them. */
  readonly #targets = new Set<string>();
  /** Files whose names the new folder's disk takes only when they are shortened. */
  readonly #shortened = new Set<string>();
  readonly #left = new Set<string>();
  /** What was found to be no theme before the library lay in the new folder, which knows nothing of it. */
  readonly #others = new Map<string, ContentHash>();
  /** Originals that went. */
  #removed: ReadonlySet<string> = new Set<string>();
  /** Why files could not be copied or removed once the library lay in the new folder. */
  readonly #failed = new Map<string, unknown>();
  #isChosen = false;
  /** Names of the old folder under which nothing can be opened. */
  #unfound = 0;

  private constructor(
    from: string,
    to: string,
    journal: MoveJournal,
    isOther: (name: string) => boolean,
  ) {
    this.#from = from;
    this.#old = openDocumentFolder(from, { maxBytes: largestThemeFile });
    this.#to = to;
    this.#journal = journal;
    this.#isOther = isOther;
  }

  /**
   * @param isOther whether a file of the old folder is no theme's and never was, as the library has found: it stays there
   * @throws ProblemError libraryFolderRefused when both paths lead to one folder; storage… when the
   *   new one can't be written to
   */
  static async begin(
    from: string,
    to: string,
    journal: MoveJournal,
    isOther: (name: string) => boolean = () => false,
  ): Promise<FolderMove> {
    if (await isSameFolder(from, to)) {
      throw new ProblemError({ code: 'libraryFolderRefused', path: to, reason: 'same' });
    }
    await journal.begin(from, to);
    return new FolderMove(from, to, journal, isOther);
  }

  /** What came of it, once it was to `finish`. */
  get result(): Moved {
    const both = [...this.#kept.keys(), ...this.#copied.keys()];
    const kept = both.filter((name) => !this.#removed.has(name) && !this.#left.has(name));
    const left = this.#left.size + this.#unfound;
    return { moved: this.#copied.size, left, kept: kept.length };
  }

  /** The name that a file of the old folder has in the new one, where it came along. */
  targetOf(name: string): string | undefined {
    return (this.#copied.get(name) ?? this.#kept.get(name))?.target;
  }

  /** Whether nothing of the library is in the old folder any more. */
  get isWhole(): boolean {
    return this.result.left === 0 && this.result.kept === 0;
  }

  /**
   * Copies what was not copied yet or changed since; tells whether there was any.
   * @throws StorageError, also for a file that can't be read at the moment
   */
  async copy(): Promise<boolean> {
    return this.#copy((batch) => this.#journal.note(batch));
  }

  /** Takes the copies away again; originals were not touched. Never rejects. */
  async undo(): Promise<void> {
    const files = [...this.#copied].map(([name, { target, hash }]) => ({
      name,
      target,
      hashes: [hash],
    }));
    await removeCopies({ from: this.#from, to: this.#to, files });
    await this.#journal.end().catch(() => undefined);
  }

  /**
   * Removes the originals, once the library lies in the new folder. What others changed in the old
   * one since it was copied comes along first, as a change like any other. A file that can't be had holds up no other one.
   * @throws StorageError where the old folder can't be looked at: all of it counts as there then
   */
  async finish(): Promise<void> {
    this.#isChosen = true;
    await this.#journal.chosen();
    for (const ms of patience) {
      // Not noted any more: a Foyer that is killed now finds what is newer all the same.
      const isAny = await this.#copy(() => Promise.resolve());
      if (this.#failed.size > 0) await pause(ms);
      else if (!isAny) break;
    }
    const removed = new Set<string>();
    for (const [name, { target, hash }] of this.#copied) {
      await this.#trying(name, async () => {
        const isRemoved = await removeMoved(join(this.#from, name), hash, join(this.#to, target));
        if (isRemoved) removed.add(name);
      });
    }
    // What is on a disk that went away meanwhile only looks as if it had gone.
    await this.#old.list();
    this.#removed = removed;
  }

  /**
   * The new folder was looked into, with what was moved. What failed is tried again at the next start.
   * @throws what failed first, or StorageError
   */
  async end(): Promise<void> {
    const held = [...this.#copied].filter(([name]) => this.#failed.has(name));
    await this.#journal.endBut(
      held.map(([name, { target, hash }]) => {
        return { name, target, hashes: [hash], isUpToDate: !this.#left.has(name) };
      }),
    );
    for (const error of this.#failed.values()) throw error;
  }

  async #copy(note: (batch: CopyBatch) => Promise<void>): Promise<boolean> {
    let isAny = false;
    const entries = await this.#old.list();
    this.#left.clear();
    this.#failed.clear();
    const names = new Set(entries.map(({ name }) => name));
    const gone = [...this.#copied].filter(([name]) => !names.has(name));
    for (let at = 0; at < entries.length; at += noteAtOnce) {
      const batch: CopyBatch = { files: [], kept: [] };
      for (const entry of entries.slice(at, at + noteAtOnce))
        await this.#trying(entry.name, () => this.#plan(entry, gone, batch));
      if (batch.files.length > 0 || batch.kept.length > 0) await note(batch);
      for (const file of batch.files) await this.#trying(file.name, () => this.#copyOne(file));
      isAny ||= batch.files.length > 0;
    }
    this.#failed.forEach((_error, name) => this.#left.add(name));
    this.#unfound = await countUnfoundNames(this.#from);
    return isAny;
  }

  /** What can't be done with one file ends the move as long as there is a way back, and then leaves that one alone. */
  async #trying(name: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!this.#isChosen) throw error;
      this.#failed.set(name, error);
    }
  }

  /** Adds what is to be done with a file to the batch, where there is anything to do. */
  async #plan(
    { name, damage }: FolderEntry,
    gone: (readonly [string, Copied])[],
    { files, kept }: CopyBatch,
  ): Promise<void> {
    const read = await this.#read(name);
    if (read === undefined) {
      // An older macOS leaves another file in its place, which is of no use elsewhere.
      if (damage?.reason === 'inCloud') this.#left.add(name);
      return;
    }
    const { hash } = read;
    const before = this.#copied.get(name);
    // What is half written is copied, and goes on being moved.
    const isFirst = before === undefined && !this.#isChosen;
    if (isFirst && this.#isOther(name) && isOtherJson(read.bytes.toString('utf8'))) {
      this.#others.set(name, hash);
    }
    if (this.#others.get(name) === hash) return;
    if (before?.hash === hash || this.#kept.get(name)?.hash === hash) return;
    this.#kept.delete(name);
    const copied = before ?? this.#renamed(name, hash, gone);
    if (copied !== undefined) {
      files.push({ name, target: copied.target, hashes: [hash] });
      return;
    }
    for (let count = 1; ;) {
      const isShort = this.#shortened.has(name);
      const longest = isShort ? longestNames.strict : longestNames.usual;
      // Its own name is left as it is where the disk takes it.
      const isOwn = count === 1 && !isShort;
      const target = isOwn ? name : numberedFileName(name, count, longest);
      // Some disks take `A.json` and `a.json` for one file.
      const isOurs = this.#targets.has(fileNameKey(target));
      const there: WhatIsThere = isOurs ? { is: 'taken' } : await this.#whatIsAt(target);
      if (there.is === 'nameTooLong') this.#shorten(name, target);
      else if (there.is === 'nothing') {
        this.#targets.add(fileNameKey(target));
        files.push({ name, target, hashes: [hash] });
        return;
      } else if (there.is === 'file' && there.hash === hash) {
        // It was there before: whoever put it there, its original is not ours to remove.
        this.#kept.set(name, { target, hash });
        kept.push({ name, target });
        return;
      } else count += 1;
    }
  }

  /** Others gave one of the files that are gone since they were copied that name: its copy is the one of this file. */
  #renamed(name: string, hash: ContentHash, gone: (readonly [string, Copied])[]) {
    const at = gone.findIndex(([, copy]) => copy.hash === hash);
    const [[before, copy] = []] = at < 0 ? [] : gone.splice(at, 1);
    if (before === undefined || copy === undefined) return undefined;
    this.#copied.delete(before);
    this.#copied.set(name, copy);
    return copy;
  }

  /**
   * What has the name in the new folder.
   * @throws ProblemError where that can't be found out
   */
  async #whatIsAt(target: string): Promise<WhatIsThere> {
    const path = join(this.#to, target);
    const there = await readWhole(path, Number.MAX_SAFE_INTEGER);
    if (there.state === 'missing') return { is: 'nothing' };
    if (there.state === 'ok') return { is: 'file', hash: there.hash };
    const { damage } = there;
    if (damage.reason !== 'unreadable') return { is: 'taken' };
    if (damage.kind === 'nameTooLong') return { is: 'nameTooLong' };
    try {
      // Of another person, for example. Where nobody can say that it is there, no other name would
      // ever be free either.
      await lstat(path);
      return { is: 'taken' };
    } catch (error) {
      throw storageProblemError(error, path);
    }
  }

  /** The file's name is tried again in fewer bytes. @throws ProblemError where it was already */
  #shorten(name: string, target: string): void {
    const path = join(this.#to, target);
    if (this.#shortened.has(name)) {
      throw storageProblemError(new StorageError('nameTooLong', path), path);
    }
    this.#shortened.add(name);
  }

  async #copyOne({ name, target }: MovedFile): Promise<void> {
    const read = await this.#read(name);
    const before = this.#copied.get(name);
    if (read === undefined) {
      if (before === undefined) this.#targets.delete(fileNameKey(target));
      return;
    }
    const path = join(this.#to, target);
    const result = await writeDurably(path, read.bytes, {
      expected: before?.hash ?? 'absent',
      ifChanged: 'refuse',
    }).catch((error: unknown) => {
      // Some disks tell only now; the next look finds another name.
      if (toStorageError(error, path).kind !== 'nameTooLong') throw error;
      this.#shorten(name, target);
      return { outcome: 'conflict' } as const;
    });
    if (result.outcome === 'written') this.#copied.set(name, { target, hash: read.hash });
    // Somebody took the name, or changed the copy: the file is copied again under another one.
    else this.#copied.delete(name);
  }

  /** The file as it is now; `undefined` for one that is gone, or stays because it is no text. */
  async #read(name: string): Promise<(FileRead & { readonly state: 'ok' }) | undefined> {
    const path = join(this.#from, name);
    const read = await readWhole(path, largestThemeFile);
    if (read.state === 'damaged') {
      // A disk that fails for a moment is no reason to leave a theme behind.
      const { damage } = read;
      if (damage.reason === 'unreadable') {
        throw storageProblemError(new StorageError(damage.kind, path), path);
      }
    }
    if (read.state === 'ok' && decodeText(read.bytes).state === 'ok') return read;
    if (read.state !== 'missing') this.#left.add(name);
    return undefined;
  }
}
