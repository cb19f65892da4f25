/** Puts themes of a backup back into the library. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { isNamedAfter } from '@shared/theme/made-names';
import type { ThemeDocument } from '@shared/theme/theme';
import { newId, storageProblem } from '../../storage/storage';
import type { OpenThemes } from '../editing/open-themes';
import type { InPlace } from '../editing/replacements';
import { sameJson } from '../editing/theme-patch';
import { folderProblem } from '../folder/folder-problem';
import { linksSinceBackup } from '../folder/later-links';
import type { LibraryFolder } from '../folder/library-folder';
import type { LibraryTurns } from '../folder/library-turns';
import type { ShownTheme } from '../folder/theme-file';
import { unlinkedElsewhere, unlinkedInEither, type Links } from './merged-links';
import { linksElsewhere, withNewerLinks } from './newer-links';
import { withLinksSince, withoutOwnedLinks, withWaitingLinks } from './template-owners';
import type { ThemeAdding } from './theme-adding';
import { withWaiting } from './waiting-pictures';

/** A look at all files counts for so long while many themes are put back, in ms. */
const lookCountsMs = 1_000;

/** A theme of a backup that is in the library; `id` and `name` are those that it has now. */
interface RestoredTheme {
  readonly outcome: 'added' | 'same' | 'keptBoth' | 'replaced';
  readonly id: string;
  readonly name: string;
  /** Why a link that the backup has of it was left out. */
  readonly leftLink: LeftLink | null;
}

/**
 * The template is another theme's here, or the theme has another one at that service, or it is a newer
 * Foyer's and can't be given one.
 */
type LeftLink = 'usedByAnother' | 'linkedElsewhere' | 'readOnly';

/** A theme that is left as it is: the file that has it, or may have it, can't be read. */
export interface UnreadTheme {
  readonly outcome: 'unread';
  readonly problem: Problem;
}

interface ReadTheme {
  readonly outcome: 'read';
  readonly document: ShownTheme;
}

/** What came of restoring a theme. */
export type RestoredFromBackup = RestoredTheme | UnreadTheme;

/** What restoring themes from a backup needs of the library. */
export interface BackupRestoreParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly adding: ThemeAdding;
  /** Themes are added in their turn. */
  readonly turns: LibraryTurns;
}

/** What has links, as far as they tell which templates. */
interface Linked {
  readonly publications: Readonly<Record<string, { readonly templateId: string }>>;
}

const linkOf = (linked: Linked | undefined, key: string) =>
  linked && Object.hasOwn(linked.publications, key) ? linked.publications[key] : undefined;

/** Puts the documents of a backup back, beside or in the place of what is here. */
export class BackupRestore {
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;
  readonly #adding: ThemeAdding;
  readonly #turns: LibraryTurns;
  #lookedAt = -Infinity;

  constructor({ folder, themes, adding, turns }: BackupRestoreParts) {
    this.#folder = folder;
    this.#themes = themes;
    this.#adding = adding;
    this.#turns = turns;
  }

