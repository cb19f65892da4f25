/** What services hold of themes, as it is noted in the themes' files. */
import { ProblemError } from '@shared/problem-error';
import { timesUnlinked, type Publication, type ThemeDocument } from '@shared/theme/theme';
import type { BinMoves } from '../bin/bin-moves';
import type { GivenLinks } from '../bin/given-links';
import type { ComingChanges } from '../editing/coming-changes';
import type { OpenThemes } from '../editing/open-themes';
import type { ThemeSession } from '../editing/theme-session';
import type { LibraryFolder } from '../folder/library-folder';
import type { LibraryTurns } from '../folder/library-turns';
import type { HistoryKeeper } from '../history/history-keeper';
import { unlinkedInVersions } from './other-version';
import { withoutOwnedLinks } from './template-owners';
import { isLinkedTwice, sentCopyOf, type SentOver } from './linked-twice';
import type { ThemeAdding } from './theme-adding';
import type { ThemeNames } from './theme-names';

/** How often something is tried again because others changed the file meanwhile. */
const attempts = 3;

/** What noting publications needs of the library. */
export interface PublicationsParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly coming: Pick<ComingChanges, 'make'>;
  readonly keeper: HistoryKeeper;
  readonly adding: ThemeAdding;
  readonly givenLinks: GivenLinks;
  readonly conflictName: ThemeNames['conflict'];
  /** What is done with the bin is done in its turn. */
  readonly turns: LibraryTurns;
}

/** Notes in the themes' own files what services hold of them, and tells the windows. */
export class Publications {
  readonly #parts: PublicationsParts;
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;

  constructor(parts: PublicationsParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
    this.#themes = parts.themes;
  }

  /** The other theme that has the template already, if there is one. @throws ProblemError */
  async withTemplate(key: string, templateId: string): Promise<string | undefined> {
    await this.#folder.start();
    const other = this.#folder.state.withTemplate(key, templateId)?.id;
    if (other !== undefined) this.#folder.state.useId(other);
    return other;
  }

  /** Whether a person has unlinked a theme that is here from the template. @throws ProblemError */
  async wasUnlinkedFrom(key: string, templateId: string): Promise<boolean> {
    await this.#folder.start();
    return this.#folder.state.catalogue.wasUnlinkedFrom(key, templateId);
  }

