import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryChange, LibrarySnapshot, OpenTheme } from '@shared/library';
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
  TaskQueue,
  type FolderChange,
  type FolderEntry,
  type FolderRead,
  type FolderWatch,
} from '../storage/storage';
import { Bin, type BinnedTheme } from './bin';
import { EditedTheme, usualSavePace, type SaveConflict } from './edited-theme';
import type { LibraryOptions } from './library';
import { LibraryIndex } from './library-index';
import { Shelf } from './shelf';
import { storageProblemError } from './storage-problem';
import { cardOf, placesOf, summaryOf, type ConnectionPlace, type DeliveryOf } from './theme-card';
import { readThemeFile, writeThemeFile, type ThemeFile } from './theme-file';
import { englishThemeNames, freeName, type ThemeNames } from './theme-names';
import { patchesBetween } from './theme-patch';

const dayMs = 24 * 60 * 60 * 1_000;
/** The index may wait: what it lacks after a crash is read again. */
const indexRestMs = 2_000;
/** How many files are held in memory at once while many are read. */
const readAtOnce = 200;
/** How often something is tried again because others changed the file meanwhile. */
const attempts = 3;

/** What the collection tells. */
export interface CollectionListener {
  readonly changed: (change: LibraryChange) => void;
  readonly themeChanged: (theme: OpenTheme) => void;
}

type GoodRead = FolderRead & { readonly state: 'ok' };
type GoodFile = Exclude<ThemeFile, { state: 'unreadable' }>;
type TheirRead = FolderRead & { readonly state: 'ok' | 'damaged' };

/** All themes of the library folder: the cards of all, the documents of those that are open. */
export class ThemeCollection {
  readonly #options: LibraryOptions;
  readonly #listener: CollectionListener;
  readonly #names: ThemeNames;
  readonly #now: () => Date;
  readonly #deliveryOf: DeliveryOf;
  readonly #shelf: Shelf;
  readonly #index: LibraryIndex;
  readonly #bin: Bin;
  readonly #open = new Map<string, EditedTheme>();
  readonly #opening = new Map<string, Promise<EditedTheme>>();
  /** Of themes that were open: a version never comes twice. */
  readonly #versions = new Map<string, number>();
  readonly #adding = new TaskQueue();
  readonly #outside = new TaskQueue();
  /** Themes whose file changed since the index was written. */
  readonly #unindexed = new Set<string>();
  #indexTimer: NodeJS.Timeout | undefined;
  #started: Promise<void> | undefined;
  #watch: FolderWatch | undefined;
  #isClosed = false;

