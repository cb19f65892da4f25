import {
  mapLimited,
  storageProblemError,
  TaskQueue,
  type FolderChange,
} from '../../storage/storage';
import type { Listed } from '../bin/bin-entries';
import type { LibraryBin } from '../bin/library-bin';
import { withUnlinkingsOf, type Links } from '../catalogue/merged-links';
import { CopiedFiles } from './copied-files';
import type { ThemeSession } from '../editing/theme-session';
import { FoundFiles, type TheirRead, type UndecidedFile } from './found-files';
import type { GoodFile, GoodRead, FolderState } from './folder-state';
import type { LastLook } from './index-lines';
import type { LastSeen } from './library-index';
import type { LibraryLog } from '../library-options';
import type { NotedCopies } from './noted-copies';
import { keepLaterLinks, linksOf } from './later-links';
import { SaveConflicts } from './save-conflicts';
import { readThemeFile } from './theme-file';
import type { ThemeNames } from '../catalogue/theme-names';

/** Tells of themes what the bin knows of their last deletions. */
type Deletions = () => ReturnType<LibraryBin['lastOfMany']>;

/** What others do to the folder: taken over, or kept beside ours. */
export class FolderSync {
  readonly #state: FolderState;
  /** Settles what a save found. */
  readonly conflicts: SaveConflicts;
  readonly #log: LibraryLog;
  readonly #copies: CopiedFiles;
  /** What was found is judged in turn: judged twice at once, a copy would become two themes. */
  readonly #taking = new TaskQueue();
  /** Files whose themes may be in their own files still, which can't be read: those, by the files. */
  readonly #undecided = new Map<string, string>();
  /** What themes were, by their ids, in whose place older files lay before that was known. */
  readonly #putOver = new Map<string, LastLook>();
  readonly #bin: Pick<LibraryBin, 'lastOfMany'>;
  #keepsIds = false;

  /** `isKnown` tells whether anything is kept of a theme under its id. */
  constructor(
    state: FolderState,
    names: ThemeNames,
    log: LibraryLog,
    isKnown: (id: string) => Promise<boolean>,
    bin: Pick<LibraryBin, 'lastOfMany'>,
  ) {
    this.#state = state;
    this.#bin = bin;
    this.#copies = new CopiedFiles(state, log, isKnown);
    this.#log = log;
    this.conflicts = new SaveConflicts({
      ...{ state, log },
      conflictName: names.conflict,
      take: (read) => this.#take([read], new Set()),
    });
  }

  /**
   * From now on no file gets another id: of two with the same one, only a newer Foyer knows which is
   * the theme.
   */
  keepIds(): void {
    this.#keepsIds = true;
  }

  /** What is known of copies, to be noted. */
  get notedCopies(): NotedCopies {
    return this.#copies.noted;
  }

  /** What was noted of copies before the start. */
  recallCopies(noted: NotedCopies): void {
    this.#copies.recall(noted);
  }

  /** What themes were in whose place older files lay, as is known only after these were taken. */
  recallPutOver(themes: ReadonlyMap<string, LastLook>): void {
    for (const [id, last] of themes) this.#putOver.set(id, last);
  }

