/** The index of the folder, by which a start need not read every file. */
import { join } from 'node:path';
import {
  sameStamp,
  TaskQueue,
  isSamePlace,
  tellDocumentTrouble,
  type FileStamp,
  type FolderPlace,
} from '../../storage/storage';
import { FoundUnread } from './found-unread';
import { IndexFile } from './index-file';
import { indexName, parkIndex, takeOverParked, takeUpIndex } from './folder-indexes';
import {
  indexLine,
  indexText,
  lookOf,
  themeLine,
  type IndexEntry,
  type IndexListener,
  type LastLook,
  type MissingThemes,
} from './index-lines';
import type { Bin } from '../bin/bin';
import { knowsItsCss, type ThemeCard } from '../catalogue/theme-card';
import { isSameNote, noCopies, withCopy, type CopiedFile, type NotedCopies } from './noted-copies';

/** A theme as it was last seen in a file. */
export interface LastSeen extends IndexEntry {
  readonly file: string;
}

/**
 * The cards of the library as they were when their files had a certain stamp, so that a start does
 * not read every file, and the themes that others took away, as they were. It lies in the profile, one
 * for each folder, and can be lost at any time: each line carries its own checksum, and what does not
 * match is as good as not there. It only ever grows by the lines of what changed, and is written anew
 * when more than half of it is old. What was not loaded is never written over.
 */
export class LibraryIndex {
  readonly #profileFolder: string;
  readonly #file: IndexFile;
  readonly #folder: string;
  readonly #entries = new Map<string, IndexEntry>();
  readonly #dirty = new Set<string>();
  readonly #writes = new TaskQueue();
  readonly #failed: (error: unknown) => void;
  readonly #told: IndexListener;
  #seenIn: string;
  #mayBeKnown = false;
  #isLoaded = false;
  #isClosed = false;
  #copies = noCopies;
  #areCopiesDirty = false;
  #place: FolderPlace | undefined;
  #isPlaceDirty = false;
  #library: string | undefined;
  #isLibraryDirty = false;
  /** Nobody knows what is in it: the disk did not let it be read, or it is of another format. */
  #isUnread = false;
  #isRefused = false;
  /** A newer Foyer wrote it, and needs it: this one reads every file, and writes none. */
  #isNewer = false;
  /** Themes that were in the folder, and that others took away, as they were: they may come back. */
  readonly #missing = new Map<string, LastLook | undefined>();
  /** What is found while it can't be read. */
  readonly foundUnread = new FoundUnread();
  /** Of these it is to be written whether they are missing. */
  readonly #dirtyThemes = new Set<string>();

  /** `folder` is the library's: an index of another one is put aside. `told` hears what it knows once it can be read. */
  constructor(
    profileFolder: string,
    folder: string,
    failed: (error: unknown) => void,
    told: IndexListener,
  ) {
    this.#profileFolder = profileFolder;
    this.#file = new IndexFile(join(profileFolder, indexName));
    this.#folder = folder;
    this.#seenIn = folder;
    this.#failed = failed;
    this.#told = told;
  }

  /** Whether the folder was a library once, as far as is known: there is an index. After `load`. */
  get mayBeKnown(): boolean {
    return this.#mayBeKnown;
  }

  /** Whether the disk doesn't let it be read, up to now. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Whether nobody knows what is in it, up to now. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  /** The folder's path when its files were last seen before the start: a person may have renamed it since. */
  get seenIn(): string {
    return this.#seenIn;
  }

