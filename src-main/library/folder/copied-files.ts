/** Remembers copies that other programs made of themes, until it is known which file is the theme. */
import type { ThemeDocument } from '@shared/theme/theme';
import { newId, type ContentHash, type FolderWrite } from '../../storage/storage';
import type { FolderState, GoodFile, GoodRead } from './folder-state';
import type { IndexEntry } from './index-lines';
import type { LastSeen } from './library-index';
import { withinBounds, type CopiedFile, type GivenBack, type NotedCopies } from './noted-copies';
import type { LibraryLog } from '../library-options';
import { mergedLinks } from '../catalogue/merged-links';
import { cardOf, type ThemeCard } from '../catalogue/theme-card';
import { compareTimes } from './compare-times';
import { CopiesByTheme } from './copies-by-theme';
import { isPutOver, withIdsOfTheirFiles, type CopyOf } from './copies-put-over';
import { copyId } from './copy-id';
import type { TheirRead } from './found-files';
import { linksAsSent, withLinksOf } from './later-links';
import { isReturned } from './given-back';
import { isLaterVersion, isSameContent } from './later-version';
import { likeliestFirst } from './own-file';
import { documentIn, writeThemeFile } from './theme-file';
import { sameJson } from '../editing/theme-patch';
import { asTwin } from '../catalogue/twins';

/**
 * Copies that others made of themes. Some programs rename a file by copying it and removing the first
 * one much later (rsync): a copy that nobody has touched by then is the theme itself, and gets back
 * what it came with. One that was asked for by its own id stays a theme of its own, because a history,
 * a publication or the outbox may know it by that. Only where the theme was damaged a look at the
 * copy doesn't matter: that is how it was mended. Where the first file comes back (another branch was
 * looked at), it is the theme again, and the copy is what it was before.
 */
export class CopiedFiles {
  readonly #state: FolderState;
  readonly #log: LibraryLog;
  readonly #isKnown: (id: string) => Promise<boolean>;
  readonly #copies = new CopiesByTheme();
  /** By the theme's id. */
  readonly #givenBack = new Map<string, GivenBack>();
  /** Files that others took for copies of their themes, and that are the themes again. */
  readonly #keptPlaces = new Set<string>();

  constructor(state: FolderState, log: LibraryLog, isKnown: (id: string) => Promise<boolean>) {
    this.#state = state;
    this.#log = log;
    this.#isKnown = isKnown;
  }

  /**
   * A copy of a theme gets an ID of its own, which is noted when it resolves.
   *
   * @param isInBin tells of an ID whether the bin knows it
   * @throws what the disk says to a write
   */
  async giveNewId(read: GoodRead, of: ThemeDocument, isInBin: IsInBin): Promise<void> {
    const state = this.#state;
    const { name: file, text, hash } = read;
    const id = await this.#freeId(copyId(of.id, file, hash), isInBin);
    const own = asTwin(of, state, id).document;
    const result = await state.folder.write(file, writeThemeFile(own, state.pathOf(file)), hash);
    if (result.outcome === 'conflict') {
      // Written meanwhile, by another Foyer that gave it an id, for example: that is told, too.
      await state.folder.remove(result.conflictName, result.hash);
      state.folder.tellAgain(file);
      return;
    }
    state.putWritten(file, own);
    const isMend = state.isUnreadable(of.id);
    const copy = { id, file, written: result.hash, text, hash, ...(isMend && { isMend }) };
    this.#copies.add(of.id, copy);
    await state.index.noteCopy(copy);
    this.#log.info('library.newIdGiven', { file });
  }

  /**
   * That ID for a copy, or another one where a theme has it, or something is known of one that had it. Never rejects.
   */
  async #freeId(wanted: string, isInBin: IsInBin): Promise<string> {
    const { index } = this.#state;
    const isTaken =
      this.#state.fileHolding(wanted) !== undefined || index.missing(wanted) !== undefined;
    // Where that can't be read, it may be.
    const isKnown = async (): Promise<boolean> =>
      (await this.#isKnown(wanted)) || (await isInBin(wanted));
    return isTaken || (await isKnown().catch(() => true)) ? newId() : wanted;
  }

  /** What the next start is to know. */
  get noted(): NotedCopies {
    const copies = [...this.#copies.all].filter(
      ({ id, file }) => !this.#state.isIdInUse(id) && this.#isIn(id, file),
    );
    const givenBack = [...this.#givenBack].filter(([id, { copy }]) => this.#isIn(id, copy.file));
    return withinBounds({ copies, givenBack: givenBack.map(([, given]) => given) });
  }

  /** Of a folder that is not there, nothing is in the catalogue. */
  #isIn(id: string, file: string): boolean {
    const { catalogue, index } = this.#state;
    return (catalogue.idIn(file) ?? index.lastIn(file)?.card.id) === id;
  }

