/** All that is known of the folder in memory, and how its parts are kept in step. */
import { join } from 'node:path';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { ThemeDocument } from '@shared/theme/theme';
import type { DocumentFolder, FolderRead } from '../../storage/storage';
import type { BinnedTheme } from '../bin/bin';
import type { Links } from '../catalogue/merged-links';
import type { ThemeSession } from '../editing/theme-session';
import { lookOf, type LastLook } from './index-lines';
import type { LibraryIndex } from './library-index';
import type { ThemeCatalogue } from '../catalogue/theme-catalogue';
import { cardOf, lastLinked, templateOf, type ThemeCard } from '../catalogue/theme-card';
import type { ThemeFile } from './theme-file';
import { sameJson } from '../editing/theme-patch';
import type { EarlierSessions } from '../editing/earlier-sessions';

/** The index may wait: what it lacks after a crash is read again. */
const indexRestMs = 2_000;

/** A file that could be read, and what was understood of it. */
export type GoodRead = FolderRead & { readonly state: 'ok' };
export type GoodFile = Exclude<ThemeFile, { readonly state: 'unreadable' }>;

/** What is known of a theme by its last deletion. */
export type LastDeletion = Links & Pick<BinnedTheme, 'modifiedMs'>;

/** What is known of the folder: the cards of all themes, the documents of the open ones, the index. */
export class FolderState {
  readonly folder: DocumentFolder;
  readonly catalogue: ThemeCatalogue;
  readonly index: LibraryIndex;
  readonly open = new Map<string, ThemeSession>();
  /** The themes that were in files which can't be read any more, as they were then, by the files. */
  readonly #inUnreadable = new Map<string, LastLook>();
  /** Ids by which somebody has asked for a theme: histories, publications and the outbox have them. */
  readonly #handedOut = new Set<string>();
  /** Themes whose files we changed since the index knew them, and when, by the disk's clock. */
  readonly #unindexed = new Map<string, number | undefined>();
  /** Themes that come back after a deletion, until their files have what is known by that. */
  readonly #deletions = new Map<string, LastDeletion>();
  #indexTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #indexDue: () => void;

  readonly #sessions: EarlierSessions;

  /** `indexDue` is called when it is time to write the index; `sessions` are those of all folders. */
  constructor(
    folder: DocumentFolder,
    catalogue: ThemeCatalogue,
    index: LibraryIndex,
    indexDue: () => void,
    sessions: EarlierSessions,
  ) {
    this.folder = folder;
    this.catalogue = catalogue;
    this.index = index;
    this.#indexDue = indexDue;
    this.#sessions = sessions;
  }

  pathOf(file: string): string {
    return join(this.folder.path, file);
  }

  /**
   * The file of a theme for somebody who goes by its id: from here on the id is in use, and is not
   * taken from the theme any more.
   */
  useId(id: string): string | undefined {
    const file = this.catalogue.fileOf(id);
    if (file !== undefined) this.#handedOut.add(id);
    return file;
  }

  /** Whether anybody may know the theme by its id. */
  isIdInUse(id: string): boolean {
    return this.#handedOut.has(id);
  }

  /**
   * Puts what was read in the catalogue and in the index; an open theme shows its own document. `isBinUnasked`: what the
   * bin has of it could not be read, so that the file is to be told again.
   */
  putRead(read: GoodRead, file: GoodFile, isBinUnasked = false): void {
    const card = cardOf(file.document);
    const { name, stamp, hash } = read;
    const open = this.open.get(card.id);
    const shown = open?.isUnsaved ? cardOf(open.document) : card;
    const isThere = this.catalogue.fileOf(card.id) === name;
    if (!isThere || !sameJson(this.catalogue.card(card.id), shown)) this.catalogue.put(name, shown);
    this.forgetIdIn(name);
    // What it was edited to since it came back is not how it came.
    const { cameBackMs = stamp.modifiedMs } = this.lastSeen(card.id, name) ?? {};
    const asItCame = isBinUnasked && { cameBackMs: Math.min(cameBackMs, stamp.modifiedMs) };
    const entry = { stamp, card, hash, ...asItCame };
    this.#unindexed.delete(card.id);
    this.#deletions.delete(card.id);
    if (isBinUnasked) this.folder.tellAgain(name);
    // Told again and again while the bin can't be read, it is written once.
    if (isBinUnasked && sameJson(this.index.lastIn(name), entry)) return;
    this.index.set(name, entry);
    this.indexSoon();
  }

