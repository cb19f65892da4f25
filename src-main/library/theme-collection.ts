import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type {
  BinContent,
  ConflictChoice,
  LibraryChange,
  LibraryProgress,
  LibrarySnapshot,
  RestoredThemes,
  OpenTheme,
} from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import {
  publicationKey,
  themeDocumentFormat,
  type Publication,
  type Theme,
  type ThemeDocument,
} from '@shared/theme/theme';
import {
  libraryFileName,
  newId,
  removeLeftovers,
  returnAside,
  StorageError,
  storageProblemError,
  TaskQueue,
  toStorageError,
  type DocumentFolder,
  type FolderEntry,
  type FolderWatch,
} from '../storage/storage';
import { Bin } from './bin/bin';
import { BinDisposal } from './bin/bin-disposal';
import { shownBin } from './bin/bin-list';
import { BinMoves } from './bin/bin-moves';
import { resolveConflict } from './editing/conflict-resolution';
import {
  ThemeSession,
  usualSavePace,
  type SaveConflict,
  type ThemeContent,
} from './editing/theme-session';
import { FolderSync } from './folder/folder-sync';
import { forgetFolder, themesElsewhere } from './folder/folder-indexes';
import { FolderMove, settleMove, type Moved } from './folder/folder-move';
import { GivenLinks } from './bin/given-links';
import { History } from './history/history';
import { contentOf, HistoryKeeper, usualPauseMs, usualRetryMs } from './history/history-keeper';
import { FolderState, type GoodFile, type GoodRead } from './folder/folder-state';
import type { ImportedTheme, LibraryOptions, RestoredFromBackup } from './library';
import { LibraryIndex } from './folder/library-index';
import { BatchOperations, type SingleThemes } from './batch/batch-operations';
import { MoveJournal } from './folder/move-journal';
import { ThemeCatalogue } from './catalogue/theme-catalogue';
import {
  cardOf,
  placesOf,
  summaryOf,
  type ConnectionRef,
  type DeliveryOf,
  type ThemeCard,
} from './catalogue/theme-card';
import { isWritable, readThemeFile, writeThemeFile, type ShownTheme } from './folder/theme-file';
import { freeName, isNamedAfter, type ThemeNames } from './catalogue/theme-names';
import { sameJson } from './editing/theme-patch';
import { EarlierSessions } from './editing/earlier-sessions';
import { withoutOwnedLinks } from './catalogue/template-owners';
import { UnmadeFolder } from './folder/unmade-folder';
import { withWaiting } from './catalogue/waiting-pictures';

const dayMs = 24 * 60 * 60 * 1_000;
/** How many files are held in memory at once while many are read. */
const readAtOnce = 200;
/** How often something is tried again because others changed the file meanwhile. */
const attempts = 3;
/** How often what was typed while the rest was saved is saved in its turn, before it is at once. */
const flushRounds = 5;

/** What the collection tells. */
export interface CollectionListener {
  readonly progress: (progress: LibraryProgress) => void;
  readonly changed: (change: LibraryChange) => void;
  readonly themeChanged: (theme: OpenTheme) => void;
  readonly versionsChanged: (id: string) => void;
}

/** Everything that belongs to the folder in which the themes lie now. */
interface Place {
  readonly folder: DocumentFolder;
  readonly unmade: UnmadeFolder;
  readonly state: FolderState;
  readonly sync: FolderSync;
  readonly moves: BinMoves;
  /** Files that a move brought and that had their themes' ids before: another one is a copy. */
  readonly owners: ReadonlySet<string>;
  watch: FolderWatch | undefined;
}

/** All themes of the library folder: the cards of all, the documents of those that are open. */
export class ThemeCollection {
  /** Histories are deleted by the bin alone. */
  readonly history: Omit<History, 'forget'>;
  readonly keeper: HistoryKeeper;
  readonly many: BatchOperations;
  readonly #options: LibraryOptions;
  readonly #listener: CollectionListener;
  readonly #names: ThemeNames;
  readonly #now: () => Date;
  readonly #deliveryOf: DeliveryOf;
  readonly #bin: Bin;
  readonly #disposal: BinDisposal;
  readonly #opening = new Map<string, Promise<ThemeSession>>();
  /** Closed themes whose files are being changed: they are opened afterwards. */
  readonly #rewriting = new Map<string, Promise<void>>();
  /** Themes that are on their way to the bin. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  readonly #sessions = new EarlierSessions();
  readonly #givenLinks = new GivenLinks({
    open: (id) => this.opened(id),
    isOwned: (key, templateId) => this.#state.withTemplate(key, templateId) !== undefined,
  });
  readonly #adding = new TaskQueue();
  readonly #outside = new TaskQueue();
  readonly #beginning = new TaskQueue();
  /** Undefined until it is known where the library is. */
  #found: Place | undefined;
  /** A start failed: the windows know nothing of the library yet. */
  #isAwaited = false;
  #isClosed = false;
  #started: Promise<void> | undefined;
  /** The library changes its folder: who wants to edit waits. */
  #switching: Promise<void> | undefined;
  readonly #journal: MoveJournal;
  /** What is done after the start; never rejects. */
  #cleaning: Promise<void> = Promise.resolve();