  /**
   * Notes what a service holds of a theme, also of one that is in the bin; on the disk when it
   * resolves. `over` are the templates that the theme may have had, `null` for none, when that was sent:
   * where another computer has linked it to one that is none of these, the service has two of it, and
   * ours is kept beside theirs. Without it, what is noted takes the place of whatever is there. What has no
   * `attempt` is a person's word: refused by the disk it isn't in memory either.
   * @throws ProblemError notFound, libraryReplaced, storage…
   */
  async set(
    id: string,
    key: string,
    publication: Publication,
    over?: SentOver,
    assertSame = this.#folder.assertSame(),
  ): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await this.#themes.ready(id, assertSame);
      if (!this.#isHere(id)) {
        if (await this.#setInBin(id, key, publication, over, assertSame)) return;
        continue;
      }
      try {
        const theme = await this.#themes.open(id);
        await this.#folder.current.sync.refresh(theme);
        const wasFirst = !Object.hasOwn(theme.filedLinks, key);
        const { state } = this.#folder;
        if (over && isLinkedTwice(theme.document, key, publication, over, state)) {
          await this.#keepBeside(theme, key, publication, assertSame);
          return;
        }
        // What a save left at the service holds though the disk refuses it; a person's word, which has no such mark,
        // doesn't.
        if (publication.attempt === undefined)
          await saveLink(theme, key, () => {
            this.#linkTo(theme, key, publication);
          });
        else {
          this.#linkKnowing(theme, key, publication);
          await theme.saveOrThrow();
        }
        const kept = theme.document.publications[key];
        // A conflict while saving took over their document, which doesn't have it.
        if (kept !== publication) {
          const isTwice =
            wasFirst && kept !== undefined && kept.templateId !== publication.templateId;
          // Saved from there for the first time as well: this one stays with our version, beside it.
          if (isTwice) return;
          continue;
        }
        await this.#parts.keeper.published(theme.document, key, publication);
        this.#folder.state.catalogue.announce();
        return;
      } catch (error) {
        // It went to the bin, or to another folder, in that moment: there it is noted.
        if (!isGone(error) || attempt === attempts) throw error;
      }
    }
    throw this.#folder.state.changedByOthers(id);
  }

  /**
   * A theme with what `set` noted with it, which is in the library or in the bin; with the links that another theme has
   * by now only there. @throws ProblemError notFound, libraryReplaced, themeReadOnly, fileDamaged, storage…
   */
  async noted(id: string): Promise<ThemeDocument> {
    const assertSame = this.#folder.assertSame();
    for (;;) {
      await this.#themes.ready(id, assertSame);
      const isHere = this.#isHere(id);
      try {
        const document = isHere ? await this.#themes.whole(id) : await this.#inBin(id).noted(id);
        assertSame();
        return document;
      } catch (error) {
        // It may have gone from one to the other meanwhile.
        if (!isGone(error) || this.#isHere(id) === isHere) throw error;
      }
    }
  }

  #isHere(id: string): boolean {
    return this.#folder.state.catalogue.card(id) !== undefined;
  }

  /** Keeps what a service holds of a theme with a copy of it, as the theme was sent. */
  #keepBeside(
    theme: ThemeSession,
    key: string,
    publication: Publication,
    assertSame: () => void,
  ): Promise<void> {
    const { adding, conflictName, keeper, turns } = this.#parts;
    return turns.ofLibrary(async () => {
      const { state } = this.#folder;
      // A save that met theirs has put ours beside already.
      if (state.withTemplate(key, publication.templateId) !== undefined) return;
      const sent = sentCopyOf(theme.ofThisFormat(), key, publication);
      const copy = { ...sent, name: adding.freeName(conflictName(sent.name)) };
      await adding.addDocument(copy);
      await keeper.published(copy, key, publication);
      state.catalogue.announce();
    }, assertSame);
  }

  /**
   * A theme on which a person's word about its link builds: as it is on the disk, with what others wrote that nobody has
   * told of yet. @throws ProblemError notFound, themeReadOnly, storage…
   */
  async upToDate(id: string): Promise<ThemeDocument> {
    const theme = await this.#parts.coming.make(id, (one) => one);
    await theme.saveOrThrow();
    await this.#folder.current.sync.refresh(theme);
    return this.#themes.whole(id);
  }

  /**
   * A person unlinks it from that template; `waiting` is the link to another theme's template that it has then.
   * @throws ProblemError linkChanged, notFound, themeReadOnly, storage…
   */
  async unlink(id: string, key: string, from: string, waiting?: Publication): Promise<void> {
    await this.#changeLink(id, key, from, (theme) => {
      theme.unlink(key);
      if (waiting !== undefined) theme.setPublication(key, waiting);
      const times = timesUnlinked(theme.document, key);
      return ({ document }) =>
        document.publications[key] === waiting && timesUnlinked(document, key) >= times;
    });
  }

  /**
   * A word about its link is taken back, which left it with that template, or with none: nothing was published by it.
   * @throws ProblemError as `unlink`
   */
  async relink(
    id: string,
    key: string,
    from: string | undefined,
    publication: Publication,
  ): Promise<void> {
    await this.#changeLink(id, key, from, (theme) => {
      this.#linkTo(theme, key, publication);
      return ({ document }) => document.publications[key] === publication;
    });
  }

  /**
   * A person's word about the link that a theme of the library has to that template. `change` gives back whether it is
   * so in the file.
   */
  async #changeLink(
    id: string,
    key: string,
    from: string | undefined,
    change: (theme: ThemeSession) => (saved: ThemeSession) => boolean,
  ): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const isChanged = await this.#parts.coming.make(id, async (theme) => {
        await this.#folder.current.sync.refresh(theme);
        const there = theme.document.publications[key];
        // Others have linked it to one of which nothing was said.
        if (there !== undefined && there.templateId !== from)
          throw new ProblemError({ code: 'linkChanged' });
        const isSo = await saveLink(theme, key, () => change(theme));
        return isSo(theme);
      });
      // A conflict while saving took over their document, which still has the other, or does not say so.
      if (!isChanged) continue;
      this.#folder.state.catalogue.announce();
      return;
    }
    throw this.#folder.state.changedByOthers(id);
  }

  /** A person links a theme to a template, and takes it from another one that it may have. */
  #linkTo(theme: ThemeSession, key: string, publication: Publication): void {
    // From one that is another theme's by now, it isn't taken.
    const { [key]: before } = withoutOwnedLinks(theme.document, this.#folder.state).document
      .publications;
    if (before !== undefined && before.templateId !== publication.templateId) theme.unlink(key);
    this.#linkKnowing(theme, key, publication);
  }

  /** A theme has a link from now on, which is a later word than that another version of it was unlinked there. */
  #linkKnowing(theme: ThemeSession, key: string, publication: Publication): void {
    theme.setPublication(key, publication);
    const { document } = theme;
    const unlinked = unlinkedInVersions(document, key, this.#folder.state.catalogue);
    if (unlinked !== document.unlinked)
      theme.setLinks({ publications: document.publications, ...(unlinked && { unlinked }) });
  }

  /** Tells the windows of every theme: connections came, went or moved. */
  connectionsChanged(): void {
    const state = this.#folder.found?.state;
    if (state === undefined) return;
    state.catalogue.announceAll();
    for (const theme of state.open.values()) this.#themes.notify(theme);
  }

  /**
   * Where what services hold of a deleted theme is noted.
   * @throws ProblemError of the file in which it may be, where that can't be read; notFound of one that
   *   others took away, which comes back without what the bin has of an older deletion
   */
  #inBin(id: string): BinMoves {
    const { state, moves } = this.#folder.current;
    const problem = state.mayHide(id);
    if (problem !== undefined) throw new ProblemError(problem);
    if (state.index.mayHave()(id)) throw new ProblemError({ code: 'notFound', what: 'theme' });
    return moves;
  }

  /** Notes what a service holds of a deleted theme; `false`: it is in the library again. @throws ProblemError as `#inBin` */
  #setInBin(
    id: string,
    key: string,
    publication: Publication,
    over: SentOver | undefined,
    assertSame: () => void,
  ): Promise<boolean> {
    // In its turn: what lies in the bin is neither restored nor deleted for good meanwhile.
    return this.#parts.turns.ofLibrary(async () => {
      if (this.#isHere(id)) return false;
      const { state } = this.#folder;
      const noted = await this.#inBin(id).setPublication(id, key, publication, over);
      // It may have been answered after a person decided between it and another version of it.
      if (noted !== undefined) await this.#parts.givenLinks.pass(noted, key);
      state.catalogue.announce();
      return true;
    }, assertSame);
  }
}

/**
 * Changes a link and has that written. Refused by the disk it is as before: whoever is told so would find it changed
 * all the same, and it would be written later. @throws ProblemError storage…
 */
async function saveLink<Changed>(
  theme: ThemeSession,
  key: string,
  change: () => Changed,
): Promise<Changed> {
  const before = theme.document;
  const changed = change();
  const refused = theme.document.publications[key];
  try {
    await theme.saveOrThrow();
  } catch (error) {
    // Others' version may have been taken over meanwhile.
    if (theme.document.publications[key] === refused) theme.takeBackLink(key, before);
    throw error;
  }
  return changed;
}

function isGone(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'notFound';
}
