/** Moves themes to the bin and back, so that they are always in one of the two. */
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import {
  libraryFileName,
  newId,
  StorageError,
  storageProblemError,
  type StorageErrorKind,
} from '../../storage/storage';
import type { Bin, KeptTheme } from './bin';
import type { Listed } from './bin-entries';
import { withEarlierDeletions, type DeletedLinks } from './earlier-deletions';
import type { LibraryBin } from './library-bin';
import type { FolderSync } from '../folder/folder-sync';
import type { FolderState } from '../folder/folder-state';
import { lastLinks, linksOf, linksSinceDeletion, withLaterLinks } from '../folder/later-links';
import type { ThemeCard } from '../catalogue/theme-card';
import {
  linksBeside,
  mergedLinks,
  unlinkedInEither,
  withUnlinkingsOf,
  type Links,
} from '../catalogue/merged-links';
import { sameJson } from '../editing/theme-patch';
import { unlinkedInVersions } from '../catalogue/other-version';
import { isLinkedTwice, sentCopyOf, type SentOver } from '../catalogue/linked-twice';
import { withLinksSince, withoutOwnedLinks } from '../catalogue/template-owners';
import {
  documentIn,
  isNewerTheme,
  readThemeFile,
  shownThemeIn,
  writeThemeFile,
} from '../folder/theme-file';
import { asTwin } from '../catalogue/twins';

/** How often a file is read again because others changed it before it could be removed. */
const attempts = 3;

/** Whether a theme has a link of an entry of the bin only until that comes back. */
export type IsLent = (entry: string, key: string, owner: ThemeCard) => boolean;

/** What came of taking a theme out of the bin. */
export interface RestoredTheme {
  /** The id that it has now; `undefined` where the very same theme was in the library already. */
  readonly id: string | undefined;
  /** It lost a link to a template that another theme has. */
  readonly isUnlinked: boolean;
}

/** An entry of the bin in which was noted what a service holds of its theme, and what that is then. */
export interface NotedInBin {
  readonly entry: string;
  readonly document: ThemeDocument;
}

/** Moves themes between the folder and the bin: in the one before they leave the other. */
export class BinMoves {
  readonly #state: FolderState;
  readonly #sync: FolderSync;
  readonly #bin: Bin;
  readonly #ofHere: LibraryBin;
  readonly #untitled: () => string;

  constructor(state: FolderState, sync: FolderSync, bin: LibraryBin, untitled: () => string) {
    this.#state = state;
    this.#sync = sync;
    this.#bin = bin.all;
    this.#ofHere = bin;
    this.#untitled = untitled;
  }

  /**
   * Moves a theme to the bin, its newest edits with it. Resolves with its entry if it was there; the
   * bin has none of a theme that stays.
   */
  async remove(id: string): Promise<string | undefined> {
    await this.#state.open.get(id)?.saveOrThrow();
    /** What lies in the bin by now. */
    const put: { entry?: string | undefined } = {};
    try {
      return await this.#removeInto(put, id);
    } catch (error) {
      // The refusal is what is told; an entry that can't be taken back is one too many, not too few.
      if (put.entry !== undefined && (await this.#isStillThere(id))) {
        await this.#bin.take(put.entry).catch(() => undefined);
      }
      throw error;
    }
  }

  /** Whether the theme can be read: some disks refuse what they have done all the same. */
  async #isStillThere(id: string): Promise<boolean> {
    const { catalogue, folder } = this.#state;
    const name = catalogue.fileOf(id);
    const read = name === undefined ? undefined : await folder.read(name);
    return read?.state === 'ok' && shownThemeIn(read.text)?.id === id;
  }