  /**
   * Restores a document of a backup, which anybody can make: pictures that the theme of that id
   * does not name here already wait to be allowed. What can't be read is told; a failure is one of
   * the disk, which the next theme would meet as well. `at` is when the theme was as it is given; what
   * is no time is long ago. `assertSame` is of the library that is meant; `inPlace` is called once it has replaced one in
   * memory, or it is known that it doesn't.
   * @throws ProblemError libraryReplaced, storage…
   */
  async restore(
    given: ThemeDocument,
    ifDifferent: 'keepBoth' | 'replace',
    at: string,
    assertSame: () => void,
    inPlace: InPlace,
  ): Promise<RestoredFromBackup> {
    return this.#turns.ofLibrary(async () => {
      await this.#look();
      const { id } = given;
      const card = this.#folder.state.catalogue.card(id);
      if (card === undefined) return this.#add(given, at);
      const found = await this.#read(id);
      if (found.outcome === 'unread') return found;
      const here = found.document;
      const isSame =
        here.name === given.name &&
        sameJson(here.tags, given.tags) &&
        sameJson(here.theme, given.theme);
      if (isSame) {
        inPlace();
        const leftLink = this.#leftLink(given, await this.#addLinks(given, here));
        return { outcome: 'same', id, name: given.name, leftLink };
      }
      const document = withWaiting(given, here);
      if (ifDifferent === 'replace' && !card.isReadOnly) {
        const theme = await this.#themes.open(id);
        const { name, tags, theme: content } = document;
        const picturesWait = document.picturesWait === true;
        const change = () => ({ name, tags, theme: content });
        await this.#themes.replace(theme, change, inPlace, picturesWait);
        const leftLink = this.#leftLink(given, await this.#addLinks(given, here));
        return { outcome: 'replaced', id, name, leftLink };
      }
      inPlace();
      const linked = await this.#addLinks(given, here);
      const twin = await this.#twinOf(given);
      if (twin !== undefined) {
        const beside = this.#folder.state.catalogue.card(twin);
        const leftLink = this.#leftLink(given, linked, beside);
        return { outcome: 'same', id: twin, name: given.name, leftLink };
      }
      // Two themes for one template would overwrite each other there: the copy has only the links to
      // others, and the theme that is here has got the links that it had lost.
      const publications = linksElsewhere(linked.publications, given.publications);
      const name = this.#adding.freeName(document.name);
      const beside = { ...document, id: newId(), name, publications };
      const { document: copy } = withoutOwnedLinks(beside, this.#folder.state);
      // Before the copy has its links: from then on another theme has them.
      const leftLink = this.#leftLink(given, linked, copy);
      await this.#adding.addImportedDocument(copy);
      this.#folder.state.catalogue.announceSoon();
      return { outcome: 'keptBoth', id: copy.id, name: copy.name, leftLink };
    }, assertSame);
  }

  /**
   * Takes up what came back by hand or by a sync program and was not told yet: where that is a theme of
   * the backup, its id is not free.
   */
  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < lookCountsMs) return;
    try {
      await this.#folder.lookAgain();
    } catch (error) {
      throw folderProblem(error, this.#folder.path);
    }
    this.#lookedAt = performance.now();
  }

  /** Adds a theme whose id is free; not while a file can't be read that may have it. */
  async #add(given: ThemeDocument, at: string): Promise<RestoredFromBackup> {
    const { id, name } = given;
    const { state, bin } = this.#folder.current;
    const problem = state.mayHide(id);
    if (problem !== undefined) return { outcome: 'unread', problem };
    let since: Links;
    try {
      since = await linksSinceBackup(given, at, state, bin);
    } catch (error) {
      // Without the link it would be saved as a new template, beside the one that is its own.
      return { outcome: 'unread', problem: storageProblem(error, bin.all.folder) };
    }
    const withLinks = withLinksSince(given, since, state);
    const { document, isUnlinked } = withWaitingLinks(withLinks, state);
    await this.#adding.addImportedDocument(withWaiting(document, undefined));
    this.#folder.state.catalogue.announceSoon();
    return { outcome: 'added', id, name, leftLink: isUnlinked ? 'usedByAnother' : null };
  }

  /** A theme that holds the same already: the copy that an earlier restore made. */
  async #twinOf({ id, name, tags, theme }: ThemeDocument): Promise<string | undefined> {
    const { catalogue } = this.#folder.state;
    for (const other of catalogue.ids) {
      const card = catalogue.card(other);
      if (other === id || card === undefined || !isNamedAfter(card.name, name)) continue;
      const found = await this.#read(other);
      if (found.outcome === 'unread') continue;
      const here = found.document;
      if (sameJson(here.tags, tags) && sameJson(here.theme, theme)) return other;
    }
    return undefined;
  }

  /** A theme that is here, or why it can't be read. */
  async #read(id: string): Promise<ReadTheme | UnreadTheme> {
    try {
      return { outcome: 'read', document: await this.#themes.current(id) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return { outcome: 'unread', problem: error.problem };
    }
  }

  /**
   * Why neither a theme, as it is now, nor a copy beside it has a link of the backup: that is told, and
   * not silent.
   */
  #leftLink(given: ThemeDocument, now: Linked, beside?: Linked): LeftLink | null {
    const left = Object.entries(given.publications).filter(([key, { templateId }]) =>
      [now, beside].every((each) => linkOf(each, key)?.templateId !== templateId),
    );
    if (left.length === 0) return null;
    const news = { id: given.id, publications: Object.fromEntries(left) };
    if (withoutOwnedLinks(news, this.#folder.state).isUnlinked) return 'usedByAnother';
    const isElsewhere = left.some(([key]) => linkOf(now, key) !== undefined);
    return isElsewhere ? 'linkedElsewhere' : 'readOnly';
  }

  /**
   * Gives a theme the links of another version of it that it lacks or has older ones of, and that no
   * other theme has, and what that knows of unlinking; resolves with what it has then. A newer Foyer's gets none.
   */
  async #addLinks(given: ThemeDocument, here: ShownTheme): Promise<Linked> {
    const { publications } = withoutOwnedLinks(given, this.#folder.state).document;
    const card = this.#folder.state.catalogue.card(given.id);
    const unlinkedWith = (now: Links): Links['unlinked'] =>
      unlinkedInEither(now, { unlinked: unlinkedElsewhere(given, now) });
    const isNews =
      withNewerLinks(here.publications, publications) !== here.publications ||
      unlinkedWith(here) !== here.unlinked;
    if (!isNews || card?.isReadOnly !== false) return here;
    const theme = await this.#themes.open(given.id);
    // A link to what is another theme's by now is in the way of none.
    const own = withoutOwnedLinks(theme.document, this.#folder.state).document.publications;
    const unlinked = unlinkedWith(theme.document);
    theme.setLinks({
      publications: { ...theme.document.publications, ...withNewerLinks(own, publications) },
      ...(unlinked && { unlinked }),
    });
    await theme.saveOrThrow();
    return withoutOwnedLinks(theme.document, this.#folder.state).document;
  }
}