  constructor(options: LibraryOptions, listener: CollectionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#names = options.names ?? englishThemeNames;
    this.#now = options.now ?? (() => new Date());
    this.#deliveryOf = options.deliveryOf ?? (() => 'idle');
    this.#shelf = new Shelf(
      (card) => summaryOf(card, this.#connections(), this.#deliveryOf),
      listener.changed,
    );
    const indexPath = join(options.profileFolder, 'library-index.jsonl');
    this.#index = new LibraryIndex(indexPath, options.folder.path, (error) => {
      options.log.warn('library.indexNotWritten', { error: String(error) });
    });
    this.#bin = new Bin(options.profileFolder, this.#now);
  }

  start(): Promise<void> {
    this.#started ??= this.#startNow().catch((error: unknown) => {
      this.#started = undefined;
      throw storageProblemError(error, this.#options.folder.path);
    });
    return this.#started;
  }

  async list(): Promise<LibrarySnapshot> {
    await this.start();
    return this.#shelf.snapshot(this.#options.folder.path);
  }

  /** What the studio is shown of an open theme. */
  shown(theme: EditedTheme): OpenTheme {
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
      save: theme.save,
      places: placesOf(cardOf(document, theme.isReadOnly), connections, this.#deliveryOf),
      publications,
    };
  }

  /** The theme, open from now on. @throws ProblemError notFound, fileDamaged, fileNewer */
  async opened(id: string): Promise<EditedTheme> {
    await this.start();
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const opening = this.#opening.get(id) ?? this.#openNow(id);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
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
      const free = isChosen ? name : freeName(name, (each) => this.#shelf.hasName(each));
      const id = await this.#addDocument({
        format: themeDocumentFormat,
        id: newId(),
        name: free,
        tags: [...tags],
        updatedAt: this.#now().toISOString(),
        publications: {},
        theme,
      });
      this.#shelf.announce();
      return id;
    });
  }

  /** Copies themes, unknown keys included, publications not: a copy is on no service. */
  async duplicate(ids: readonly string[]): Promise<string[]> {
    await this.start();
    return this.#adding.run(async () => {
      const added: string[] = [];
      try {
        for (const id of ids) {
          const document = await this.current(id);
          const { name } = document;
          if (this.#shelf.card(id)?.isReadOnly) {
            throw new ProblemError({ code: 'themeReadOnly', name });
          }
          const copy = {
            ...document,
            id: newId(),
            name: freeName(this.#names.copy(name), (each) => this.#shelf.hasName(each)),
            updatedAt: this.#now().toISOString(),
            publications: {},
          };
          added.push(await this.#addDocument(copy));
        }
      } finally {
        this.#shelf.announce();
      }
      return added;
    });
  }

  /** Moves themes to the bin, their newest edits with them. Ones that are gone are passed over. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.start();
    try {
      for (const id of ids) await this.#removeOne(id);
    } finally {
      this.#shelf.announce();
    }
  }

  /** Takes themes out of the bin. @throws ProblemError notFound once one isn't there any more */
  async restore(ids: readonly string[]): Promise<void> {
    await this.start();
    await this.#adding.run(async () => {
      try {
        for (const id of ids) await this.#restoreOne(id);
      } finally {
        this.#shelf.announce();
      }
    });
  }

  async saved(id: string): Promise<ThemeDocument> {
    const theme = await this.opened(id);
    if (theme.isReadOnly) {
      throw new ProblemError({ code: 'themeReadOnly', name: theme.document.name });
    }
    await theme.saveOrThrow();
    return theme.document;
  }

  async current(id: string): Promise<ThemeDocument> {
    await this.start();
    const open = this.#open.get(id);
    if (open !== undefined) return open.document;
    const { file } = await this.#readTheme(id);
    return file.document;
  }

  async setPublication(id: string, key: string, publication: Publication): Promise<void> {
    await this.start();
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (this.#shelf.card(id) === undefined) {
        await this.#setBinnedPublication(id, key, publication);
        return;
      }
      const theme = await this.opened(id);
      await this.#refresh(theme);
      theme.setPublication(key, publication);
      await theme.saveOrThrow();
      // A conflict while saving took over their document, which doesn't have it.
      if (theme.document.publications[key] === publication) {
        this.#shelf.announce();
        return;
      }
    }
    const path = this.#pathOf(this.#shelf.fileOf(id) ?? id);
    throw new ProblemError({ code: 'storageFailed', path, detail: 'changed by others' });
  }

  deliveryChanged(id: string): void {
    this.#shelf.touch(id);
    this.#shelf.announce();
    const theme = this.#open.get(id);
    if (theme !== undefined) this.#listener.themeChanged(this.shown(theme));
  }

  connectionsChanged(): void {
    this.#shelf.announceAll();
    for (const theme of this.#open.values()) this.#listener.themeChanged(this.shown(theme));
  }

  async rescan(): Promise<void> {
    try {
      await this.start();
      await this.#watch?.rescan();
      await this.#outside.idle();
    } catch (error) {
      this.#options.log.warn('library.notRescanned', { error: String(error) });
    }
  }

  async flush(): Promise<readonly Problem[]> {
    await this.#adding.idle();
    const themes = [...this.#open.values()];
    await Promise.all(themes.map((theme) => theme.saveNow()));
    clearTimeout(this.#indexTimer);
    this.#indexTimer = undefined;
    await this.#saveIndex();
    return themes.flatMap(({ save }) => (save.kind === 'failed' ? [save.problem] : []));
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#shelf.close();
    clearTimeout(this.#indexTimer);
    for (const theme of this.#open.values()) theme.close();
  }

  #connections(): readonly ConnectionPlace[] {
    return this.#options.connections();
  }

  #pathOf(file: string): string {
    return join(this.#options.folder.path, file);
  }

  // ——— Start

  async #startNow(): Promise<void> {
    const { folder, makeFolder = false, log } = this.#options;
    if (makeFolder) await mkdir(folder.path, { recursive: true });
    await this.#index.load();
    const entries = await folder.list();
    this.#watch ??= await folder.watch({
      changed: (changes) => {
        void this.#outside.run(() => this.#takeChanges(changes));
      },
      stopped: (error) => {
        log.warn('library.notWatched', { error: error.message });
      },
    });
    // Changes seen from here on wait until the start is through.
    await this.#outside.run(() => this.#shelve(entries));
    this.#indexSoon();
    void this.#cleanUp();
  }

  async #shelve(entries: readonly FolderEntry[]): Promise<void> {
    const unread: FolderEntry[] = [];
    for (const entry of entries) {
      const card = this.#index.find(entry.name, entry.stamp);
      if (card === undefined || entry.damage !== undefined) unread.push(entry);
      else if (this.#shelf.card(card.id) !== undefined) unread.push(entry);
      else this.#shelf.put(entry.name, card);
    }
    // Of two files with the same id the one that had it before keeps it, then the older one.
    unread.sort(
      (one, other) =>
        Number(this.#index.lastIdIn(one.name) === undefined) -
          Number(this.#index.lastIdIn(other.name) === undefined) ||
        one.stamp.modifiedMs - other.stamp.modifiedMs,
    );
    for (let from = 0; from < unread.length; from += readAtOnce) {
      const names = unread.slice(from, from + readAtOnce).map((entry) => entry.name);
      for (const read of await this.#options.folder.readMany(names)) {
        if (read.state !== 'missing') await this.#takeRead(read, new Set());
      }
    }
    this.#index.keepOnly(new Set(entries.map((entry) => entry.name)));
    this.#shelf.announce();
  }

  /** What may as well be done after the start; failures are no one's problem now. */
  async #cleanUp(): Promise<void> {
    try {
      await removeLeftovers(this.#options.folder.path, dayMs);
      const purged = await this.#bin.purge();
      if (purged > 0) this.#options.log.info('library.binPurged', { purged });
    } catch (error) {
      this.#options.log.warn('library.notCleanedUp', { error: String(error) });
    }
  }

  // ——— What others do to the folder

  async #takeChanges(changes: readonly FolderChange[]): Promise<void> {
    try {
      const gone = new Set(
        changes.flatMap((change) => (change.kind === 'removed' ? [change.name] : [])),
      );
      for (const change of changes) {
        if (change.kind === 'changed') await this.#takeRead(change.read, gone);
      }
      for (const file of gone) {
        this.#shelf.clearUnreadable(file);
        const id = this.#shelf.idIn(file);
        // With unsaved edits it is kept: the next save finds out and puts ours beside.
        if (id !== undefined && this.#open.get(id)?.isUnsaved !== true) this.#forget(id);
      }
    } catch (error) {
      this.#options.log.error('library.changesNotTaken', { error: String(error) });
    }
    this.#shelf.announce();
  }

  /** Puts what a file holds in its place. `gone`: files that went away at the same time. */
  async #takeRead(read: TheirRead, gone: ReadonlySet<string>): Promise<void> {
    const file = readThemeFile(read, this.#pathOf(read.name));
    const before = this.#shelf.idIn(read.name);
    const isOther = file.state === 'unreadable' || file.document.id !== before;
    if (before !== undefined && isOther) {
      // With unsaved edits it is kept: the next save finds out and puts ours beside.
      if (this.#open.get(before)?.isUnsaved === true) return;
      this.#forget(before);
    }
    if (file.state === 'unreadable' || read.state !== 'ok') {
      if (file.state === 'unreadable') this.#shelf.markUnreadable(read.name, file.problem);
      return;
    }
    const { id } = file.document;
    const known = this.#shelf.fileOf(id);
    const isMove = known !== undefined && known !== read.name && gone.has(known);
    if (known !== undefined && known !== read.name && !isMove) {
      await this.#giveNewId(read, file);
      return;
    }
    const theme = this.#open.get(id);
    if (theme !== undefined) {
      if (isMove) theme.moveTo(read.name, theme.hash);
      if (theme.hash !== read.hash) {
        // The next save finds out and puts ours beside.
        if (theme.isUnsaved) return;
        if (file.state === 'ok' && !theme.isReadOnly) theme.takeOver(file.document, read.hash);
        else this.#forget(id);
      }
    }
    if (isMove && known !== undefined) this.#index.delete(known);
    this.#putRead(read, file);
  }

  /** The same id in two files: a copy made by hand or by a sync program becomes a theme of its own. */
  async #giveNewId(read: GoodRead, file: GoodFile): Promise<void> {
    const path = this.#pathOf(read.name);
    if (file.state === 'newer') {
      const detail = `Another file has the same id, ${file.document.id}.`;
      this.#shelf.markUnreadable(read.name, { code: 'fileDamaged', path, detail });
      return;
    }
    // Without its publications: published from both, the template would be overwritten in turns.
    const copy: ThemeDocument = { ...file.document, id: newId(), publications: {} };
    try {
      const text = writeThemeFile(copy);
      const result = await this.#options.folder.write(read.name, text, read.hash);
      const name = result.outcome === 'written' ? read.name : result.conflictName;
      this.#putCard(name, copy);
      this.#options.log.info('library.newIdGiven', { file: name });
    } catch (error) {
      this.#shelf.markUnreadable(read.name, storageProblemError(error, path).problem);
    }
  }

  /** A save met a file that others had changed; ours lies beside it. Never rejects. */
  async #settleConflict(theme: EditedTheme, conflict: SaveConflict): Promise<void> {
    const { folder, log } = this.#options;
    const original = theme.file;
    log.info('library.conflict', { file: original });
    const read = await folder.read(original);
    const theirs = read.state === 'ok' ? readThemeFile(read, this.#pathOf(original)) : undefined;
    const isSameTheme = theirs?.state === 'ok' && theirs.document.id === theme.id;
    if (!isSameTheme || read.state !== 'ok') {
      // Their file is gone or is something else now: the theme goes on in ours.
      theme.moveTo(conflict.conflictFile, conflict.hash);
      this.#index.delete(original);
      this.#putCard(conflict.conflictFile, theme.document);
      if (read.state !== 'missing') await this.#takeRead(read, new Set());
      return;
    }
    // Before any wait, so that no edit falls between what is copied and what is taken over.
    const ours = theme.document;
    theme.takeOver(theirs.document, read.hash);
    try {
      await this.#keepOurs(ours, theirs.document, conflict);
    } catch (error) {
      log.error('library.conflictCopy', { file: conflict.conflictFile, error: String(error) });
    }
  }

  async #keepOurs(
    ours: ThemeDocument,
    theirs: ThemeDocument,
    { conflictFile, hash }: SaveConflict,
  ): Promise<void> {
    const { folder } = this.#options;
    const content = ({ name, tags, theme }: ThemeDocument) => ({ name, tags, theme });
    if (patchesBetween(content(ours), content(theirs)).length === 0) {
      await folder.remove(conflictFile, hash);
      return;
    }
    const name = freeName(this.#names.conflict(ours.name), (each) => this.#shelf.hasName(each));
    const copy: ThemeDocument = { ...ours, id: newId(), name, publications: {} };
    const result = await folder.write(conflictFile, writeThemeFile(copy), hash);
    const file = result.outcome === 'written' ? conflictFile : result.conflictName;
    this.#putCard(file, copy);
    this.#shelf.announce();
  }

  /** Takes over what others wrote and the watcher has not told yet. */
  async #refresh(theme: EditedTheme): Promise<void> {
    if (theme.isUnsaved) return;
    const read = await this.#options.folder.read(theme.file);
    if (read.state === 'ok' && read.hash !== theme.hash) await this.#takeRead(read, new Set());
  }

  // ——— Themes

  async #openNow(id: string): Promise<EditedTheme> {
    const { read, file } = await this.#readTheme(id);
    const origin = {
      file: read.name,
      hash: read.hash,
      document: file.document,
      isReadOnly: file.state === 'newer',
    };
    const host = {
      folder: this.#options.folder,
      pace: this.#options.pace ?? usualSavePace,
      now: this.#now,
      changed: (theme: EditedTheme, what: 'document' | 'save') => {
        this.#themeChanged(theme, what);
      },
      conflicted: (theme: EditedTheme, conflict: SaveConflict) =>
        this.#settleConflict(theme, conflict),
    };
    const theme = new EditedTheme(host, origin, (this.#versions.get(id) ?? 0) + 1);
    this.#open.set(id, theme);
    return theme;
  }

  /** Reads the file of a theme that isn't open. */
  async #readTheme(id: string): Promise<{ read: GoodRead; file: GoodFile }> {
    const name = this.#shelf.fileOf(id);
    if (name === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    const read = await this.#options.folder.read(name);
    if (read.state !== 'missing') {
      const file = readThemeFile(read, this.#pathOf(name));
      if (read.state === 'ok' && file.state !== 'unreadable' && file.document.id === id) {
        // From here on the folder counts it as known, so the watcher won't tell of it any more.
        if (this.#index.find(name, read.stamp) === undefined) {
          this.#putRead(read, file);
          this.#shelf.announce();
        }
        return { read, file };
      }
      await this.#takeRead(read, new Set());
      this.#shelf.announce();
      if (file.state === 'unreadable') throw new ProblemError(file.problem);
    } else {
      this.#forget(id);
      this.#shelf.announce();
    }
    throw new ProblemError({ code: 'notFound', what: 'theme' });
  }

  #themeChanged(theme: EditedTheme, what: 'document' | 'save'): void {
    // One that was deleted while it was being saved has nothing to tell any more.
    if (this.#open.get(theme.id) !== theme) return;
    if (what === 'document') {
      this.#shelf.put(theme.file, cardOf(theme.document, theme.isReadOnly));
      this.#shelf.announceSoon();
    } else if (theme.save.kind === 'saved') {
      this.#unindexed.add(theme.id);
      this.#indexSoon();
    }
    this.#listener.themeChanged(this.shown(theme));
  }

  /** Puts what was read on the shelf and in the index; an open theme shows its own document. */
  #putRead(read: GoodRead, file: GoodFile): void {
    const isReadOnly = file.state === 'newer';
    const card = cardOf(file.document, isReadOnly);
    const open = this.#open.get(card.id);
    this.#shelf.put(read.name, open?.isUnsaved ? cardOf(open.document, isReadOnly) : card);
    this.#index.set(read.name, read.stamp, card);
    this.#indexSoon();
  }

  /** Puts what was just written on the shelf; the index reads the file when it is its turn. */
  #putCard(file: string, document: ThemeDocument): void {
    this.#shelf.put(file, cardOf(document, false));
    this.#unindexed.add(document.id);
    this.#indexSoon();
  }

  #forget(id: string): void {
    const theme = this.#open.get(id);
    if (theme !== undefined) this.#versions.set(id, theme.version);
    theme?.close();
    this.#open.delete(id);
    const file = this.#shelf.fileOf(id);
    if (file !== undefined) this.#index.delete(file);
    this.#shelf.drop(id);
    this.#indexSoon();
  }

  async #addDocument(document: ThemeDocument): Promise<string> {
    const { folder } = this.#options;
    const { id, name } = document;
    const file = libraryFileName(name, id, (each) => this.#shelf.hasFile(each));
    try {
      const result = await folder.write(file, writeThemeFile(document), 'absent');
      this.#putCard(result.outcome === 'written' ? file : result.conflictName, document);
    } catch (error) {
      throw storageProblemError(error, this.#pathOf(file));
    }
    return id;
  }

  async #removeOne(id: string): Promise<void> {
    const { folder } = this.#options;
    await this.#open.get(id)?.saveOrThrow();
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const name = this.#shelf.fileOf(id);
      if (name === undefined) return;
      const path = this.#pathOf(name);
      try {
        const read = await folder.read(name);
        if (read.state === 'missing') {
          this.#forget(id);
          return;
        }
        const file = readThemeFile(read, path);
        if (read.state !== 'ok' || file.state === 'unreadable') {
          await this.#takeRead(read, new Set());
          if (file.state === 'unreadable') throw new ProblemError(file.problem);
          return;
        }
        const { publications } = file.document;
        await this.#bin.put({ id, file: name, text: read.text, publications });
        if ((await folder.remove(name, read.hash)) === 'removed') {
          this.#forget(id);
          return;
        }
      } catch (error) {
        throw storageProblemError(error, path);
      }
    }
    const path = this.#pathOf(this.#shelf.fileOf(id) ?? id);
    throw new ProblemError({ code: 'storageFailed', path, detail: 'changed by others' });
  }

  async #restoreOne(id: string): Promise<void> {
    const { folder } = this.#options;
    // Back already, by hand or by an earlier call.
    if (this.#shelf.card(id) !== undefined) return;
    const binned = await this.#bin.find(id);
    if (binned === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    const isFree = !this.#shelf.hasFile(binned.file.toLowerCase());
    const file = isFree
      ? binned.file
      : libraryFileName(this.#names.untitled, newId(), (each) => this.#shelf.hasFile(each));
    try {
      const result = await folder.write(file, binned.text, 'absent');
      const name = result.outcome === 'written' ? file : result.conflictName;
      const read = await folder.read(name);
      if (read.state !== 'missing') await this.#takeRead(read, new Set());
      await this.#bin.take(id);
    } catch (error) {
      throw storageProblemError(error, this.#pathOf(file));
    }
  }

  async #setBinnedPublication(id: string, key: string, publication: Publication): Promise<void> {
    const binned = await this.#bin.find(id);
    if (binned === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    const publications = { ...binned.publications, [key]: publication };
    try {
      const document = JSON.parse(binned.text) as ThemeDocument;
      const text = writeThemeFile({ ...document, publications });
      const changed: BinnedTheme = { ...binned, publications, text };
      await this.#bin.replace(changed);
    } catch (error) {
      throw storageProblemError(error, binned.file);
    }
  }

  // ——— The index

  #indexSoon(): void {
    if (this.#isClosed) return;
    this.#indexTimer ??= setTimeout(() => {
      this.#indexTimer = undefined;
      void this.#saveIndex();
    }, indexRestMs);
  }

  /** Never rejects. */
  async #saveIndex(): Promise<void> {
    for (const id of [...this.#unindexed]) {
      this.#unindexed.delete(id);
      const file = this.#shelf.fileOf(id);
      // One with unsaved edits comes again when it is saved.
      if (file === undefined || this.#open.get(id)?.isUnsaved === true) continue;
      // Read, not only looked at: the card is certain to be the one of the file with that stamp.
      const read = await this.#options.folder.read(file);
      if (read.state !== 'missing') await this.#outside.run(() => this.#takeRead(read, new Set()));
    }
    this.#shelf.announce();
    await this.#index.save();
  }
}