  /**
   * Whether the index knows what the theme in that file was at the last, there or elsewhere, or when others took it away,
   * and no deletion of it is left to be asked for.
   */
  isIndexed(id: string, file: string): boolean {
    const looks = [file, this.fileHolding(id) ?? file].map((each) => this.index.lastIn(each));
    const known = [...looks, this.index.missing(id)].filter((each) => each?.card.id === id);
    return known.length > 0 && !known.some((each) => each?.cameBackMs !== undefined);
  }

  /** What the bin knows of a theme that comes back, as far as it does. */
  noteDeletion(id: string, deletion: LastDeletion | undefined): void {
    if (deletion === undefined) this.#deletions.delete(id);
    else {
      const { publications, unlinked, modifiedMs } = deletion;
      this.#deletions.set(id, { publications, unlinked, modifiedMs });
    }
  }

  /** The last deletion of a theme that comes back after it, and whose file has nothing of it yet. */
  deletionOf(id: string): LastDeletion | undefined {
    return this.#deletions.get(id);
  }

  /** Puts what was just written in the catalogue; the index reads the file when it is its turn. */
  putWritten(file: string, document: ThemeDocument): void {
    this.catalogue.put(file, cardOf(document));
    this.forgetIdIn(file);
    this.wasWritten(document.id);
  }

  /** Others took the theme away: it is missing, and may come back. */
  forget(id: string): void {
    const before = this.catalogue.fileOf(id);
    const last = before === undefined ? undefined : this.lastSeen(id, before);
    const file = this.#drop(id);
    if (file !== undefined) this.index.lose(file, last);
  }

  /** The theme was taken away by Foyer itself: it is in the bin, or has another id now. */
  removed(id: string): void {
    this.#deletions.delete(id);
    const file = this.#drop(id);
    if (file !== undefined) this.index.delete(file);
  }

  /**
   * A file can't be read. The theme that was in it still has its id, and its links: no other one gets
   * those, and the index knows it at the next start.
   */
  markUnreadable(file: string, problem: Problem): void {
    const id = this.idIn(file);
    const last = id === undefined ? lookOf(this.index.lastIn(file)) : this.lastSeen(id, file);
    if (id !== undefined && this.catalogue.idIn(file) === id) this.#drop(id);
    this.catalogue.markUnreadable(file, problem);
    if (last !== undefined && this.catalogue.card(last.card.id) === undefined)
      this.#inUnreadable.set(file, last);
  }

  /** The file is gone, or can be read. */
  clearUnreadable(file: string): void {
    this.catalogue.clearUnreadable(file);
    this.forgetIdIn(file);
  }

