/** The folder that is the library's: finding, starting, watching and leaving it. */
import { stat } from 'node:fs/promises';
import type { LibrarySnapshot } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import {
  GrowingPause,
  storageProblemError,
  TaskQueue,
  toStorageError,
  type DocumentFolder,
  type FolderEntry,
} from '../../storage/storage';
import type { LibraryOptions } from '../library-options';
import {
  currentFolder,
  givenFolder,
  loadIndex,
  type Beginning,
  type CurrentFolder,
  type LibraryFolderParts,
} from './current-folder';
import { judgeAgain, takeEntries, takeInTurn } from './first-look';
import { themesElsewhere } from './folder-indexes';
import { folderProblem } from './folder-problem';
import type { FolderState } from './folder-state';
import { KnownLibraries } from './known-libraries';
import { LibrariesFile } from './libraries-file';

/** The first pause after which a start that failed is tried again. */
const retryMs = 1_000;

/**
 * The folder in which the library lies: found, read and watched from the first call on, and looked at
 * anew when the watcher may have missed something. It may give way to another one.
 */
export class LibraryFolder {
  /** Those that were in use once. */
  readonly libraries: KnownLibraries;
  readonly #parts: LibraryFolderParts;
  readonly #options: LibraryOptions;
  /** What others did to the files is taken over in its turn. */
  readonly #outside = new TaskQueue();
  readonly #beginning = new TaskQueue();
  /** Undefined until it is known where the library is. */
  #found: CurrentFolder | undefined;
  /** A start failed: the windows know nothing of the library yet. */
  #isAwaited = false;
  /** Nothing of the folder is watched then: no event tells when it is there. */
  readonly #startAgain = new GrowingPause(retryMs, () => void this.rescan());
  #isClosed = false;
  #started: Promise<void> | undefined;
  /** The one that was read: until then its catalogue lacks what is in it. */
  #read: CurrentFolder | undefined;
  /** The library that was found first. */
  #firstId: number | undefined;
  #beginAfterStart: () => void = () => undefined;

  constructor(parts: LibraryFolderParts) {
    this.#parts = parts;
    this.#options = parts.options;
    const file = new LibrariesFile(parts.options.profileFolder);
    this.libraries = new KnownLibraries(file, parts.journal, parts.options.log, {
      changed: () => this.#found?.state.catalogue.announceAll(),
      readLate: () => this.#found?.state.catalogue.announceEach(),
    });
  }

  /** What belongs to the folder. @throws ProblemError storageLibraryUnknown */
  get current(): CurrentFolder {
    if (this.#found === undefined) {
      this.#found = this.#partsOf(givenFolder(this.#options.folder));
      this.#firstId = this.id;
    }
    return this.#found;
  }

  /** The same; `undefined` as long as nobody has asked for it, so that it is not looked for. */
  get found(): CurrentFolder | undefined {
    return this.#found;
  }

  /** What is known of the folder. @throws ProblemError storageLibraryUnknown */
  get state(): FolderState {
    return this.current.state;
  }

  /** @throws ProblemError storageLibraryUnknown */
  get path(): string {
    return this.current.folder.path;
  }

  /** Sets what is begun at the end of each start that succeeds. */
  onStarted(begin: () => void): void {
    this.#beginAfterStart = begin;
  }