  /** What was noted before the start; what came of these files since is newer. */
  recall({ copies, givenBack }: NotedCopies): void {
    for (const copy of copies) {
      const themeId = this.#copies.has(copy.id) ? undefined : documentIn(copy.text)?.id;
      if (themeId !== undefined) this.#copies.add(themeId, copy);
    }
    for (const given of givenBack) {
      const id = documentIn(given.copy.text)?.id;
      if (id !== undefined && !this.#givenBack.has(id)) this.#givenBack.set(id, given);
    }
  }

  /**
   * The file of the theme went away: tells whether a copy of it has become the theme.
   *
   * @param last where and what the theme was, if it is not in the catalogue any more
   * @param isTakenForCopy it is the copy of that one on another computer (`isTakenForCopy`)
   */
  async giveBack(id: string, last?: LastSeen, isTakenForCopy = false): Promise<boolean> {
    for (const { copy, of } of this.#candidates(id, last, isTakenForCopy)) {
      try {
        const theme = this.#state.open.get(id);
        const become = () => this.#becomes(copy, of, last, isTakenForCopy);
        // A save that found the file gone meanwhile would put the theme beside it.
        if (await (theme?.betweenSaves(become) ?? become())) return true;
      } catch (error) {
        this.#log.error('library.idNotGivenBack', { file: copy.file, error: String(error) });
      }
    }
    return false;
  }

  /** Whether a copy of the theme has the name of its file, which went away: it has it since then. */
  isPutOver(id: string, ownFile: string): Promise<boolean> {
    return isPutOver(this.#copies.of(id), ownFile, this.#state);
  }

  /** What others wrote, with the themes' IDs where they put copies over the themes' own files. Never rejects. */
  asPutOver(reads: readonly TheirRead[]): Promise<readonly TheirRead[]> {
    return withIdsOfTheirFiles(reads, {
      ...{ state: this.#state, copies: this.#copies, isKnown: this.#isKnown, log: this.#log },
      isWorkedWith: (copy, of) => this.#isWorkedWith(copy, of),
      withItsLinks: (of, last) => this.#withItsLinks(of, true, last),
      isThere: ({ id, file }) => this.#isIn(id, file),
      ownHash: (id, last) => this.#ownHash(id, last),
      // Put aside for it, the theme comes back as it was, under another name.
      became: ({ copy, of }, { file, hash, was }) => {
        const given = { copy: { ...copy, file }, from: file, hash, at: Date.now() };
        this.#givenBack.set(of.id, { ...given, was, isPutOver: true });
      },
    });
  }

  /** Whether what is in the theme's own file now is what another computer made of it, which took it for a copy. */
  isTakenForCopy(id: string, file: GoodFile): boolean {
    const card = this.#cardOf(id, undefined);
    if (card === undefined || file.state === 'newer') return false;
    const { document } = file;
    // One of the themes here was copied over it by a hand.
    const isKnownHere = this.#state.fileHolding(document.id) !== undefined;
    return !isKnownHere && isSameContent(document, card);
  }

  /**
   * Another computer took the theme's own file, as it was, for a copy of it: there, the file that is the copy here is the
   * theme. Each would follow the other's word for ever, so the first by name is the theme, on both. Tells whether it is
   * this one again; it is so once, as a hand can have meant the other one.
   */
  async keepPlace(id: string, read: GoodRead, file: GoodFile): Promise<boolean> {
    if (file.state === 'newer') return false;
    const state = this.#state;
    const hash = this.#ownHash(id, undefined);
    const came = file.document;
    const isTakenForCopy =
      hash !== undefined &&
      came.id === copyId(id, read.name, hash) &&
      Object.keys(came.publications).length === 0;
    const other = this.#copiesOf(id, undefined).find(({ copy }) => copy.hash === hash);
    if (!isTakenForCopy || other === undefined || this.#keptPlaces.has(read.name)) return false;
    const { copy, of } = other;
    if (read.name > copy.file) return false;
    this.#keptPlaces.add(read.name);
    try {
      const theme = state.open.get(id);
      const keep = async () => {
        if (state.open.get(id)?.isUnsaved === true) return false;
        const result = await state.folder.write(read.name, copy.text, read.hash);
        if (result.outcome === 'conflict') {
          // Written once more meanwhile: that is told, too.
          await state.folder.remove(result.conflictName, result.hash);
          return false;
        }
        theme?.moveTo(read.name, result.hash);
        state.putWritten(read.name, theme?.ofThisFormat() ?? of);
        return true;
      };
      return await (theme?.betweenSaves(keep) ?? keep());
    } catch (error) {
      this.#log.error('library.placeNotKept', { file: read.name, error: String(error) });
      return false;
    }
  }

  /**
   * A theme is in a file while another one has its id: tells whether that is an untouched copy that
   * had become the theme while this file was away, and is a copy again now. Rejects where the disk refuses that: until
   * it takes it, nobody knows which of the two is the theme.
   */
  async turnBack(read: GoodRead, file: GoodFile, isInBin: IsInBin): Promise<boolean> {
    const { id } = file.document;
    const given = this.#givenBack.get(id);
    if (given === undefined || this.#state.catalogue.fileOf(id) !== given.copy.file) return false;
    if (!isReturned(given, read, file)) return false;
    const theme = this.#state.open.get(id);
    const turn = () => this.#isCopyAgain(id, given, read.name, isInBin);
    return theme?.betweenSaves(turn) ?? turn();
  }

  /** The copies that may become the theme. What another computer took for it is what came last. */
  #candidates(id: string, last: LastSeen | undefined, isTakenForCopy: boolean): readonly CopyOf[] {
    const copies = this.#copiesOf(id, last);
    if (!isTakenForCopy) return copies;
    const there = this.#copies.of(id).filter((copy) => this.#isIn(copy.id, copy.file));
    return copies.filter(({ copy }) => copy === there.at(-1));
  }

  /** The copies of a theme, the likeliest to be it first. */
  #copiesOf(id: string, last: IndexEntry | undefined): readonly CopyOf[] {
    const copies = this.#copies.of(id).flatMap((copy) => {
      const of = documentIn(copy.text);
      return of === undefined ? [] : [{ copy, of }];
    });
    const likeliest = likeliestFirst(this.#lastOf(id, last));
    const candidate = ({ copy: { hash }, of: { updatedAt } }: CopyOf) => ({ updatedAt, hash });
    return copies.sort((one, other) => likeliest(candidate(one), candidate(other)));
  }

  #lastOf(id: string, last: IndexEntry | undefined): IndexEntry | undefined {
    const file = this.#state.fileHolding(id);
    return file === undefined ? last : this.#state.index.lastIn(file);
  }

  async #becomes(
    copy: CopiedFile,
    of: ThemeDocument,
    last: LastSeen | undefined,
    isTakenForCopy: boolean,
  ): Promise<boolean> {
    const state = this.#state;
    const { folder } = state;
    const { file } = copy;
    const card = state.catalogue.card(copy.id);
    if (card === undefined || state.catalogue.fileOf(copy.id) !== file) return false;
    const isLater = this.#isLater(copy, of, last, isTakenForCopy);
    if (!isLater && !this.#isWhatItWas(copy, of, last)) return false;
    if (await this.#isKnown(copy.id)) return false;
    const read = await folder.read(file);
    if (read.state !== 'ok' || read.hash !== copy.written) return false;
    if (this.#isWorkedWith(copy, of)) return false;
    const ownHash = this.#ownHash(of.id, last);
    const become = this.#withItsLinks(of, isLater, last);
    const text = become === of ? copy.text : writeThemeFile(become, state.pathOf(file));
    // Before the wait, so that nobody gets to know it by an id that it is about to lose.
    this.#copies.delete(of.id, copy.id);
    state.removed(copy.id);
    let result: FolderWrite;
    try {
      result = await folder.write(file, text, copy.written);
    } catch (error) {
      // The file holds what it held.
      state.catalogue.put(file, card);
      state.wasWritten(copy.id);
      throw error;
    }
    if (result.outcome === 'conflict') {
      // Somebody wrote it in that moment: it is a theme of its own, as the watcher will tell.
      state.catalogue.put(file, card);
      await folder.remove(result.conflictName, result.hash);
      return false;
    }
    const ownFile = state.fileHolding(of.id) ?? last?.file;
    if (ownFile !== undefined) state.index.delete(ownFile);
    const theme = state.open.get(of.id);
    // Typed meanwhile: the next save finds out and puts ours beside.
    const isTyped = isLater && theme?.isUnsaved === true;
    if (isLater && !isTyped) theme?.takeOver(become, result.hash);
    theme?.moveTo(file, isTyped ? theme.hash : result.hash);
    state.putWritten(file, theme?.ofThisFormat() ?? become);
    if (ownFile !== undefined) {
      const was = isLater ? ownHash : undefined;
      const given = { copy, from: ownFile, hash: result.hash, at: Date.now(), ...(was && { was }) };
      this.#givenBack.set(of.id, given);
    }
    await state.index.save(() => this.noted);
    this.#log.info('library.idGivenBack', { file });
    return true;
  }

  /** What the copy is as the theme: also of one that can't be read the links are known. */
  #withItsLinks(of: ThemeDocument, isLater: boolean, last: LastSeen | undefined): ThemeDocument {
    const known = this.#cardOf(of.id, last);
    if (known === undefined) return of;
    if (this.#state.isUnreadable(of.id)) return withLinksOf(of, known);
    if (!isLater) return of;
    const theirs = this.#state.open.get(of.id)?.document ?? linksAsSent(of, known);
    const { conflictOf, ...rest } = { ...of, ...mergedLinks(of, theirs) };
    // What was decided on one of them is decided.
    const isUndecided = conflictOf !== undefined && known.conflictOf !== undefined;
    return isUndecided ? { ...rest, conflictOf } : rest;
  }

  /** Whether somebody has its id, and would look for it by that. */
  #isWorkedWith(copy: CopiedFile, of: ThemeDocument): boolean {
    const state = this.#state;
    // Where the theme was damaged, the mended copy is looked at before the damaged file goes.
    if (!state.isUnreadable(of.id)) return state.isIdInUse(copy.id);
    return state.open.get(copy.id)?.isUnsaved === true;
  }

  /** `file` is where the theme is now. */
  async #isCopyAgain(
    id: string,
    { copy, hash }: GivenBack,
    file: string,
    isInBin: IsInBin,
  ): Promise<boolean> {
    const state = this.#state;
    const { folder, catalogue, index } = state;
    // Copied over the theme's file, the copy lies in its own one still. As a copy of that, this gets another ID than a
    // computer gives it that takes the theme's own file for a copy (`keepPlace`).
    const isThere = state.fileHolding(copy.id) !== undefined;
    const itsId = isThere
      ? await this.#freeId(copyId(copy.id, copy.file, copy.hash), isInBin)
      : copy.id;
    const read = await folder.read(copy.file);
    const document = documentIn(copy.text);
    if (document === undefined || read.state !== 'ok' || read.hash !== hash) return false;
    const own = asTwin(document, state, itsId).document;
    const result = await folder.write(
      copy.file,
      writeThemeFile(own, state.pathOf(copy.file)),
      hash,
    );
    if (result.outcome === 'conflict') {
      await folder.remove(result.conflictName, result.hash);
      return false;
    }
    this.#givenBack.delete(id);
    const theme = state.open.get(id);
    theme?.moveTo(file, theme.hash);
    // An older file in its old place is told by when the theme was written last.
    index.rename(new Map([[copy.file, file]]));
    catalogue.rename(new Map([[id, file]]));
    state.putWritten(copy.file, own);
    this.#copies.add(id, { ...copy, id: itsId, written: result.hash });
    await index.save(() => this.noted);
    this.#log.info('library.copyTurnedBack', { file: copy.file });
    return true;
  }

  /** The theme as it is, or was when its file went away. */
  #cardOf(id: string, last: LastSeen | undefined): ThemeCard | undefined {
    return this.#state.cardOf(id) ?? last?.card;
  }

