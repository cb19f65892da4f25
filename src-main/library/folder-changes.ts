import { newId, storageProblemError, type FolderChange, type FolderRead } from '../storage/storage';
import type { ThemeDocument } from '@shared/theme/theme';
import { CopiedFiles } from './copied-files';
import type { EditedTheme, SaveConflict } from './edited-theme';
import type { GoodFile, GoodRead, KnownThemes } from './known-themes';
import type { LibraryLog } from './library';
import { readThemeFile, writeThemeFile } from './theme-file';
import { freeName, type ThemeNames } from './theme-names';
import { cardOf, type ThemeCard } from './theme-card';
import { patchesBetween, sameJson } from './theme-patch';

/** A file that is there, well or not. */
export type TheirRead = FolderRead & { readonly state: 'ok' | 'damaged' };

/** What others do to the folder: taken over, or kept beside ours. */
export class FolderChanges {
  readonly #known: KnownThemes;
  readonly #conflictName: ThemeNames['conflict'];
  readonly #log: LibraryLog;
  readonly #copies: CopiedFiles;

  constructor(known: KnownThemes, names: ThemeNames, log: LibraryLog) {
    this.#known = known;
    this.#copies = new CopiedFiles(known, log);
    this.#conflictName = names.conflict;
    this.#log = log;
  }