  /** Reads the folder and begins to watch it, once; again after it failed. @throws ProblemError */
  start(): Promise<void> {
    // What is asked of it now would be lost.
    if (this.#isClosed)
      return Promise.reject(new ProblemError({ code: 'notFound', what: 'theme' }));
    if (this.#options.isHeld?.() === true) {
      return Promise.reject(new ProblemError({ code: 'safeMode' }));
    }
    this.#started ??= this.#startNow(this.#options.makeFolder ?? false).catch((error: unknown) => {
      this.#started = undefined;
      this.#isAwaited = true;
      if (!this.#isClosed) this.#startAgain.begin();
      throw folderProblem(error, this.#found?.folder.path ?? '');
    });
    return this.#started;
  }

  /** Every theme of the folder, as the windows see them. @throws ProblemError */
  async list(): Promise<LibrarySnapshot> {
    await this.start();
    const folder = this.path;
    return this.state.catalogue.snapshot({ ids: this.libraries.idsIn(folder), folder });
  }

  /** The folder for a person to look at, made if it is still to be made. @throws ProblemError */
  async toShow(): Promise<string> {
    // Where it can't be begun in, it can be looked at all the same, or the look says why not.
    await this.start().catch(() => undefined);
    const { unmade } = this.current;
    if (unmade.isUnmade) await unmade.make();
    try {
      await stat(this.path);
    } catch (error) {
      throw folderProblem(error, this.path);
    }
    return this.path;
  }

  /** Makes the folder that is missing, and begins in it. @throws ProblemError storage… */
  async make(): Promise<void> {
    try {
      const { unmade, folder, state } = this.current;
      await unmade.make();
      // A person wants the library to be what lies there now.
      await state.index.load();
      state.index.notePlace(folder.place());
      await this.start();
      await this.lookAgain();
    } catch (error) {
      throw storageProblemError(error, this.path);
    }
    this.state.catalogue.setFolderProblem(null);
    this.state.catalogue.announceAll();
  }

  /** Looks for what the watcher missed, and tells whether the folder is there. Never rejects. */
  async rescan(): Promise<void> {
    const asked = this.#found;
    try {
      await this.start();
      await this.#beginIfMade();
      await this.lookAgain();
      this.state.catalogue.setFolderProblem(null);
    } catch (error) {
      // What failed in a folder that was left meanwhile is not the next one's.
      if (asked === this.#found) this.#noteFolderProblem(error);
      this.#options.log.warn('library.notRescanned', { error: String(error) });
    }
    this.#found?.state.catalogue.announce();
  }

  /** Resolves when all that others have done to the files is taken over. @throws StorageError */
  async lookAgain(): Promise<void> {
    const { current } = this;
    await current.watch?.rescan();
    await judgeAgain(current, this.#outside);
    // Also where nothing in it differs: a copy may be in its place.
    await this.#lookAt(current);
    await this.#outside.run(() => this.#noteIn(current));
  }

  /**
   * Looks into the folder and tells which themes may be in it: each, where a file can't be read, and
   * those that were in it, or in another folder that was the library's, and that Foyer did not
   * delete there.
   * @throws ProblemError storage…
   */
  async whichMayBeThere(): Promise<(id: string) => boolean> {
    await this.start();
    await this.lookAgain();
    const { catalogue, index } = this.state;
    const mayHave = index.mayHave();
    const isElsewhere = await themesElsewhere(this.#options.profileFolder);
    return (id) =>
      catalogue.mayHideThemes || catalogue.card(id) !== undefined || mayHave(id) || isElsewhere(id);
  }

  /** Whether the folder was read, and the theme is not in it: neither among those shown, nor in what can't be read. */
  lacks(id: string): boolean {
    const found = this.#found;
    if (!found || found !== this.#read) return false;
    return found.state.fileHolding(id) === undefined && found.state.mayHide(id) === undefined;
  }

  /** Writes what changed since the index was written. Never rejects. */
  async saveIndex(): Promise<void> {
    const { state, sync, unmade } = this.current;
    // An index of a folder says that it was there once.
    if (unmade.isUnmade) return;
    await judgeAgain(this.current, this.#outside);
    // Read, not only looked at: the card is certain to be the one of the file with that stamp.
    await takeInTurn(this.current, state.takeUnindexed(), this.#outside);
    state.catalogue.announce();
    await state.index.save(() => sync.notedCopies);
  }

  /**
   * The library lies in another folder from now on, which is read at the next start. `owners` are the
   * files that a move brought there; without one it is another library, or a known one whose folder has been renamed,
   * as its `mark` (`folderMark`) tells.
   */
  giveWayTo(
    folder: DocumentFolder,
    owners: ReadonlySet<string> | undefined,
    mark: string | undefined,
  ): void {
    const { revision } = this.state.catalogue;
    const { copies, givenBack } = this.current.sync.notedCopies;
    const { id, path } = this;
    this.#leave();
    if (owners === undefined) {
      this.libraries.found(folder.path, mark);
      this.#parts.sessions.enterLibrary(id, this.libraries.idsIn(folder.path));
    } else {
      // One with a mark that was never seen holds none of those that were left.
      const there =
        mark === undefined ? this.libraries.idsIn(folder.path) : this.libraries.idsWithMark(mark);
      this.#parts.sessions.joinLibrary(there);
      this.libraries.moved(path, folder.path, mark);
    }
    // Windows go on listening, and count on revisions and versions that only grow.
    this.#found = this.#partsOf(folder, { revision, owners });
    // What moved under its name is the copy there that it was here, and so is each in a folder with another name.
    const isSame = owners === undefined && this.libraries.of(folder.path) === id;
    const isThere = ({ file }: { readonly file: string }) => isSame || owners?.has(file) === true;
    this.#found.sync.recallCopies({
      copies: copies.filter(isThere),
      givenBack: givenBack.filter(({ copy }) => isThere(copy)),
    });
    this.#started = undefined;
  }

  /**
   * What is asked for at this moment is asked of this library: what this returns throws once another one has taken
   * its place, which may have themes of the same IDs.
   * @throws ProblemError libraryReplaced
   */
  assertSame(): () => void {
    const known = this.#found && this.id;
    // Where none was found yet, the first that is there is meant.
    return () => this.#assertIs(known ?? this.#firstId);
  }

  /**
   * The same of the library with that lasting name (`lastingId`), in which an earlier run was asked for something: none,
   * while it isn't known which there were. Without a name it is the first one.
   */
  assertLibrary(id: string | undefined): () => void {
    return () => {
      const given = id !== undefined && this.libraries.isRead && this.libraries.ofGivenId(id);
      if (id !== undefined && !given) throw new ProblemError({ code: 'libraryReplaced' });
      this.#assertIs(given || this.#firstId);
    };
  }

  /** @throws ProblemError libraryReplaced */
  #assertIs(asked: number | undefined): void {
    if (asked !== undefined && !this.is(asked)) throw new ProblemError({ code: 'libraryReplaced' });
  }

  /** By which later runs know this library; `undefined` where that isn't known yet. */
  get lastingId(): string | undefined {
    return this.#found && this.libraries.lastingId(this.#found.folder.path);
  }

  /** Tells this library from any other while the app runs. @throws ProblemError storageLibraryUnknown */
  get id(): number {
    return this.libraries.of(this.path);
  }

  /** Whether this is that library. @throws ProblemError storageLibraryUnknown */
  is(id: number): boolean {
    return this.libraries.isIn(id, this.path);
  }

  /** Ends watching and all timers; every start is refused from now on. */
  close(): void {
    this.#isClosed = true;
    this.libraries.close();
    this.#leave();
  }

  /** Ends what belongs to the folder, not what is kept of the themes elsewhere. */
  #leave(): void {
    this.#startAgain.end();
    this.#found?.watch?.close();
    this.#found?.unmade.close();
    this.#found?.state.close();
  }

  #partsOf(given: DocumentFolder, from: Beginning = {}): CurrentFolder {
    return currentFolder(given, this.#parts, this.libraries, from, {
      made: (current) => this.#begin(current),
      appeared: () => this.rescan(),
      indexDue: () => void this.saveIndex(),
    });
  }

  async #startNow(makeFolder: boolean): Promise<void> {
    const { current } = this;
    const { folder, state } = current;
    await this.libraries.settle(folder.path);
    await loadIndex(current, this.libraries);
    try {
      await this.#begin(current);
    } catch (error) {
      if (current !== this.#found) return this.start();
      // One that was there once is missed, and an empty one in its place would hide that.
      const mayBeUnmade = makeFolder && !state.index.mayBeKnown;
      if (!mayBeUnmade || toStorageError(error, folder.path).kind !== 'missing') throw error;
      current.unmade.wait();
    }
    // It was left while its disk took its time: who waits is meant to get the one in its place.
    if (current !== this.#found) return this.start();
    if (this.#isAwaited) state.catalogue.announceAll();
    this.#isAwaited = false;
    this.#startAgain.end();
    this.#beginAfterStart();
  }

  /** Shows what lies in the folder, and hears of changes from here on. @throws StorageError */
  #begin(current: CurrentFolder): Promise<void> {
    // In turn, so that it is watched once.
    return this.#beginning.run(async () => {
      const entries = current.watch ? await current.folder.list() : await this.#watch(current);
      // It was left meanwhile.
      if (current !== this.#found) return;
      await this.#lookAt(current);
      // Changes seen from here on wait until the start is through.
      await this.#outside.run(async () => {
        await takeEntries(current, this.#parts, entries);
        await this.#noteIn(current);
      });
      this.#read = current;
      this.#options.isThere?.(current.folder.path);
      current.state.indexSoon();
    });
  }