  async #removeInto(put: { entry?: string | undefined }, id: string): Promise<string | undefined> {
    const state = this.#state;
    const { folder } = state;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const name = state.useId(id);
      if (name === undefined) return put.entry;
      const path = state.pathOf(name);
      try {
        const read = await folder.read(name);
        if (read.state === 'missing') {
          state.forget(id);
          // Others deleted it meanwhile: what it was before they did can be had back.
          return put.entry;
        }
        const file = readThemeFile(read, path);
        if (read.state !== 'ok' || file.state === 'unreadable') {
          await this.#sync.takeRead(read);
          if (file.state === 'unreadable') throw new ProblemError(file.problem);
          return put.entry;
        }
        if (file.document.id !== id) {
          // Others gave the name to another theme: this one may lie in another file, as that tells.
          await this.#sync.takeRead(read);
          continue;
        }
        // Nobody need have told of it yet.
        const kept = file.state === 'ok' ? withLaterLinks(read, file.document, state) : undefined;
        const isAsRead = kept === undefined || kept === file.document;
        await state.index.noteReturn(id);
        const entry = await this.#ofHere.put({
          id,
          file: name,
          changedMs: read.stamp.changedMs,
          modifiedMs: read.stamp.modifiedMs,
          text: isAsRead ? read.text : writeThemeFile(kept, path),
          publications: (kept ?? file.document).publications,
          unlinked: (kept ?? file.document).unlinked,
        });
        const outdated = put.entry;
        put.entry = entry;
        // Of what others changed before it could be removed.
        if (outdated !== undefined) await this.#bin.take(outdated);
        if ((await folder.remove(name, read.hash)) === 'removed') {
          state.removed(id);
          return entry;
        }
      } catch (error) {
        throw storageProblemError(error, path);
      }
    }
    throw state.changedByOthers(id);
  }

  /**
   * Takes a theme out of the bin. Where another version of it is in the library, it becomes a theme
   * of its own; links to templates that another theme has meanwhile are left out, unless they are
   * lent to that one. One of another library stays in the bin, unless it is wanted here all the same, and
   * that is `undefined`. `listed` is of the bin, for all that are taken out of it in one turn.
   *
   * @throws ProblemError notFound; themeReadOnly for one of a newer Foyer that would have to be
   *   changed; storage…
   */
  async restore(
    entry: string,
    isLent: IsLent,
    isWantedHere: boolean,
    listed: Listed,
  ): Promise<RestoredTheme | undefined> {
    const binned = await this.#bin.find(entry);
    if (binned === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    if (!isWantedHere && !this.#ofHere.has(binned)) return undefined;
    try {
      await this.#lookAt(binned.file, listed);
      const ownFile = this.#state.catalogue.fileOf(idOf(binned));
      if (ownFile !== undefined && (await this.#isIn(ownFile, binned.text))) {
        await this.#bin.take(entry);
        return { id: undefined, isUnlinked: false };
      }
      const { text, isUnlinked } = await this.#asOfNow(binned, isLent, listed);
      const id = await this.#write(binned.file, text, listed);
      await this.#bin.take(entry);
      return { id, isUnlinked: isUnlinked || this.#leavesLink(id, { ...binned, text }, isLent) };
    } catch (error) {
      throw storageProblemError(error, this.#state.pathOf(binned.file));
    }
  }

  /** Takes up a file that came back by hand or by a sync program and was not told yet. */
  async #lookAt(file: string, listed: Listed): Promise<void> {
    const read = await this.#state.folder.read(file);
    if (read.state === 'ok') await this.#sync.takeRead(read, listed);
  }

  /** What is written for a theme that comes back, with what is in the library now. */
  async #asOfNow(
    binned: KeptTheme,
    isLent: IsLent,
    listed: Listed,
  ): Promise<{ readonly text: string; readonly isUnlinked: boolean }> {
    const state = this.#withoutLent(binned, isLent);
    const id = idOf(binned);
    // It may have been published after this deletion, and deleted again or taken away. A later entry
    // that can't be read keeps back no earlier one: the theme matters more than its link.
    const { before, last } = await this.#deletionsAround(binned, listed).catch(() => ({
      before: [],
      last: { publications: {} },
    }));
    const here = state.cardOf(id);
    const now = here === undefined ? [] : [linksOf(here)];
    const deleted = documentIn(binned.text);
    const given = deleted && withLinksKnown(deleted, binned, before, [last, ...now]);
    if (given === undefined) {
      if (here === undefined) return { text: binned.text, isUnlinked: false };
      throw new ProblemError({ code: 'themeReadOnly', name: binned.file });
    }
    if (here !== undefined) {
      const { document, isUnlinked } = asTwin(given, state);
      return { text: writeThemeFile(document, this.#state.pathOf(binned.file)), isUnlinked };
    }
    // Its links stay in its file, as in every file: who has a template is worked out of all of them.
    const document = withLinksSince(given, linksSinceDeletion(last, before), state);
    if (document === deleted) return { text: binned.text, isUnlinked: false };
    return { text: writeThemeFile(document, this.#state.pathOf(binned.file)), isUnlinked: false };
  }

  /** That deletion and those before it, and what the theme was linked to at the last. @throws ProblemError, StorageError */
  async #deletionsAround(
    binned: KeptTheme,
    listed: Listed,
  ): Promise<{ readonly before: readonly DeletedLinks[]; readonly last: Links }> {
    const before = await this.#ofHere.upTo(binned, listed);
    const bin = { lastLinks: (id: string) => this.#ofHere.lastLinks(id, listed) };
    return { before, last: await lastLinks(idOf(binned), this.#state, bin) };
  }

  /** Whether a theme that came back has a link in its file which is another theme's by now. */
  #leavesLink(id: string | undefined, binned: KeptTheme, isLent: IsLent): boolean {
    const given = documentIn(binned.text);
    if (given === undefined || id !== given.id) return false;
    return withoutOwnedLinks(given, this.#withoutLent(binned, isLent)).isUnlinked;
  }

  /** The library, but for links that a theme only lent. */
  #withoutLent({ entry }: KeptTheme, isLent: IsLent): Pick<FolderState, 'cardOf' | 'withTemplate'> {
    return {
      cardOf: (id: string) => this.#state.cardOf(id),
      withTemplate: (key: string, templateId: string) => {
        const owner = this.#state.withTemplate(key, templateId);
        return owner !== undefined && isLent(entry, key, owner) ? undefined : owner;
      },
    };
  }

  /** Writes a theme that comes back; resolves with the id that it has then. */
  async #write(wanted: string, text: string, listed: Listed): Promise<string | undefined> {
    const { folder, catalogue } = this.#state;
    const isFree = !catalogue.hasFile(wanted.toLowerCase());
    // The theme may be of a disk that takes other names.
    const name =
      (isFree ? await this.#writeAs(wanted, text).catch(unlessNameRefused) : undefined) ??
      (await this.#writeAs(this.#newName(), text));
    const read = await folder.read(name);
    if (read.state !== 'missing') await this.#sync.takeRead(read, listed);
    return catalogue.idIn(name);
  }

  #newName(): string {
    const { catalogue } = this.#state;
    return libraryFileName(this.#untitled(), newId(), (each) => catalogue.hasFile(each));
  }

  /** Writes a new file; resolves with the name that it got. @throws StorageError */
  async #writeAs(file: string, text: string): Promise<string> {
    const result = await this.#state.folder.write(file, text, 'absent');
    return result.outcome === 'written' ? file : result.conflictName;
  }

  /** Whether the file holds the same theme as the text, and all that this has of its links. */
  async #isIn(file: string, text: string): Promise<boolean> {
    const read = await this.#state.folder.read(file);
    if (read.state !== 'ok') return false;
    const [here, deleted] = [documentIn(read.text), documentIn(text)];
    if (here === undefined || deleted === undefined) return read.text === text;
    return sameJson(contentOf(here), contentOf(deleted)) && hasLinksOf(here, deleted);
  }

  /** A theme of this library that is in the bin, with what `setPublication` noted with it. @throws as `setPublication` */
  async noted(id: string): Promise<ThemeDocument> {
    return (await this.#lastDocument(id)).document;
  }

  /** The last deletion of a theme that can be had back, and the theme in it. */
  async #lastDocument(
    id: string,
  ): Promise<{ readonly binned: KeptTheme; readonly document: ThemeDocument }> {
    const binned = await this.#ofHere.lastOf(id);
    if (binned === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
    const { file: name, folder = '', publications, text } = binned;
    const document = documentIn(text);
    if (document !== undefined) return { binned, document: { ...document, publications } };
    if (isNewerTheme(text)) throw new ProblemError({ code: 'themeReadOnly', name });
    throw new ProblemError({ code: 'fileDamaged', path: join(folder, name), detail: 'in the bin' });
  }

  /**
   * Keeps what a service holds of a theme of this library that is in the bin, and resolves with that; where
   * that was linked elsewhere since it was sent, in an entry beside it.
   * @throws ProblemError notFound; themeReadOnly for one of a newer Foyer, fileDamaged; storage…
   */
  async setPublication(
    id: string,
    key: string,
    publication: Publication,
    over: SentOver | undefined,
  ): Promise<NotedInBin | undefined> {
    const { binned, document } = await this.#lastDocument(id);
    const publications = { ...document.publications, [key]: publication };
    const { file, changedMs = 0 } = binned;
    try {
      if (over && isLinkedTwice(document, key, publication, over, this.#state)) {
        const copy = sentCopyOf(document, key, publication);
        const { id: copyId, publications: links } = copy;
        const text = writeThemeFile(copy, file);
        await this.#ofHere.put({ id: copyId, publications: links, file, changedMs, text });
        return undefined;
      }
      // Another version of it may have been unlinked there before.
      const unlinked = unlinkedInVersions(document, key, this.#state.catalogue);
      const noted = { ...document, publications, ...(unlinked && { unlinked }) };
      const text = writeThemeFile(noted, binned.file);
      await this.#bin.replace({ ...binned, publications, unlinked: noted.unlinked, text });
      // The last one says what the theme is linked to, also where it can't be had back any more.
      const last = await this.#ofHere.last(id);
      if (last !== undefined && last.entry !== binned.entry) {
        const links = { ...last.publications, [key]: publication };
        const times = unlinkedInEither(last, noted);
        await this.#bin.replace({ ...last, publications: links, unlinked: times });
      }
      return { entry: binned.entry, document: noted };
    } catch (error) {
      throw storageProblemError(error, binned.file);
    }
  }
}

/** What makes it another theme; pictures may wait to be allowed again where a backup brought it back. */
function contentOf({
  updatedAt: _at,
  picturesWait: _inABackup,
  publications: _links,
  unlinked: _too,
  ...content
}: ThemeDocument): object {
  return content;
}

/** Links that both have together, and none to a template of its own for which one theme has no room. */
function hasLinksOf(here: Links, deleted: Links): boolean {
  const { publications, unlinked } = mergedLinks(here, deleted);
  const isMerged = sameJson(publications, here.publications) && unlinked === here.unlinked;
  return isMerged && Object.keys(linksBeside(here, deleted)).length === 0;
}

/** A deleted theme as it was, with what the deletions before that, and its versions since, know better of its links. */
function withLinksKnown(
  deleted: ThemeDocument,
  { modifiedMs }: KeptTheme,
  before: readonly DeletedLinks[],
  since: readonly Links[],
): ThemeDocument {
  const { publications: given, unlinked: times } = deleted;
  const own = { publications: given, unlinked: times, modifiedMs };
  const { publications, unlinked } = withUnlinkingsOf(withEarlierDeletions(own, before), since);
  if (publications === given && unlinked === times) return deleted;
  return { ...deleted, publications, ...(unlinked && { unlinked }) };
}

/** Windows calls a file missing whose name it can't take. */
const nameRefusals: ReadonlySet<StorageErrorKind> = new Set([
  'nameTooLong',
  'nameRefused',
  'missing',
]);

/** @throws `error`, where another name would not help */
function unlessNameRefused(error: unknown): undefined {
  if (error instanceof StorageError && nameRefusals.has(error.kind)) return undefined;
  throw error;
}

/** The id with which the theme comes back: a deletion may have been noted under another one. */
function idOf({ id, text }: KeptTheme): string {
  return shownThemeIn(text)?.id ?? id;
}