  constructor(options: LibraryOptions, listener: CollectionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#names = options.names;
    this.#now = options.now ?? (() => new Date());
    this.#deliveryOf = options.deliveryOf ?? (() => 'idle');
    this.#bin = new Bin(options.profileFolder, this.#now);
    this.#journal = new MoveJournal(options.profileFolder);
    const history = new History(options.profileFolder, listener.versionsChanged);
    this.history = history;
    this.#disposal = new BinDisposal({
      bin: this.#bin,
      history,
      lookInLibrary: () => this.#lookInLibrary(),
      warn: (event, fields) => {
        options.log.warn(event, fields);
      },
    });
    this.keeper = new HistoryKeeper({
      history,
      pauseMs: options.pauseMs ?? usualPauseMs,
      retryMs: options.versionRetryMs ?? usualRetryMs,
      now: this.#now,
      connections: () => this.#connections(),
      isOpen: (theme) => this.#state.open.get(theme.id) === theme,
      log: options.log,
    });
    this.many = this.#manyThemes();
  }

  /** @throws ProblemError storageLibraryUnknown */
  get #place(): Place {
    if (this.#found !== undefined) return this.#found;
    const { folder } = this.#options;
    if (typeof folder !== 'function') return (this.#found = this.#placeIn(folder));
    let found: DocumentFolder;
    try {
      found = folder();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const file = basename(error.path);
      throw new ProblemError({ code: 'storageLibraryUnknown', file }, { cause: error });
    }
    return (this.#found = this.#placeIn(found));
  }

  get #state(): FolderState {
    return this.#place.state;
  }

  get #sync(): FolderSync {
    return this.#place.sync;
  }

  /** The folder's path. */
  get folder(): string {
    return this.#place.folder.path;
  }

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
      throw folderProblem(error, this.#found?.folder.path ?? '');
    });
    return this.#started;
  }

  async list(): Promise<LibrarySnapshot> {
    await this.start();
    return this.#state.catalogue.snapshot(this.folder);
  }

  /** What the studio is shown of an open theme. */
  shown(theme: ThemeSession): OpenTheme {
    const { document } = theme;
    const connections = this.#connections();
    const publications: Record<string, Publication> = {};
    for (const connection of connections) {
      const key = publicationKey(connection);
      const publication = Object.hasOwn(document.publications, key) && document.publications[key];
      if (publication) publications[connection.id] = publication;
    }
    return {
      id: theme.id,
      version: theme.version,
      name: document.name,
      tags: document.tags,
      theme: document.theme,
      isReadOnly: theme.isReadOnly,
      canUndo: theme.canUndo,
      canRedo: theme.canRedo,
      ...(theme.canUndo ? { undoes: theme.undoes } : {}),
      ...(theme.canRedo ? { redoes: theme.redoes } : {}),
      save: theme.save,
      places: placesOf(cardOf(document), connections, this.#deliveryOf),
      publications,
    };
  }

  /** The theme, open from now on. @throws ProblemError notFound, fileDamaged, fileNewer */
  async opened(id: string): Promise<ThemeSession> {
    await this.#ready(id);
    const open = this.#state.open.get(id);
    if (open !== undefined) return open;
    const opening = this.#opening.get(id) ?? this.#openNow(id);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  /** Resolves when the theme can be opened, or can't because it is gone. */
  async #ready(id: string): Promise<void> {
    // What it waits for may be followed by the next: nothing may come between the last look and
    // what is done then.
    for (;;) {
      await this.start();
      const busy = this.#busyWith(id);
      if (busy === undefined) return;
      await busy;
    }
  }

  /** What has to end before the theme can be opened. */
  #busyWith(id: string): Promise<unknown> | undefined {
    return this.#switching ?? this.#rewriting.get(id) ?? this.#leaving.get(id);
  }

  /** Moves a theme to the bin. Who wants to edit it meanwhile waits for how that ends. */
  async #remove(id: string): Promise<string | undefined> {
    const removing = this.#removeNow(id);
    // Its own failure is told below; whoever opens the theme only waits for the end.
    this.#leaving.set(
      id,
      removing.catch(() => undefined),
    );
    try {
      return await removing;
    } finally {
      this.#leaving.delete(id);
    }
  }

  async #removeNow(id: string): Promise<string | undefined> {
    await this.#opening.get(id)?.catch(() => undefined);
    const { state, moves } = this.#place;
    const theme = state.open.get(id);
    // What was accepted goes to the bin with it; from the last save on nothing more is.
    while (theme?.isUnsaved === true) await theme.saveOrThrow();
    theme?.hold();
    try {
      return await moves.remove(id);
    } finally {
      theme?.release();
    }
  }

  /** Adds a theme; resolves with its id when it is on the disk. */
  async add(
    name: string,
    isChosen: boolean,
    theme: Theme,
    tags: readonly string[],
  ): Promise<string> {
    await this.start();
    return this.#adding.run(async () => {
      const free = isChosen ? name : freeName(name, (each) => this.#state.catalogue.hasName(each));
      const id = await this.#addDocument({
        format: themeDocumentFormat,
        id: newId(),
        name: free,
        tags: [...tags],
        updatedAt: this.#now().toISOString(),
        publications: {},
        theme,
      });
      this.#state.catalogue.announce();
      return id;
    });
  }

  /** Adds a theme from elsewhere under a free name. */
  async addForeign(theme: ImportedTheme): Promise<{ id: string; name: string }> {
    await this.start();
    return this.#adding.run(async () => {
      const name = this.#freeName(theme.name);
      const id = await this.#addForeignDocument({
        format: themeDocumentFormat,
        id: newId(),
        name,
        tags: [...theme.tags],
        updatedAt: this.#now().toISOString(),
        publications: {},
        theme: theme.theme,
        ...(theme.picturesWait ? { picturesWait: true } : {}),
      });
      this.#state.catalogue.announceSoon();
      return { id, name };
    });
  }

  /**
   * Puts back a document of a backup, which anybody can make: pictures that the theme of that id
   * does not name here already wait to be allowed.
   */
  async putBack(
    given: ThemeDocument,
    ifDifferent: 'keepBoth' | 'replace',
  ): Promise<RestoredFromBackup> {
    await this.start();
    return this.#adding.run(async () => {
      const { id } = given;
      const card = this.#state.catalogue.card(id);
      if (card === undefined) {
        const problem = this.#state.mayHide(id);
        if (problem !== undefined) throw new ProblemError(problem);
        const { document, isUnlinked } = withoutOwnedLinks(given, this.#state);
        await this.#addForeignDocument(withWaiting(document, undefined));
        this.#state.catalogue.announceSoon();
        return { outcome: 'added', id, name: given.name, isUnlinked };
      }
      const here = await this.current(id);
      const isSame =
        here.name === given.name &&
        sameJson(here.tags, given.tags) &&
        sameJson(here.theme, given.theme);
      if (isSame) {
        await this.#addLinks(given, here);
        return { outcome: 'same', id, name: given.name, isUnlinked: false };
      }
      const document = withWaiting(given, here);
      if (ifDifferent === 'replace' && !card.isReadOnly) {
        const theme = await this.opened(id);
        const { name, tags, theme: content } = document;
        if (document.picturesWait === true) theme.holdPictures();
        await this.#replace(theme, () => ({ name, tags, theme: content }));
        await this.#addLinks(given, here);
        return { outcome: 'replaced', id, name, isUnlinked: false };
      }
      const twin = await this.#twinOf(given);
      if (twin !== undefined) {
        return { outcome: 'same', id: twin, name: given.name, isUnlinked: false };
      }
      // Two themes for one template would overwrite each other there: the copy is on no service.
      const copy = {
        ...document,
        id: newId(),
        name: this.#freeName(document.name),
        publications: {},
      };
      await this.#addForeignDocument(copy);
      this.#state.catalogue.announceSoon();
      return { outcome: 'keptBoth', id: copy.id, name: copy.name, isUnlinked: false };
    });
  }

  /** Takes themes out of the bin, with the links that were given away from them. */
  restore(entries: readonly string[]): Promise<RestoredThemes> {
    return this.#givenLinks.takeBack(entries, () => this.many.restore(entries));
  }

  /** What lies in the bin. It is the profile's, so it is there without the folder. */
  async bin(): Promise<BinContent> {
    return this.#ofBin(() => shownBin(this.#bin));
  }

  /** Deletes entries of the bin for good; ones that are not there are passed over. */
  async discard(entries: readonly string[]): Promise<void> {
    await this.#adding.run(() => this.#ofBin(() => this.#disposal.discard(entries)));
  }

  /**
   * Ends a conflict; resolves with what of it lies in the bin.
   * @throws ProblemError notFound, storage…
   */
  async resolveConflict(id: string, keep: ConflictChoice): Promise<{ entries: string[] }> {
    await this.start();
    return resolveConflict(
      {
        open: (other) => this.opened(other),
        replace: (theme, change) => this.#replace(theme, change),
        remove: (ids) => this.many.remove(ids),
        givenLinks: this.#givenLinks,
      },
      id,
      keep,
    );
  }

  /**
   * Changes what a person edits of a theme: of an open one as a step of undo, of any other in its
   * file, which leaves it closed. On the disk when it resolves.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  async change(id: string, change: (content: ThemeContent) => ThemeContent): Promise<void> {
    // One at a time: of several that waited for the same end, only one goes on at once.
    do await this.#ready(id);
    while (this.#busyWith(id) !== undefined);
    if (this.#state.open.has(id) || this.#opening.has(id)) {
      const theme = await this.opened(id);
      theme.edit(change);
      await theme.saveOrThrow();
      return;
    }
    const rewriting = this.#rewrite(id, change);
    // Its own failure is told below; whoever opens the theme only waits for the end.
    this.#rewriting.set(
      id,
      rewriting.catch(() => undefined),
    );
    try {
      await rewriting;
    } finally {
      this.#rewriting.delete(id);
    }
  }

  /** The folder for a person to look at, made if it is still to be made. @throws ProblemError */
  async folderToShow(): Promise<string> {
    // Where it can't be begun in, it can be looked at all the same, or the look says why not.
    await this.start().catch(() => undefined);
    const { unmade } = this.#place;
    if (unmade.isUnmade) await unmade.make();
    try {
      await stat(this.folder);
    } catch (error) {
      throw folderProblem(error, this.folder);
    }
    return this.folder;
  }

  /** Makes the folder that is missing, and begins in it. @throws ProblemError storage… */
  async makeFolder(): Promise<void> {
    try {
      await this.#place.unmade.make();
      await this.start();
      await this.#place.watch?.rescan();
      await this.#outside.idle();
    } catch (error) {
      throw storageProblemError(error, this.folder);
    }
    this.#state.catalogue.setFolderProblem(null);
    this.#state.catalogue.announceAll();
  }

  /**
   * Takes another folder, with the themes of this one if `isMove`. All or nothing, in this order:
   * the files are copied, the choice is kept, the library looks there, the originals go. When it
   * throws, the library is where it was.
   * @throws ProblemError storage…, libraryFolderRefused, or that of a theme that could not be saved
   */
  async useFolder(folder: DocumentFolder, isMove: boolean): Promise<Moved> {
    try {
      await folder.list();
    } catch (error) {
      throw folderProblem(error, folder.path);
    }
    if (isMove) await this.start();
    return this.#adding.run(async () => {
      await this.#settleMove();
      const before = this.folder;
      const move =
        isMove && !this.#place.unmade.isUnmade
          ? await FolderMove.begin(this.folder, folder.path, this.#journal).catch(
              (error: unknown) => {
                throw storageProblemError(error, folder.path);
              },
            )
          : undefined;
      try {
        // What is edited meanwhile is saved and copied again.
        do await this.#settleAndSave(move);
        while ((await move?.copy()) === true || this.#isAnyUnsaved());
        await this.#switchTo(folder, move);
      } catch (error) {
        await move?.undo();
        throw storageProblemError(error, folder.path);
      }
      // From here on the library lies there: what goes wrong is the new folder's own problem.
      try {
        await this.start();
        await move?.finish();
        if (move?.isWhole === true) await this.#forgetFolder(before);
      } catch (error) {
        this.#options.log.warn('library.moveNotEnded', { error: String(error) });
      }
      this.#state.catalogue.announceAll();
      return move?.result ?? { moved: 0, left: 0, kept: 0 };
    });
  }

  /** Before a move, what others did to the files has to be known: a renamed file is no copy. */
  async #settleAndSave(move: FolderMove | undefined): Promise<void> {
    if (move !== undefined) {
      await this.#place.watch?.rescan();
      await this.#outside.idle();
    }
    await this.#saveAll();
  }

  /** The library has left the folder with all that was in it: what it missed there it misses here. */
  async #forgetFolder(folder: string): Promise<void> {
    this.#state.index.missAll(await forgetFolder(this.#options.profileFolder, folder));
    this.#state.indexSoon();
  }

  /** Nobody edits from the last look at what is unsaved up to the change. */
  async #switchTo(folder: DocumentFolder, move: FolderMove | undefined): Promise<void> {
    let isOver: () => void = () => undefined;
    this.#switching = new Promise((resolve) => (isOver = resolve));
    try {
      // None begins from here on; what was begun in this folder ends in it, before the last look.
      await Promise.all(this.#rewriting.values());
      do await this.#settleAndSave(move);
      while ((await move?.copy()) === true || this.#isAnyUnsaved());
      const held = [...this.#state.open.values()];
      for (const theme of held) theme.hold();
      try {
        await this.#options.movedTo?.(folder.path);
      } catch (error) {
        for (const theme of held) theme.release();
        throw error;
      }
      const { catalogue, index } = this.#state;
      await index.close();
      const owners = catalogue.files.flatMap((file) => move?.targetOf(file) ?? []);
      // Windows go on listening, and count on revisions and versions that only grow.
      this.#leave();
      this.#opening.clear();
      this.#found = this.#placeIn(folder, catalogue.revision, new Set(owners));
      this.#started = undefined;
    } finally {
      this.#switching = undefined;
      isOver();
    }
  }

  /** Ends a move during which Foyer was killed. Never rejects: it is tried at the next start. */
  async #settleMove(): Promise<void> {
    const { log } = this.#options;
    try {
      if (await settleMove(this.folder, this.#journal)) log.info('library.moveSettled');
    } catch (error) {
      log.warn('library.moveNotSettled', { error: String(error) });
    }
  }

  /** The other theme that has the template already, if there is one. */
  async withTemplate(key: string, templateId: string): Promise<string | undefined> {
    await this.start();
    const other = this.#state.withTemplate(key, templateId)?.id;
    if (other !== undefined) this.#state.useId(other);
    return other;
  }

  async removePublication(id: string, key: string): Promise<void> {
    const theme = await this.opened(id);
    await this.#sync.refresh(theme);
    theme.removePublication(key);
    await theme.saveOrThrow();
    this.#state.catalogue.announce();
  }

  async saved(id: string): Promise<ThemeDocument> {
    const theme = await this.opened(id);
    if (theme.isReadOnly) {
      throw new ProblemError({ code: 'themeReadOnly', name: theme.document.name });
    }
    await theme.saveOrThrow();
    return theme.ofThisFormat();
  }

  async current(id: string): Promise<ShownTheme> {
    await this.start();
    const open = this.#state.open.get(id);
    if (open !== undefined) return open.document;
    const { file } = await this.#readTheme(id);
    return file.document;
  }

  async whole(id: string): Promise<ThemeDocument> {
    const document = await this.current(id);
    if (isWritable(document)) return document;
    throw new ProblemError({ code: 'themeReadOnly', name: document.name });
  }

  async setPublication(id: string, key: string, publication: Publication): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await this.#ready(id);
      if (this.#state.catalogue.card(id) === undefined) {
        if (await this.#setInBin(id, key, publication)) return;
        continue;
      }
      try {
        const theme = await this.opened(id);
        await this.#sync.refresh(theme);
        theme.setPublication(key, publication);
        await theme.saveOrThrow();
        // A conflict while saving took over their document, which doesn't have it.
        if (theme.document.publications[key] !== publication) continue;
        await this.keeper.published(theme.document, key, publication);
        this.#state.catalogue.announce();
        return;
      } catch (error) {
        // It went to the bin, or to another folder, in that moment: there it is noted.
        if (!isGone(error) || attempt === attempts) throw error;
      }
    }
    throw this.#changedByOthers(id);
  }

  /**
   * Notes what a service holds of a deleted theme; `false`: it is in the library again.
   * @throws ProblemError of the file in which it may be, where that can't be read
   */
  #setInBin(id: string, key: string, publication: Publication): Promise<boolean> {
    // In its turn: what lies in the bin is neither restored nor deleted for good meanwhile.
    return this.#adding.run(async () => {
      const { state, moves } = this.#place;
      if (state.catalogue.card(id) !== undefined) return false;
      const problem = state.mayHide(id);
      if (problem !== undefined) throw new ProblemError(problem);
      await moves.setPublication(id, key, publication);
      return true;
    });
  }

  deliveryChanged(id: string): void {
    if (this.#found === undefined) return;
    this.#state.catalogue.touch(id);
    this.#state.catalogue.announce();
    const theme = this.#state.open.get(id);
    if (theme !== undefined) this.#listener.themeChanged(this.shown(theme));
  }

  connectionsChanged(): void {
    if (this.#found === undefined) return;
    this.#state.catalogue.announceAll();
    for (const theme of this.#state.open.values()) this.#listener.themeChanged(this.shown(theme));
  }

  async rescan(): Promise<void> {
    try {
      await this.start();
      await this.#beginIfMade();
      await this.#place.watch?.rescan();
      await this.#outside.idle();
      this.#state.catalogue.setFolderProblem(null);
    } catch (error) {
      this.#noteFolderProblem(error);
      this.#options.log.warn('library.notRescanned', { error: String(error) });
    }
    this.#found?.state.catalogue.announce();
  }

  /** Somebody else may have made the folder that was to be made at the first write. */
  async #beginIfMade(): Promise<void> {
    const place = this.#place;
    if (!place.unmade.isUnmade) return;
    try {
      await this.#begin(place);
      place.unmade.isThere();
    } catch (error) {
      if (toStorageError(error, this.folder).kind !== 'missing') throw error;
    }
  }

  async flush(): Promise<readonly Problem[]> {
    // Each theme is in one place or the other: the rest can be done another time.
    this.many.stop();
    await this.#adding.idle();
    if (this.#found === undefined) return [];
    await this.#saveWhatIsTyped();
    await this.#saveIndex('atEnd');
    await this.#cleaning;
    await this.history.idle();
    await this.keeper.settle();
    // Somebody may have gone on.
    await this.#saveWhatIsTyped();
    const themes = [...this.#state.open.values()];
    return themes.flatMap(({ save }) => (save.kind === 'failed' ? [save.problem] : []));
  }

  /** Saves every theme, with what is typed while others are saved. Never rejects. */
  async #saveWhatIsTyped(): Promise<void> {
    const tried = new Map<ThemeSession, number>();
    // Whoever never rests doesn't hold up the end: `close` has the last word.
    for (let round = 1; round <= flushRounds; round += 1) {
      const due = [...this.#state.open.values()].filter(
        (theme) => theme.isUnsaved && tried.get(theme) !== theme.version,
      );
      if (due.length === 0) return;
      for (const theme of due) tried.set(theme, theme.version);
      await Promise.all(due.map((theme) => theme.saveNow()));
    }
  }

  flushAtOnce(): readonly Problem[] {
    const themes = [...(this.#found?.state.open.values() ?? [])];
    for (const theme of themes) theme.saveAtOnce();
    return themes.flatMap(({ save }) => (save.kind === 'failed' ? [save.problem] : []));
  }

  /** What was accepted is on the disk when it returns; nothing is accepted any more. */
  close(): void {
    this.flushAtOnce();
    this.#isClosed = true;
    this.keeper.close();
    this.#leave();
  }

  /** Ends what belongs to the folder, not what is kept of the themes elsewhere. */
  #leave(): void {
    this.#found?.watch?.close();
    this.#found?.unmade.close();
    this.#found?.state.close();
  }

  #manyThemes(): BatchOperations {
    const place = () => this.#place;
    const single: SingleThemes = {
      get state() {
        return place().state;
      },
      get moves() {
        return place().moves;
      },
      start: () => this.start(),
      whole: (id) => this.whole(id),
      change: (id, change) => this.change(id, change),
      addDocument: (document) => this.#addDocument(document),
      remove: (id) => this.#remove(id),
    };
    return new BatchOperations(
      single,
      this.#adding,
      this.#listener.progress,
      this.#names.copy,
      this.#now,
    );
  }

  #connections(): readonly ConnectionRef[] {
    return this.#options.connections();
  }

  #placeIn(given: DocumentFolder, revision = 0, owners: ReadonlySet<string> = new Set()): Place {
    const { profileFolder, log } = this.#options;
    const unmade = new UnmadeFolder(given, {
      made: () => this.#begin(place),
      appeared: () => this.rescan(),
    });
    const { folder } = unmade;
    const catalogue = new ThemeCatalogue(
      (card) => summaryOf(card, this.#connections(), this.#deliveryOf),
      this.#listener.changed,
      revision,
    );
    const index = new LibraryIndex(profileFolder, folder.path, (error) => {
      log.warn('library.indexNotWritten', { error: String(error) });
    });
    const indexDue = () => {
      void this.#saveIndex();
    };
    const state = new FolderState(folder, catalogue, index, indexDue, this.#sessions);
    const sync = new FolderSync(state, this.#names, log);
    const moves = new BinMoves(state, sync, this.#bin, this.#names.untitled);
    const place: Place = { folder, unmade, state, sync, moves, owners, watch: undefined };
    return place;
  }

  #noteFolderProblem(error: unknown): void {
    // Before the first look, the list's own failure tells it.
    if (this.#started === undefined) return;
    this.#state.catalogue.setFolderProblem(folderProblem(error, this.folder).problem);
  }

  async #startNow(makeFolder: boolean): Promise<void> {
    const place = this.#place;
    const { folder } = place;
    await this.#state.index.load();
    const copies = this.#state.index.takeCopies();
    if (copies !== null) this.#sync.recallCopies(copies);
    try {
      await this.#begin(place);
    } catch (error) {
      // One that was there once is missed, and an empty one in its place would hide that.
      const mayBeUnmade = makeFolder && !this.#state.index.mayBeKnown;
      if (!mayBeUnmade || toStorageError(error, folder.path).kind !== 'missing') throw error;
      place.unmade.wait();
    }
    if (this.#isAwaited) place.state.catalogue.announceAll();
    this.#isAwaited = false;
    void this.#adding.run(() => this.#settleMove());
    this.#cleaning = this.#cleanUp();
  }

  /** Shows what lies in the folder, and hears of changes from here on. @throws StorageError */
  #begin(place: Place): Promise<void> {
    // In turn, so that it is watched once.
    return this.#beginning.run(async () => {
      const entries = place.watch ? await place.folder.list() : await this.#watch(place);
      // Changes seen from here on wait until the start is through.
      await this.#outside.run(() => this.#shelve(entries));
      place.state.indexSoon();
    });
  }

  /** Begins to hear of changes; resolves with what lies there. */
  async #watch(place: Place): Promise<readonly FolderEntry[]> {
    const { watch, entries } = await place.folder.watch({
      changed: (changes) => {
        // What was seen in one folder is never taken for a change of the next.
        void this.#outside.run(() => place.sync.takeChanges(changes));
      },
      stopped: (error) => {
        this.#options.log.warn('library.notWatched', { error: error.message });
        if (error.kind !== 'missing') return;
        this.#noteFolderProblem(error);
        this.#state.catalogue.announce();
      },
    });
    place.watch = watch;
    return entries;
  }

  async #shelve(entries: readonly FolderEntry[]): Promise<void> {
    const unread: FolderEntry[] = [];
    for (const entry of entries) {
      const isInCloud = entry.damage?.reason === 'inCloud';
      const card = isInCloud
        ? this.#state.index.lastCardIn(entry.name)
        : this.#state.index.find(entry.name, entry.stamp);
      if (isInCloud) this.#shelveUnread(entry.name, card);
      else if (card === undefined || entry.damage !== undefined) unread.push(entry);
      else if ((this.#state.catalogue.fileOf(card.id) ?? entry.name) !== entry.name)
        unread.push(entry);
      else this.#state.catalogue.put(entry.name, card);
    }
    const found = unread.length > 1 ? await this.#filesMovedHere() : new Set<string>();
    if (found === 'unknown') this.#sync.keepIds();
    const moved = found === 'unknown' ? new Set<string>() : found;
    const { owners } = this.#place;
    // Of two files with the same id the one that had it before keeps it, then the older one. What
    // moved here had it before, whatever lay here already.
    unread.sort(
      (one, other) =>
        Number(!owners.has(one.name)) - Number(!owners.has(other.name)) ||
        Number(!moved.has(one.name)) - Number(!moved.has(other.name)) ||
        Number(this.#state.index.lastIdIn(one.name) === undefined) -
          Number(this.#state.index.lastIdIn(other.name) === undefined) ||
        one.stamp.modifiedMs - other.stamp.modifiedMs,
    );
    for (let from = 0; from < unread.length; from += readAtOnce) {
      const names = unread.slice(from, from + readAtOnce).map((entry) => entry.name);
      for (const read of await this.#place.folder.readMany(names)) {
        if (read.state !== 'missing') await this.#sync.takeRead(read);
      }
    }
    const lost = this.#state.index.keepOnly(new Set(entries.map((entry) => entry.name)));
    await this.#sync.takeLost(lost);
    this.#state.catalogue.announce();
  }

  /** Shows a file that is only in the cloud, without downloading it. */
  #shelveUnread(file: string, card: ThemeCard | undefined): void {
    const { catalogue } = this.#state;
    if (card !== undefined && catalogue.card(card.id) === undefined) catalogue.put(file, card);
    else catalogue.markUnreadable(file, { code: 'fileInCloud', path: this.#state.pathOf(file) });
  }

  /**
   * The files that a move brought here, or found the same of here, as long as it has not ended;
   * `unknown` where a newer Foyer moves.
   * @throws ProblemError storageNotRead
   */
  async #filesMovedHere(): Promise<ReadonlySet<string> | 'unknown'> {
    const move = await this.#journal.read();
    if (move === 'unknown') return move;
    if (move?.to !== this.folder) return new Set();
    return new Set([...move.files, ...move.kept].map(({ target }) => target));
  }

  /** What may as well be done after the start; failures are no one's problem now. */
  async #cleanUp(): Promise<void> {
    try {
      await removeLeftovers(this.folder, dayMs);
      await returnAside(this.folder, dayMs);
      // In its turn: what is being restored or deleted for good is not purged meanwhile.
      const purged = await this.#adding.run(() => this.#disposal.purge());
      if (purged > 0) this.#options.log.info('library.binPurged', { purged });
    } catch (error) {
      this.#options.log.warn('library.notCleanedUp', { error: String(error) });
    }
  }

  async #openNow(id: string): Promise<ThemeSession> {
    const { read, file, place } = await this.#readTheme(id);
    if (place !== this.#place) return this.#openNow(id);
    const origin = {
      file: read.name,
      hash: read.hash,
      document: file.document,
    };
    const host = {
      folder: this.#place.folder,
      pace: this.#options.pace ?? usualSavePace,
      now: this.#now,
      changed: (theme: ThemeSession, what: 'document' | 'save') => {
        this.#themeChanged(theme, what);
      },
      overwritten: (theme: ThemeSession, after: ThemeContent) => {
        this.keeper.overwritten(theme, after);
      },
      conflicted: (theme: ThemeSession, conflict: SaveConflict) =>
        this.#sync.settleConflict(theme, conflict),
    };
    const theme = new ThemeSession(host, origin, this.#sessions.begin(id, file.document));
    this.#state.open.set(id, theme);
    this.keeper.opened(theme);
    return theme;
  }

  /**
   * Reads the file of a theme that isn't open, in the folder in which the library lies when it was
   * read.
   */
  async #readTheme(id: string): Promise<{ read: GoodRead; file: GoodFile; place: Place }> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const place = this.#place;
      const { state, folder, sync } = place;
      const name = state.useId(id);
      if (name === undefined) break;
      const read = await folder.read(name);
      if (place !== this.#place) {
        // The library lies in another folder since: what was read is not what is there.
        await this.start();
        continue;
      }
      if (read.state === 'missing') {
        state.forget(id);
        state.catalogue.announce();
        break;
      }
      const file = readThemeFile(read, state.pathOf(name));
      if (read.state === 'ok' && file.state !== 'unreadable' && file.document.id === id) {
        // From here on the folder counts it as known, so the watcher won't tell of it any more.
        if (state.index.find(name, read.stamp) === undefined) {
          state.putRead(read, file);
          state.catalogue.announce();
        }
        return { read, file, place };
      }
      // The theme may lie in another file, as that tells.
      await sync.takeRead(read);
      state.catalogue.announce();
      if (file.state === 'unreadable') throw new ProblemError(file.problem);
    }
    throw new ProblemError(this.#state.problemOf(id) ?? { code: 'notFound', what: 'theme' });
  }

  #themeChanged(theme: ThemeSession, what: 'document' | 'save'): void {
    // One that was deleted while it was being saved has nothing to tell any more.
    if (this.#state.open.get(theme.id) !== theme) return;
    if (what === 'document') {
      this.keeper.changed(theme);
      this.#state.catalogue.put(theme.file, cardOf(theme.document));
      this.#state.catalogue.announceSoon();
    } else if (theme.save.kind === 'saved') {
      this.#state.wasWritten(theme.id);
    }
    this.#listener.themeChanged(this.shown(theme));
  }

  /** A theme that holds the same already: the copy that an earlier restore made. */
  async #twinOf({ id, name, tags, theme }: ThemeDocument): Promise<string | undefined> {
    const { catalogue } = this.#state;
    for (const other of catalogue.ids) {
      const card = catalogue.card(other);
      if (other === id || card === undefined || !isNamedAfter(card.name, name)) continue;
      const here = await this.current(other);
      if (sameJson(here.tags, tags) && sameJson(here.theme, theme)) return other;
    }
    return undefined;
  }

  #freeName(name: string): string {
    return freeName(name, (each) => this.#state.catalogue.hasName(each));
  }

  async #addDocument(document: ThemeDocument): Promise<string> {
    const { folder } = this.#place;
    const { id, name } = document;
    const file = libraryFileName(name, id, (each) => this.#state.catalogue.hasFile(each));
    try {
      const result = await folder.write(file, writeThemeFile(document), 'absent');
      this.#state.putWritten(result.outcome === 'written' ? file : result.conflictName, document);
    } catch (error) {
      throw storageProblemError(error, this.#state.pathOf(file));
    }
    return id;
  }

  /** The same for one that came from a file: what it came as can be had back after edits. */
  async #addForeignDocument(document: ThemeDocument): Promise<string> {
    const id = await this.#addDocument(document);
    await this.keeper.keepQuietly(id, { content: contentOf(document), reason: 'imported' });
    return id;
  }

  /** Changes the file of a theme that isn't open, whatever others wrote to it a moment ago. */
  async #rewrite(id: string, change: (content: ThemeContent) => ThemeContent): Promise<void> {
    const { folder } = this.#place;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { read, file } = await this.#readTheme(id);
      const { name, tags, theme } = file.document;
      if (file.state === 'newer') throw new ProblemError({ code: 'themeReadOnly', name });
      const before = { name, tags, theme };
      const after = change(before);
      if (sameJson(before, after)) return;
      const document = { ...file.document, ...after, updatedAt: this.#now().toISOString() };
      try {
        const result = await folder.write(read.name, writeThemeFile(document), read.hash);
        if (result.outcome === 'written') {
          this.#state.putWritten(read.name, document);
          return;
        }
        // Ours is made anew from theirs, so that there is nothing to keep beside it.
        await folder.remove(result.conflictName, result.hash);
      } catch (error) {
        throw storageProblemError(error, this.#state.pathOf(read.name));
      }
    }
    throw this.#changedByOthers(id);
  }

  /** Puts something else in the place of a theme, which is kept as a version; on the disk then. */
  async #replace(
    theme: ThemeSession,
    change: (content: ThemeContent) => ThemeContent,
  ): Promise<void> {
    await this.keeper.replace(theme, change);
    await theme.saveOrThrow();
  }

  /** Gives a theme the links of an earlier version of it that it lacks and that no other has. */
  async #addLinks(given: ThemeDocument, here: Pick<ThemeDocument, 'publications'>): Promise<void> {
    const { publications } = withoutOwnedLinks(given, this.#state).document;
    const lacking = Object.entries(publications).filter(
      ([key]) => !Object.hasOwn(here.publications, key),
    );
    if (lacking.length === 0 || this.#state.catalogue.card(given.id)?.isReadOnly !== false) return;
    const theme = await this.opened(given.id);
    for (const [key, publication] of lacking) {
      if (!Object.hasOwn(theme.document.publications, key)) theme.setPublication(key, publication);
    }
    await theme.saveOrThrow();
  }

  /** What the bin does, its failures as problems. */
  async #ofBin<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw storageProblemError(error, join(this.#options.profileFolder, 'bin'));
    }
  }

  /**
   * Looks into the folder and tells which themes may be in it: each, where a file can't be read, and
   * those that were in it, or in another folder that was the library's, and that Foyer did not
   * delete there.
   * @throws ProblemError storage…
   */
  async #lookInLibrary(): Promise<(id: string) => boolean> {
    await this.start();
    await this.#place.watch?.rescan();
    await this.#outside.idle();
    const { catalogue, index } = this.#state;
    const mayHave = index.mayHave();
    const isElsewhere = await themesElsewhere(this.#options.profileFolder);
    return (id) =>
      catalogue.mayHideThemes || catalogue.card(id) !== undefined || mayHave(id) || isElsewhere(id);
  }

  #changedByOthers(id: string): ProblemError {
    const path = this.#state.pathOf(this.#state.catalogue.fileOf(id) ?? id);
    return new ProblemError({ code: 'storageFailed', path, detail: 'changed by others' });
  }

  #isAnyUnsaved(): boolean {
    return [...this.#state.open.values()].some((theme) => theme.isUnsaved);
  }

  /** Saves every theme, or throws the first problem. */
  async #saveAll(): Promise<void> {
    for (const theme of this.#state.open.values()) await theme.saveOrThrow();
  }

  /** Never rejects. */
  async #saveIndex(when: 'now' | 'atEnd' = 'now'): Promise<void> {
    const { folder, state, sync, unmade } = this.#place;
    // An index of a folder says that it was there once.
    if (unmade.isUnmade) return;
    for (const file of state.takeUnindexed()) {
      // Read, not only looked at: the card is certain to be the one of the file with that stamp.
      const read = await folder.read(file);
      if (read.state === 'missing') continue;
      await this.#outside.run(() => sync.takeRead(read));
    }
    state.catalogue.announce();
    if (when === 'now') await state.index.save();
    else await state.index.saveWith(sync.notedCopies);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'notFound';
}

/** A failure to look into the folder, told as one when it isn't there. */
function folderProblem(error: unknown, path: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const { kind } = toStorageError(error, path);
  if (kind === 'noPermission') {
    return new ProblemError({ code: 'libraryFolderForbidden', path }, { cause: error });
  }
  if (kind !== 'missing') return storageProblemError(error, path);
  return new ProblemError({ code: 'libraryFolderMissing', path }, { cause: error });
}