  /** Looks which library lies in the folder. Never rejects. */
  async #lookAt({ folder }: CurrentFolder): Promise<void> {
    await this.libraries.look(folder.path);
  }

  /** The index is of the library that was found there, once it has what lies there. Never rejects. */
  async #noteIn({ folder, state }: CurrentFolder): Promise<void> {
    const id = this.libraries.lastingId(folder.path);
    if (id !== undefined) await state.index.noteLibrary(id, this.#parts.bin);
  }

  /** Begins to hear of changes; resolves with what lies there. */
  async #watch(current: CurrentFolder): Promise<readonly FolderEntry[]> {
    const { watch, entries } = await current.folder.watch({
      changed: (changes) => {
        // What was seen in one folder is never taken for a change of the next.
        void this.#outside.run(async () => {
          await this.#lookAt(current);
          await current.sync.takeChanges(changes);
          await this.#noteIn(current);
        });
      },
      stopped: (error) => {
        this.#options.log.warn('library.notWatched', { error: error.message });
        if (error.kind !== 'missing') return;
        this.#noteFolderProblem(error);
        this.state.catalogue.announce();
      },
      rescanDue: () => void this.rescan(),
    });
    if (current === this.#found && !this.#isClosed) current.watch = watch;
    else watch.close();
    return entries;
  }

  /** Somebody else may have made the folder that was to be made at the first write. */
  async #beginIfMade(): Promise<void> {
    const { current } = this;
    if (!current.unmade.isUnmade) return;
    try {
      await this.#begin(current);
      current.unmade.isThere();
    } catch (error) {
      if (toStorageError(error, this.path).kind !== 'missing') throw error;
    }
  }

  #noteFolderProblem(error: unknown): void {
    // Before the first look, the list's own failure tells it.
    if (this.#started === undefined) return;
    this.state.catalogue.setFolderProblem(folderProblem(error, this.path).problem);
  }
}