  /** The files of these, to be judged again; one with unsaved edits is judged once it is saved. */
  get putOverFiles(): string[] {
    const { catalogue, open } = this.#state;
    return [...this.#putOver.keys()].flatMap((id) => {
      const file = catalogue.fileOf(id);
      return file === undefined || open.get(id)?.isUnsaved === true ? [] : [file];
    });
  }

  /**
   * Themes whose files went away while Foyer was not running: those that were copied to another name
   * before go on there.
   */
  takeLost(lost: readonly LastSeen[]): Promise<void> {
    return this.#taking.run(async () => {
      for (const each of lost) {
        const { id } = each.card;
        if (this.#state.fileHolding(id) === undefined) await this.#copies.giveBack(id, each);
      }
    });
  }

  /** Takes what the watcher told. Never rejects. */
  async takeChanges(changes: readonly FolderChange[]): Promise<void> {
    const reads: TheirRead[] = [];
    const gone = new Set<string>();
    for (const change of changes) {
      if (change.kind === 'changed') reads.push(change.read);
      else gone.add(change.name);
    }
    try {
      await this.#taking.run(() => this.#take(reads, gone));
    } catch (error) {
      this.#log.error('library.changesNotTaken', { error: String(error) });
    }
    this.#state.catalogue.announce();
  }

  /** Puts what files hold in its place. */
  takeReads(reads: readonly TheirRead[]): Promise<void> {
    return this.#taking.run(() => this.#take(reads, new Set()));
  }

  /** The same one after the other: of two with one theme, the first is it before the next is looked at. */
  takeInOrder(reads: readonly TheirRead[]): Promise<void> {
    return this.#taking.run(async () => {
      const deletions = this.#deletions();
      for (const read of await this.#asMeant(reads))
        await this.#takeAsTheyAre([read], new Set(), deletions);
    });
  }

  /** The same of one; `listed` is of the bin, where that was looked at for many. */
  takeRead(read: TheirRead, listed?: Listed): Promise<void> {
    // Alone it doesn't tell what was put over what: the watcher will.
    return this.#taking.run(() => this.#takeAsTheyAre([read], new Set(), this.#deletions(listed)));
  }

  /** What the bin knows of themes. It is listed once, when the first is asked for. */
  #deletions(listed?: Listed): Deletions {
    let lastOf: ReturnType<Deletions> | undefined;
    return () => (lastOf ??= this.#bin.lastOfMany(listed));
  }

  /** `gone`: files that went away at the same time. */
  async #take(
    reads: readonly TheirRead[],
    gone: ReadonlySet<string>,
    deletions?: Deletions,
  ): Promise<void> {
    await this.#takeAsTheyAre(await this.#asMeant(reads), gone, deletions);
  }

  async #asMeant(reads: readonly TheirRead[]): Promise<readonly TheirRead[]> {
    return this.#keepsIds ? reads : await this.#copies.asPutOver(reads);
  }

  async #takeAsTheyAre(
    reads: readonly TheirRead[],
    gone: ReadonlySet<string>,
    deletions = this.#deletions(),
  ): Promise<void> {
    const all = [...reads, ...(await this.#undecidedBy(reads, gone))];
    const around = () => FoundFiles.around(this.#state, all, gone);
    let found = await around();
    const returned = new Set(
      found.themes.filter(({ id, file }) => !this.#state.isIndexed(id, file)).map(({ id }) => id),
    );
    let unasked: ReadonlySet<string> = new Set();
    if (returned.size > 0) {
      unasked = await this.#noteDeletions(returned, deletions);
      // Meanwhile one of them may have been deleted, for example: no wait lies between a look and what is done by it.
      found = await around();
    }
    const { known, fresh, undecided } = found;
    this.#follow(found.renamed());
    for (const each of undecided) this.#leaveUndecided(each);
    for (const read of known) await this.#takeOne(read, unasked, deletions);
    for (const file of gone) await this.#takeGone(file);
    for (const read of fresh) await this.#takeOne(read, unasked, deletions);
  }

  /**
   * Notes what the bin knows of themes that come back by their files, as far as the index knows; resolves with those
   * of which it can't be read at the moment, or not all. Never rejects.
   */
  async #noteDeletions(
    ids: ReadonlySet<string>,
    deletions: Deletions,
  ): Promise<ReadonlySet<string>> {
    const unread = new Set<string>();
    const notRead = (error: unknown): void => {
      this.#log.error('library.deletionsNotRead', { error: String(error) });
    };
    try {
      const lastOf = await deletions();
      await mapLimited([...ids], 8, async (id) => {
        try {
          const { deletion, isWhole } = await lastOf(id);
          this.#state.noteDeletion(id, deletion);
          if (!isWhole) unread.add(id);
        } catch (error) {
          unread.add(id);
          notRead(error);
        }
      });
      return unread;
    } catch (error) {
      notRead(error);
      return ids;
    }
  }

  /** What could not be decided before these were read, as it is now. */
  async #undecidedBy(
    reads: readonly TheirRead[],
    gone: ReadonlySet<string>,
  ): Promise<readonly TheirRead[]> {
    const told = new Set([...reads.map(({ name }) => name), ...gone]);
    const waiting = [...this.#undecided].filter(([, ownFile]) => told.has(ownFile));
    for (const [file] of waiting) this.#undecided.delete(file);
    const names = waiting.map(([file]) => file).filter((file) => !told.has(file));
    const all = await this.#state.folder.readMany(names);
    return all.filter((read) => read.state !== 'missing');
  }

  /** A file waits until the one in which its theme was can be read: nothing is written until then. */
  #leaveUndecided({ file, ownFile, problem }: UndecidedFile): void {
    this.#undecided.set(file, ownFile);
    const { catalogue } = this.#state;
    if (catalogue.idIn(file) === undefined) catalogue.markUnreadable(file, problem);
  }

  /** Themes whose files were renamed go on there, with what is unsaved of them. */
  #follow(renamed: ReadonlyMap<string, string>): void {
    const { catalogue, index, open } = this.#state;
    const files = new Map<string, string>();
    for (const [id, file] of renamed) {
      const there = catalogue.idIn(file);
      if (there !== undefined && !renamed.has(there)) this.#state.forget(there);
      const ownFile = this.#state.fileHolding(id);
      if (ownFile !== undefined) {
        files.set(ownFile, file);
        this.#state.forgetIdIn(ownFile);
      }
      const theme = open.get(id);
      theme?.moveTo(file, theme.hash);
    }
    index.rename(files);
    catalogue.rename(renamed);
  }

  async #takeGone(file: string): Promise<void> {
    const state = this.#state;
    const id = state.idIn(file);
    const isGivenBack = id !== undefined && (await this.#copies.giveBack(id));
    if (id !== undefined && !isGivenBack && (await this.#copies.isPutOver(id, file))) {
      // It is the theme, as is told next.
      state.folder.tellAgain(file);
      return;
    }
    state.clearUnreadable(file);
    if (isGivenBack) state.index.delete(file);
    if (id === undefined || isGivenBack) return;
    // With unsaved edits it is kept: the next save finds out and puts ours beside.
    if (state.open.get(id)?.isUnsaved === true) return;
    if (state.catalogue.idIn(file) === id) state.forget(id);
    else state.index.lose(file);
  }

  async #takeOne(
    read: TheirRead,
    unasked: ReadonlySet<string>,
    deletions: Deletions,
  ): Promise<void> {
    const state = this.#state;
    if (!state.folder.isCurrent(read)) return;
    const file = readThemeFile(read, state.pathOf(read.name));
    // What is only in the cloud, or can't be read for a moment, is not gone: it is shown as it was
    // last seen.
    if (isUnread(read) && this.#isShownAsLastSeen(read.name)) return;
    const before = state.idIn(read.name);
    const isOther = file.state === 'unreadable' || file.document.id !== before;
    if (before !== undefined && isOther) {
      // With unsaved edits it is kept: the next save finds out and puts ours beside.
      if (state.open.get(before)?.isUnsaved === true) return;
      if (file.state !== 'unreadable' && read.state === 'ok') {
        if (await this.#copies.keepPlace(before, read, file)) return;
        await this.#takeReplaced(before, read.name, file);
      }
    }
    if (file.state === 'unreadable' || read.state !== 'ok') {
      if (file.state === 'unreadable') state.markUnreadable(read.name, file.problem);
      return;
    }
    const { id } = file.document;
    const ownFile = state.fileHolding(id);
    if (ownFile !== undefined && ownFile !== read.name) {
      if (!(await this.#isOwnAgain(read, file, deletions))) return;
    }
    if (state.index.isUnread) state.index.foundUnread.note(id, read.stamp);
    this.#noteBefore(id, read);
    if (file.state === 'ok' && (await keepLaterLinks(read, file.document, state, this.#log)))
      return;
    const theme = state.open.get(id);
    if (theme !== undefined && theme.hash !== read.hash) {
      // The next save finds out and puts ours beside.
      if (theme.isUnsaved) return;
      if (file.state === 'ok' && !theme.isReadOnly) theme.takeOver(file.document, read.hash);
      else state.forget(id);
    }
    // A theme is shown whatever can't be read of its links.
    state.putRead(read, file, unasked.has(id));
  }

  /** Older than what it was is whatever became of the older file since, as if the theme had been deleted right now. */
  #noteBefore(id: string, { stamp }: GoodRead): void {
    const last = this.#putOver.get(id);
    if (last === undefined || this.#state.open.get(id)?.isUnsaved === true) return;
    this.#putOver.delete(id);
    const links = withUnlinkingsOf(linksOf(last.card), [this.#state.deletionOf(id) ?? noLinks]);
    this.#state.noteDeletion(id, { ...links, modifiedMs: stamp.modifiedMs + 1 });
  }

  /** Another theme is in a theme's file. */
  async #takeReplaced(id: string, name: string, file: GoodFile): Promise<void> {
    const state = this.#state;
    const isTakenForCopy = this.#copies.isTakenForCopy(id, file);
    if (await this.#copies.giveBack(id, undefined, isTakenForCopy)) return;
    if (state.catalogue.idIn(name) === id) state.forget(id);
  }

  #isShownAsLastSeen(file: string): boolean {
    const { catalogue, index } = this.#state;
    if (catalogue.idIn(file) !== undefined) return true;
    const card = index.lastIn(file)?.card;
    if (card === undefined || catalogue.card(card.id) !== undefined) return false;
    catalogue.put(file, card);
    return true;
  }

  /**
   * The same id in two files: tells whether the theme is in this one again. Else it is a copy made by hand or by a sync
   * program, and becomes a theme of its own.
   */
  async #isOwnAgain(read: GoodRead, file: GoodFile, deletions: Deletions): Promise<boolean> {
    const state = this.#state;
    const { name } = read;
    const isInBin = isInBinBy(deletions);
    try {
      if (await this.#copies.turnBack(read, file, isInBin)) return true;
      if (file.state === 'newer' || this.#keepsIds) this.#leaveSameId(name, file.document.id);
      else await this.#copies.giveNewId(read, file.document, isInBin);
    } catch (error) {
      this.#log.error('library.sameIdNotSettled', { file: name, error: String(error) });
      state.catalogue.markUnreadable(name, storageProblemError(error, state.pathOf(name)).problem);
      state.folder.tellAgain(name);
    }
    return false;
  }

  #leaveSameId(name: string, id: string): void {
    const state = this.#state;
    const damage = { reason: 'sameId', other: state.fileHolding(id) ?? '' } as const;
    const detail = JSON.stringify(damage);
    const path = state.pathOf(name);
    state.catalogue.markUnreadable(name, { code: 'fileDamaged', path, detail, damage });
  }

  /** Takes over what others wrote and the watcher has not told yet. */
  async refresh(theme: ThemeSession): Promise<void> {
    if (theme.isUnsaved) return;
    const read = await this.#state.folder.read(theme.file);
    if (read.state === 'ok' && read.hash !== theme.hash) await this.takeRead(read);
  }
}

/** Tells of a theme by its id whether the bin has it, or can't be asked. */
function isInBinBy(deletions: Deletions): (id: string) => Promise<boolean> {
  return async (id) => {
    const { deletion, isWhole } = await (await deletions())(id);
    return deletion !== undefined || !isWhole;
  };
}

const noLinks: Links = { publications: {} };

/** Nothing is known of what the file holds now. */
function isUnread(read: TheirRead): boolean {
  if (read.state === 'ok') return false;
  return read.damage.reason === 'inCloud' || read.damage.reason === 'unreadable';
}
