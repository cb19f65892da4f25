/** Settles what a save found: others had changed the theme's file meanwhile, and ours lies beside it. */
import { newId, type DocumentFolder, type FolderRead } from '../../storage/storage';
import { freeName } from '@shared/theme/made-names';
import type { ThemeDocument } from '@shared/theme/theme';
import type { ThemeSession } from '../editing/theme-session';
import type { SaveConflict } from '../editing/unsettled-conflicts';
import type { TheirRead } from './found-files';
import type { FolderState, GoodRead } from './folder-state';
import type { LibraryLog } from '../library-options';
import { withLaterLinks } from './later-links';
import { readThemeFile, writeThemeFile } from './theme-file';
import { linksBeside, mergedLinks, type Links } from '../catalogue/merged-links';
import type { ThemeNames } from '../catalogue/theme-names';
import { patchesBetween } from '../editing/theme-patch';

/** What settling needs of the folder. */
export interface SaveConflictParts {
  readonly state: FolderState;
  readonly conflictName: ThemeNames['conflict'];
  readonly log: LibraryLog;
  /** Takes what a file holds, out of turn: what has its turn may be waiting for the save's end. */
  readonly take: (read: TheirRead) => Promise<void>;
}

/** Has a theme go on in their file or in ours, and keeps the other as a theme beside it. */
export class SaveConflicts {
  readonly #state: FolderState;
  readonly #conflictName: ThemeNames['conflict'];
  readonly #log: LibraryLog;
  readonly #take: (read: TheirRead) => Promise<void>;

  constructor({ state, conflictName, log, take }: SaveConflictParts) {
    this.#state = state;
    this.#conflictName = conflictName;
    this.#log = log;
    this.#take = take;
  }

  /** `folder` is where it was met: the library's own may have another name by then. Never rejects. */
  async settle(
    theme: ThemeSession,
    conflict: SaveConflict,
    folder: DocumentFolder = this.#state.folder,
  ): Promise<void> {
    const state = this.#state;
    const log = this.#log;
    const original = theme.file;
    log.info('library.conflict', { file: original });
    let read: FolderRead;
    try {
      read = await folder.read(original);
    } catch (error) {
      // What theirs holds is not known: the theme goes on in ours, which is whole.
      log.error('library.conflictNotRead', { file: original, error: String(error) });
      this.#goOnInOurs(theme, conflict);
      return;
    }
    const theirs = read.state === 'ok' ? readThemeFile(read, state.pathOf(original)) : undefined;
    const isSameTheme = theirs?.state === 'ok' && theirs.document.id === theme.id;
    if (!isSameTheme || read.state !== 'ok') {
      // Their file is gone or is something else now: the theme goes on in ours.
      this.#goOnInOurs(theme, conflict);
      try {
        if (read.state !== 'missing') await this.#take(read);
      } catch (error) {
        log.error('library.conflictNotTaken', { file: original, error: String(error) });
      }
      return;
    }
    try {
      await this.#goOnInTheirs(theme, { document: theirs.document, read }, conflict, folder);
    } catch (error) {
      log.error('library.conflictCopy', { file: conflict.conflictFile, error: String(error) });
    }
  }

  #goOnInOurs(theme: ThemeSession, { conflictFile, hash }: SaveConflict): void {
    const state = this.#state;
    const original = theme.file;
    theme.moveTo(conflictFile, hash);
    state.index.delete(original);
    state.putWritten(conflictFile, theme.ofThisFormat());
  }

  /**
   * Keeps ours as a copy and takes over theirs, with the links that only ours has or that are newer in
   * ours, but for those that a person took from either; where theirs is linked to another template, ours stays with the
   * copy, which is kept for that alone where both were saved there for the first time. Where ours can't be kept, the theme goes on in ours: what was typed meanwhile is unsaved there, and saved again.
   * @throws StorageError of what is only tidied up
   */
  async #goOnInTheirs(
    theme: ThemeSession,
    theirs: { readonly document: ThemeDocument; readonly read: GoodRead },
    conflict: SaveConflict,
    folder: DocumentFolder,
  ): Promise<void> {
    const state = this.#state;
    const before = theme.hash;
    const { name: theirName } = theirs.document;
    const copy = { id: newId(), conflictOf: { id: theme.id, name: theirName } };
    let beside = conflict;
    let kept: ThemeDocument | undefined;
    let ours = theme.ofThisFormat();
    const { filedLinks } = theme;
    // An older file, put over what is here by a program that keeps folders the same, knows of none of the later ones.
    const theirLinks = (): Links => withLaterLinks(theirs.read, theirs.document, state);
    const isSame = (): boolean =>
      isSameContent(ours, theirs.document) && !areTwoTemplates(ours, theirLinks(), filedLinks);
    while (!isSame()) {
      const name = freeName(this.#conflictName(ours.name), (each) => state.catalogue.hasName(each));
      const publications = linksBeside(theirLinks(), ours);
      kept = { ...ours, ...copy, name, publications };
      try {
        const { conflictFile, hash } = beside;
        const text = writeThemeFile(kept, state.pathOf(conflictFile));
        const result = await folder.write(conflictFile, text, hash);
        const file = result.outcome === 'written' ? conflictFile : result.conflictName;
        beside = { conflictFile: file, hash: result.hash };
      } catch (error) {
        // The disk is full, for example: theirs stays where it is, as a theme of its own.
        this.#log.error('library.conflictNotKept', { file: theme.file, error: String(error) });
        const theirFile = theme.file;
        this.#goOnInOurs(theme, beside);
        await this.#takeFile(theirFile, folder);
        return;
      }
      // What was typed meanwhile is ours as well.
      if (theme.hash !== before || theme.document === ours) break;
      ours = theme.ofThisFormat();
    }
    // Without a wait since the last look, so that no edit falls between.
    if (theme.hash === before)
      theme.takeOver(theirs.document, theirs.read.hash, mergedLinks(theirLinks(), ours));
    if (isSame() || kept === undefined) await folder.remove(beside.conflictFile, beside.hash);
    else state.putWritten(beside.conflictFile, kept);
    await this.#catchUp(theme, folder);
    state.catalogue.announce();
  }

  /** What others did to the file while the conflict was settled was left to the next save. */
  async #catchUp(theme: ThemeSession, folder: DocumentFolder): Promise<void> {
    if (theme.isUnsaved) return;
    const read = await folder.read(theme.file);
    if (read.state !== 'missing') await this.#take(read);
    else if (!theme.isUnsaved) this.#state.forget(theme.id);
  }

  async #takeFile(file: string, folder: DocumentFolder): Promise<void> {
    const read = await folder.read(file);
    if (read.state !== 'missing') await this.#take(read);
  }
}

function isSameContent(one: ThemeDocument, other: ThemeDocument): boolean {
  const content = ({ name, tags, theme }: ThemeDocument) => ({ name, tags, theme });
  return patchesBetween(content(one), content(other)).length === 0;
}

/** Whether two versions of a theme made a template each at a place where it had none. */
function areTwoTemplates(
  ours: Links,
  theirs: Links,
  before: ThemeDocument['publications'],
): boolean {
  return Object.keys(linksBeside(theirs, ours)).some((key) => !Object.hasOwn(before, key));
}