  /** Takes what the watcher told. Never rejects. */
  async takeChanges(changes: readonly FolderChange[]): Promise<void> {
    const known = this.#known;
    try {
      const gone = new Set(
        changes.flatMap((change) => (change.kind === 'removed' ? [change.name] : [])),
      );
      for (const change of changes) {
        if (change.kind === 'changed') await this.takeRead(change.read, gone);
      }
      for (const file of gone) {
        known.shelf.clearUnreadable(file);
        const id = known.shelf.idIn(file);
        if (id !== undefined && (await this.#copies.giveBack(id))) continue;
        // With unsaved edits it is kept: the next save finds out and puts ours beside.
        if (id !== undefined && known.open.get(id)?.isUnsaved !== true) known.forget(id);
      }
    } catch (error) {
      this.#log.error('library.changesNotTaken', { error: String(error) });
    }
    known.shelf.announce();
  }

  /** Puts what a file holds in its place. `gone`: files that went away at the same time. */
  async takeRead(read: TheirRead, gone: ReadonlySet<string>): Promise<void> {
    const known = this.#known;
    // Read before something newer was: taken over, it would put back what is not on the disk.
    if (!known.folder.isCurrent(read)) return;
    const file = readThemeFile(read, known.pathOf(read.name));
    // What is only in the cloud is not gone: it is shown as it was last seen.
    const isInCloud = read.state === 'damaged' && read.damage.reason === 'inCloud';
    if (isInCloud && known.shelf.idIn(read.name) !== undefined) return;
    const before = known.shelf.idIn(read.name);
    const isOther = file.state === 'unreadable' || file.document.id !== before;
    if (before !== undefined && isOther) {
      // With unsaved edits it is kept: the next save finds out and puts ours beside.
      if (known.open.get(before)?.isUnsaved === true) return;
      if (file.state === 'unreadable') known.spoil(before, read.name);
      else known.forget(before);
    }
    if (file.state === 'unreadable' || read.state !== 'ok') {
      if (file.state === 'unreadable') known.shelf.markUnreadable(read.name, file.problem);
      return;
    }
    const { id } = file.document;
    const place = known.shelf.fileOf(id);
    const isMove = place !== undefined && place !== read.name && gone.has(place);
    if (place !== undefined && place !== read.name && !isMove) {
      await this.#giveNewId(read, file);
      return;
    }
    const theme = known.open.get(id);
    if (theme !== undefined) {
      if (isMove) theme.moveTo(read.name, theme.hash);
      if (theme.hash !== read.hash) {
        // The next save finds out and puts ours beside.
        if (theme.isUnsaved) return;
        if (file.state === 'ok' && !theme.isReadOnly) theme.takeOver(file.document, read.hash);
        else known.forget(id);
      }
    }
    if (isMove) known.index.delete(place);
    known.putRead(read, file);
  }

  /** The same id in two files: a copy made by hand or by a sync program becomes a theme of its own. */
  async #giveNewId(read: GoodRead, file: GoodFile): Promise<void> {
    const known = this.#known;
    const path = known.pathOf(read.name);
    if (file.state === 'newer') {
      const damage = {
        reason: 'sameId',
        other: known.shelf.fileOf(file.document.id) ?? '',
      } as const;
      known.shelf.markUnreadable(read.name, {
        code: 'fileDamaged',
        path,
        detail: JSON.stringify(damage),
        damage,
      });
      return;
    }
    const copy = asTwin(file.document, known.shelf.card(file.document.id));
    try {
      const text = writeThemeFile(copy);
      const result = await known.folder.write(read.name, text, read.hash);
      const name = result.outcome === 'written' ? read.name : result.conflictName;
      known.putWritten(name, copy);
      this.#copies.note({ id: copy.id, file: name, written: result.hash, read, of: file.document });
      this.#log.info('library.newIdGiven', { file: name });
    } catch (error) {
      known.shelf.markUnreadable(read.name, storageProblemError(error, path).problem);
    }
  }

  /** A save met a file that others had changed; ours lies beside it. Never rejects. */
  async settleConflict(theme: EditedTheme, conflict: SaveConflict): Promise<void> {
    const known = this.#known;
    const { folder } = known;
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
    const theirs = read.state === 'ok' ? readThemeFile(read, known.pathOf(original)) : undefined;
    const isSameTheme = theirs?.state === 'ok' && theirs.document.id === theme.id;
    if (!isSameTheme || read.state !== 'ok') {
      // Their file is gone or is something else now: the theme goes on in ours.
      this.#goOnInOurs(theme, conflict);
      try {
        if (read.state !== 'missing') await this.takeRead(read, new Set());
      } catch (error) {
        log.error('library.conflictNotTaken', { file: original, error: String(error) });
      }
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

  #goOnInOurs(theme: EditedTheme, { conflictFile, hash }: SaveConflict): void {
    const known = this.#known;
    const original = theme.file;
    theme.moveTo(conflictFile, hash);
    known.index.delete(original);
    known.putWritten(conflictFile, theme.document);
  }

  async #keepOurs(
    ours: ThemeDocument,
    theirs: ThemeDocument,
    { conflictFile, hash }: SaveConflict,
  ): Promise<void> {
    const known = this.#known;
    const { folder } = known;
    const content = ({ name, tags, theme }: ThemeDocument) => ({ name, tags, theme });
    if (patchesBetween(content(ours), content(theirs)).length === 0) {
      await folder.remove(conflictFile, hash);
      return;
    }
    const name = freeName(this.#conflictName(ours.name), (each) => known.shelf.hasName(each));
    const copy: ThemeDocument = {
      ...ours,
      id: newId(),
      name,
      publications: {},
      conflictOf: { id: ours.id, name: theirs.name },
    };
    const result = await folder.write(conflictFile, writeThemeFile(copy), hash);
    const file = result.outcome === 'written' ? conflictFile : result.conflictName;
    known.putWritten(file, copy);
    known.shelf.announce();
  }

  /** Takes over what others wrote and the watcher has not told yet. */
  async refresh(theme: EditedTheme): Promise<void> {
    if (theme.isUnsaved) return;
    const read = await this.#known.folder.read(theme.file);
    if (read.state === 'ok' && read.hash !== theme.hash) await this.takeRead(read, new Set());
  }
}

/** The document as a theme of its own beside `first`, which has its id. */
export function asTwin(given: ThemeDocument, first: ThemeCard | undefined): ThemeDocument {
  // Without its publications: published from both, the template would be overwritten in turns.
  const { conflictOf: _gone, ...document } = given;
  const copy: ThemeDocument = { ...document, id: newId(), publications: {} };
  // A copy made by hand is the same; one that differs was changed in two places.
  if (first !== undefined && !sameJson(themeOf(first), themeOf(cardOf(copy, false)))) {
    copy.conflictOf = { id: first.id, name: first.name };
  }
  return copy;
}

/** What tells a copy from a version: the name alone is often changed by those who copy by hand. */
function themeOf({ theme, tags, hasCustomCss }: ThemeCard): object {
  return { theme, tags, hasCustomCss };
}