  #drop(id: string): string | undefined {
    this.#end(this.open.get(id));
    const file = this.catalogue.fileOf(id);
    this.catalogue.drop(id);
    this.#unindexed.delete(id);
    this.indexSoon();
    return file;
  }

  /** The theme that was in the file is not in it any more, or can be read: others may get its links. */
  forgetIdIn(file: string): void {
    const last = this.#inUnreadable.get(file);
    if (last === undefined) return;
    this.#inUnreadable.delete(file);
    this.catalogue.touchLinked(last.card);
  }

  /** The theme that is in the file, or was when that could be read. */
  idIn(file: string): string | undefined {
    return this.catalogue.idIn(file) ?? this.#inUnreadable.get(file)?.card.id;
  }

  /** The file that has the id, also where it can't be read. */
  fileHolding(id: string): string | undefined {
    return this.catalogue.fileOf(id) ?? this.#unreadableFileOf(id);
  }

  /** The theme as it is, or was when its file could be read. */
  cardOf(id: string): ThemeCard | undefined {
    const file = this.#unreadableFileOf(id);
    const last = file === undefined ? undefined : this.#inUnreadable.get(file);
    return this.catalogue.card(id) ?? last?.card;
  }

  /** What the theme was at the last, in the file, elsewhere, or before others took it away. */
  lastSeen(id: string, file: string): LastLook | undefined {
    const indexed = lookOf(this.index.lastIn(file));
    const all = [this.#inUnreadable.get(file), indexed, this.index.missing(id)];
    const known = all.find((each) => each?.card.id === id);
    const card = this.cardOf(id) ?? known?.card;
    const cameBackMs = known?.cameBackMs;
    const modifiedMs = this.#unindexed.get(id) ?? known?.modifiedMs;
    return card && { card, modifiedMs, ...(cameBackMs !== undefined && { cameBackMs }) };
  }

  /** Whether the theme's file is there and can't be read. */
  isUnreadable(id: string): boolean {
    return this.#unreadableFileOf(id) !== undefined;
  }

  /** The theme that is linked to the template, or was published under it, if there is one. */
  withTemplate(key: string, templateId: string): ThemeCard | undefined {
    const unreadable = [...this.#inUnreadable.values()]
      .flatMap(({ card: { id } }) => this.cardOf(id) ?? [])
      .filter((card) => templateOf(card, key) === templateId);
    return lastLinked([...this.catalogue.linkedTo(key, templateId), ...unreadable], key);
  }

  /** Why a theme is not in the catalogue, where that is known. */
  problemOf(id: string): Problem | undefined {
    const file = this.#unreadableFileOf(id);
    return file === undefined ? undefined : this.catalogue.problemOf(file);
  }

  /**
   * Why a theme that is not in the catalogue may be in the folder all the same: its file, or one that may
   * hold any theme, can't be read. Where nothing does, its id is free.
   */
  mayHide(id: string): Problem | undefined {
    return this.problemOf(id) ?? this.catalogue.unreadProblem;
  }

  /** Others changed the theme's file again and again while it was to be changed here. */
  changedByOthers(id: string): ProblemError {
    const path = this.pathOf(this.catalogue.fileOf(id) ?? id);
    const why = 'changedByOthers';
    return new ProblemError({ code: 'storageFailed', path, why, detail: why });
  }

  /** A theme's file changed: the index reads it when it is its turn. */
  wasWritten(id: string): void {
    this.#deletions.delete(id);
    const file = this.catalogue.fileOf(id);
    this.#unindexed.set(id, file === undefined ? undefined : this.folder.modifiedMs(file));
    this.indexSoon();
  }

  /** Whether the index does not know yet what was last written of the theme. */
  isUnindexed(id: string): boolean {
    return this.#unindexed.has(id);
  }

  indexSoon(): void {
    if (this.#isClosed) return;
    this.#indexTimer ??= setTimeout(() => {
      this.#indexTimer = undefined;
      this.#indexDue();
    }, indexRestMs);
  }

  /** The files that the index does not know as they are, until they are read. */
  takeUnindexed(): string[] {
    clearTimeout(this.#indexTimer);
    this.#indexTimer = undefined;
    return [...this.#unindexed.keys()].flatMap((id) => {
      const file = this.catalogue.fileOf(id);
      // One with unsaved edits comes again when it is saved.
      return file === undefined || this.open.get(id)?.isUnsaved === true ? [] : [file];
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#indexTimer);
    this.catalogue.close();
    for (const theme of this.open.values()) this.#end(theme);
  }

  #unreadableFileOf(id: string): string | undefined {
    for (const [file, { card }] of this.#inUnreadable) if (card.id === id) return file;
    return undefined;
  }

  #end(theme: ThemeSession | undefined): void {
    if (theme === undefined) return;
    theme.close();
    this.open.delete(theme.id);
    this.#sessions.end(theme);
  }
}