  /**
   * Reads what is there. `found` is the library that lies in the folder by its mark, `known` the one that is known to lie
   * at its path, both by the IDs that last. Never throws.
   */
  async load(found?: string, known?: string): Promise<void> {
    if (this.#isLoaded && !this.#isUnread) return;
    const read = await takeUpIndex(this.#profileFolder, this.#folder, found);
    this.#isLoaded = true;
    this.#isRefused = read.state === 'unread';
    this.#isUnread = this.#isRefused;
    this.#mayBeKnown = this.#isUnread || read.state === 'ok';
    if (read.state === 'other') this.#noteOther(read);
    if (this.#isUnread) this.#library = found;
    if (read.state !== 'ok') return;
    this.#library = read.library ?? found ?? known;
    this.#isLibraryDirty = this.#library !== read.library;
    this.#seenIn = read.folder;
    // With the folder's name of today it is written anew.
    this.#file.wasRead(read.bytes, read.isWhole && read.folder === this.#folder);
    for (const [file, entry] of read.entries) this.#entries.set(file, entry);
    for (const [id, last] of read.missing) this.#missing.set(id, last);
    this.#copies = read.copies;
    this.#told.recall(read.copies);
    this.#place ??= read.place;
  }

  /** What lies at the folder's path is the library's folder from now on. */
  notePlace(place: FolderPlace | undefined): void {
    if (place === undefined || isSamePlace(place, this.#place)) return;
    this.#place = place;
    this.#isPlaceDirty = true;
  }

  /** Whether what lies at the folder's path is what lay there before, as far as is known. */
  isAt(place: FolderPlace | undefined): boolean {
    return place !== undefined && isSamePlace(place, this.#place);
  }

  /**
   * That library lies in the folder, by the ID that lasts. What is noted of another one is put aside for it, and what is
   * aside of this one is its own. An empty folder may be the place of a disk that is not there. Never rejects.
   */
  async noteLibrary(id: string, bin: Pick<Bin, 'hasDeleted'>): Promise<void> {
    const before = this.#library;
    if (id === before || this.#entries.size === 0) return;
    await this.#writing(async () => {
      // It says what it said of that one, and more.
      if (before !== undefined) await parkIndex(this.#profileFolder, before, this.#wholeText());
      this.#setLibrary(id);
    });
    // Refused by the disk, it is tried again with the next look.
    if (this.#library !== id) return;
    const { had, forget } = await takeOverParked(this.#profileFolder, id, this.#place, bin);
    this.missAll(had);
    await this.save();
    if (this.#file.isWhole && this.#dirtyThemes.size === 0) await forget();
  }

  /** The library leaves the folder. */
  noteNoLibrary(): void {
    if (this.#library !== undefined) this.#setLibrary(undefined);
  }

  #setLibrary(id: string | undefined): void {
    this.#library = id;
    this.#isLibraryDirty = true;
  }

  /** The files that had a theme when they were last seen. */
  get files(): Iterable<string> {
    return this.#entries.keys();
  }

  /** An index of another folder says nothing of this one; of another format, that there was one. */
  #noteOther({ folder, isNewer }: { readonly folder: string; readonly isNewer: boolean }): void {
    this.#isNewer = isNewer;
    if (isNewer) tellDocumentTrouble({ kind: 'newer', path: this.#file.path });
    this.#isUnread = folder === this.#folder;
    this.#mayBeKnown = this.#isUnread;
  }

  /** The card of a file that still has that stamp; one that lacks what is compared, or known, is read anew. */
  find(file: string, stamp: FileStamp): ThemeCard | undefined {
    const entry = this.#entries.get(file);
    if (entry === undefined || !sameStamp(entry.stamp, stamp)) return undefined;
    if (entry.cameBackMs !== undefined) return undefined;
    return knowsItsCss(entry.card) ? entry.card : undefined;
  }

  /** What was last known of the file, whatever its stamp. */
  lastIn(file: string): IndexEntry | undefined {
    return this.#entries.get(file);
  }

  /** Each theme as it was last seen, by its id. */
  lastSeen(): ReadonlyMap<string, LastSeen> {
    return new Map([...this.#entries].map(([file, entry]) => [entry.card.id, { file, ...entry }]));
  }

  /**
   * Tells which themes may belong to the library, in the folder or not: those that it has now, and
   * those that others took away, or whose disk was not there.
   */
  mayHave(): (id: string) => boolean {
    if (this.#isUnread || !this.#isLoaded) return () => true;
    const ids = this.#ids();
    return (id) => ids.has(id) || this.#missing.has(id);
  }

  set(file: string, entry: IndexEntry): void {
    this.endMissing(entry.card.id);
    this.#entries.set(file, entry);
    this.#dirty.add(file);
  }

  /** Forgets a file whose theme is elsewhere now, in another file or in the bin. */
  delete(file: string): void {
    if (this.#entries.delete(file)) this.#dirty.add(file);
  }

  /**
   * Forgets a file that others took away, and its theme with it, which was this at the last: it is
   * missing until it is set.
   */
  lose(file: string, last = lookOf(this.lastIn(file))): void {
    this.delete(file);
    if (last !== undefined) this.#miss(last.card.id, last);
  }

  /** Others gave files other names: each theme was last seen in the one that it had. */
  rename(files: ReadonlyMap<string, string>): void {
    const entries = [...files].map(([from, to]) => [to, this.#entries.get(from)] as const);
    for (const from of files.keys()) this.delete(from);
    for (const [to, entry] of entries) if (entry !== undefined) this.set(to, entry);
  }

  /** What a theme was that is missing, where that is known. */
  missing(id: string): LastLook | undefined {
    return this.#missing.get(id);
  }

  /**
   * The theme is there, and is about to be deleted: what it was before it came back is older than that.
   * Written at once, because nothing tells when this run is killed. Never rejects.
   */
  async noteReturn(id: string): Promise<void> {
    // What can't be read may say that it is missing, and what it was then.
    if (this.#isUnread) this.#missing.set(id, undefined);
    else this.endMissing(id);
    if (this.#dirtyThemes.has(id)) await this.save();
  }

  /** The theme is there, or was deleted by Foyer itself: others didn't take it away. */
  endMissing(id: string): void {
    if (this.#missing.delete(id)) this.#dirtyThemes.add(id);
  }

  /** These are missing too, as far as is known, and were this at the last. */
  missAll(themes: MissingThemes): void {
    const isThere = this.#ids();
    for (const [id, last] of themes) if (!isThere.has(id)) this.#miss(id, last);
  }

  /**
   * Forgets files that are not among these: others took them away. None at all may be the place of a
   * disk that is not there: then what was known is kept for when it is. Gives what was there.
   */
  keepOnly(files: ReadonlySet<string>): LastSeen[] {
    if (files.size === 0) return [];
    const gone = [...this.#entries].filter(([file]) => !files.has(file));
    for (const [file] of gone) this.delete(file);
    const isThere = this.#ids();
    for (const [, entry] of gone)
      if (!isThere.has(entry.card.id)) this.#miss(entry.card.id, lookOf(entry));
    return gone.map(([file, entry]) => ({ file, ...entry }));
  }

  /** One more copy is known, and is written now: nothing tells when this run is killed. Never rejects. */
  noteCopy(copy: CopiedFile): Promise<void> {
    return this.#writing(async () => {
      this.#copies = withCopy(this.#copies, copy);
      if (!this.#copies.copies.includes(copy)) return;
      if (!this.#file.isWhole) return this.#write();
      await this.#file.append(indexLine({ copy }));
    });
  }

  /**
   * Writes what changed, and what is known of copies by then. Never rejects: an index that can't be
   * written costs time at a start.
   */
  save(known: () => NotedCopies = () => this.#copies): Promise<void> {
    return this.#writing(async () => {
      const copies = known();
      this.#areCopiesDirty ||= !isSameNote(copies, this.#copies);
      this.#copies = copies;
      await this.#write();
    });
  }

  /** Reads it, where the disk did not let it be read before. Never rejects. */
  readAgain(): Promise<void> {
    return this.#isUnread ? this.#writing(() => Promise.resolve()) : Promise.resolve();
  }

  #writing(write: () => Promise<void>): Promise<void> {
    // In that place lies the index of another folder.
    if (this.#isClosed) return Promise.resolve();
    return this.#writes.run(async () => {
      // What nobody looked at (a command of the terminal needs no library) may be anybody's.
      if (!this.#isLoaded || this.#isNewer) return;
      try {
        if (this.#isUnread && !(await this.#readAfterAll())) return;
        await write();
      } catch (error) {
        this.#file.spoil();
        this.#failed(error);
      }
    });
  }

  /** Like `save`, for the last time: the next one to write is another folder's. Never rejects. */
  async close(known?: () => NotedCopies): Promise<void> {
    const saved = this.save(known);
    this.#isClosed = true;
    await saved;
    await this.#writes.idle();
  }

  /** What could not be read at the start may be readable now; tells whether it is. */
  async #readAfterAll(): Promise<boolean> {
    const read = await takeUpIndex(this.#profileFolder, this.#folder, this.#library);
    if (read.state === 'unread') return false;
    // What is in one of another format stays unknown; it is written anew.
    if (read.state === 'other') return !read.isNewer;
    this.#isUnread = false;
    if (read.state !== 'ok') return true;
    this.#copies = read.copies;
    this.#told.recall(read.copies);
    // What the folder has was read meanwhile; the rest is what it had, but for what became of it since.
    const had = [...read.entries.values()].map((entry) => [entry.card.id, lookOf(entry)] as const);
    const before = new Map([...had, ...read.missing].filter(([id]) => !this.#missing.has(id)));
    this.missAll(before);
    this.#missPutOver(this.foundUnread.putOver(before));
    return true;
  }

  /**
   * In the place of these lay older files when they were found. Each is missing, as it was, until what became of it since
   * is in its file: a start before that reads the file, and does the same.
   */
  #missPutOver(putOver: ReadonlyMap<string, LastLook>): void {
    for (const [file, { card }] of this.#entries) {
      const last = putOver.get(card.id);
      if (last !== undefined) this.lose(file, last);
    }
    this.#told.putOver(putOver);
  }

  async #write(): Promise<void> {
    const news =
      [...this.#dirty].map((file) => indexLine({ file, entry: this.#entries.get(file) })).join('') +
      [...this.#dirtyThemes].map((id) => themeLine(id, this.#missing)).join('') +
      (this.#areCopiesDirty ? indexLine({ copies: this.#copies }) : '') +
      (this.#isPlaceDirty && this.#place ? indexLine({ place: this.#place }) : '') +
      (this.#isLibraryDirty ? indexLine({ library: this.#library ?? null }) : '');
    const written = this.#file.write(news, () => this.#wholeText());
    // What changes while it is written is written the next time.
    this.#markClean();
    await written;
  }

  #wholeText(): string {
    return indexText({
      folder: this.#folder,
      entries: this.#entries,
      missing: this.#missing,
      copies: this.#copies,
      place: this.#place,
      library: this.#library,
    });
  }

  #markClean(): void {
    this.#dirty.clear();
    this.#dirtyThemes.clear();
    this.#areCopiesDirty = false;
    this.#isPlaceDirty = false;
    this.#isLibraryDirty = false;
  }

  #miss(id: string, last: LastLook | undefined): void {
    this.#missing.set(id, last);
    this.#dirtyThemes.add(id);
  }

  #ids(): ReadonlySet<string> {
    return new Set([...this.#entries.values()].map(({ card }) => card.id));
  }
}