  /**
   * Whether the copy came as the theme was written elsewhere since: in a file that was renamed there as well. Where both
   * computers have both files, one is the later one on both. Where no file is the theme any more, what is the same but
   * for its links is, and not what a hand made of it.
   */
  #isLater(
    { hash, file }: CopiedFile,
    of: ThemeDocument,
    last: LastSeen | undefined,
    isTakenForCopy: boolean,
  ): boolean {
    const card = this.#cardOf(of.id, last);
    if (card === undefined || this.#state.isUnreadable(of.id)) return false;
    const isOwn = this.#ownHash(of.id, last) === hash;
    if (this.#state.open.get(of.id)?.isUnsaved || isOwn) return false;
    const ownFile = this.#state.fileHolding(of.id) ?? last?.file;
    if (isTakenForCopy) return isLaterVersion({ document: of, file }, { card, file: ownFile });
    return compareTimes(of.updatedAt, card.updatedAt) > 0 || isSameContent(of, card);
  }

  /** What the theme's own file held at the last; `undefined` while that was not read since it was written. */
  #ownHash(id: string, last: LastSeen | undefined): ContentHash | undefined {
    const theme = this.#state.open.get(id);
    if (theme !== undefined) return theme.hash;
    return this.#state.isUnindexed(id) ? undefined : this.#lastOf(id, last)?.hash;
  }

  /** Whether the theme still was what the copy came as, or older, when its file went away. */
  #isWhatItWas(copy: CopiedFile, of: ThemeDocument, last: LastSeen | undefined): boolean {
    const { id } = of;
    if (this.#state.isUnreadable(id)) {
      const card = this.#cardOf(id, last);
      // Of what could not be read nothing else is left, but what a hand made of it before is another theme.
      return copy.isMend === true || card === undefined || isSameContent(of, card);
    }
    const known = this.#ownHash(id, last);
    return known === undefined ? sameJson(this.#cardOf(id, last), cardOf(of)) : known === copy.hash;
  }
}

type IsInBin = (id: string) => Promise<boolean>;
