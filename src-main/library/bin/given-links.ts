/** Remembers which links a deleted theme gave to another, so that it gets them back. */
import { ProblemError } from '@shared/problem-error';
import { ownName } from '@shared/theme/made-names';
import type { ConflictChoice } from '@shared/library';
import { timesByTemplate, type Publication } from '@shared/theme/theme';
import { mergedLinks, withLinkOf, withLinksFrom, type Links } from '../catalogue/merged-links';
import { otherVersionOf } from '../catalogue/other-version';
import { isLinkedSince, type ThemeCard } from '../catalogue/theme-card';
import type { ThemeNames } from '../catalogue/theme-names';
import type { OpenThemes } from '../editing/open-themes';
import { sameJson } from '../editing/theme-patch';
import type { ThemeSession } from '../editing/theme-session';
import type { LibraryFolder } from '../folder/library-folder';
import type { History } from '../history/history';
import { copyNamedVersions } from '../history/named-versions';
import type { IsLent, NotedInBin } from './bin-moves';

/** What giving needs of the library. */
export interface GivingParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly history: Pick<History, 'list' | 'content' | 'keep'>;
  readonly conflictName: ThemeNames['conflict'];
}

/** A link that one theme gave to another, which has it until it is taken back, or took from it. */
interface GivenLink {
  readonly to: string;
  readonly key: string;
  /** `undefined`: the one that goes was unlinked, and is what a person chose. */
  readonly publication: Publication | undefined;
  /** How often it is unlinked there since. */
  readonly times: Readonly<Record<string, number>>;
  /** What it has there, and how often it was unlinked, without that. */
  readonly before: Links;
}

/**
 * Links that a theme got from another version of it that went to the bin, for as long as the app runs: one
 * that comes back gets them back, unless they were published under since. A link is taken from one
 * of the two only when the other has it, so that at no moment, and by no refusal of the disk, it is
 * with neither.
 */
export class GivenLinks {
  readonly #parts: GivingParts;
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;
  readonly #byEntry = new Map<string, readonly GivenLink[]>();

  constructor(parts: GivingParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
    this.#themes = parts.themes;
  }

  /**
   * Gives a theme the links of a copy that it lacks, or has older ones of, and then moves the copy to the
   * bin; resolves with its entry, `undefined` where it was gone. Where a person chose the copy (`this`), the theme
   * loses the links that were taken from that. Where that is refused, the copy keeps its links.
   */
  async give(
    copy: ThemeSession,
    other: ThemeSession,
    keep: Exclude<ConflictChoice, 'both'>,
    moveToBin: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const links = keep === 'this' ? mergedLinks : withLinksFrom;
    return this.#giveAll(links(other.document, copy.document), other, moveToBin);
  }

  /** `links` are those that the other has then. */
  async #giveAll(
    links: Links,
    other: ThemeSession,
    moveToBin: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    let given: readonly GivenLink[] = [];
    let entry: string | undefined;
    try {
      given = this.#give(links, other);
      await other.saveOrThrow();
      entry = await moveToBin();
    } catch (error) {
      for (const each of given) await this.#take(each);
      throw error;
    }
    if (entry !== undefined) this.#byEntry.set(entry, given);
    return entry;
  }

  /**
   * Moves a theme to the bin that a person deletes by hand, as `give` does where another version of it stays:
   * of two versions of one theme, the link to a template and the versions with a name stay, however a person
   * chose. `going` are all that are deleted with it. @throws ProblemError storage…
   */
  async remove(id: string, going: ReadonlySet<string>): Promise<string | undefined> {
    const moveToBin = (): Promise<string | undefined> => this.#themes.remove(id);
    const { catalogue, open } = this.#folder.state;
    // A save can be what meets the other version.
    await open.get(id)?.saveOrThrow();
    const card = catalogue.card(id);
    const stays = card && otherVersionOf(card, catalogue, going);
    if (card === undefined || stays === undefined) return moveToBin();
    await this.#giveNamedVersions(card, stays.id);
    if (Object.keys({ ...card.publications, ...card.unlinked }).length === 0) return moveToBin();
    // Where either can't be read just now, what a person deletes goes as it is, with its links.
    const other = await this.#themes.open(stays.id).catch(noneOfThem);
    const theme = other && (await this.#themes.open(id).catch(noneOfThem));
    if (other === undefined || theme === undefined) return moveToBin();
    return this.#giveAll(withLinksFrom(other.document, theme.document), other, moveToBin);
  }

  /**
   * A history goes for good with the last deletion of its theme. A version that can't be read is not copied; where
   * the history as a whole can't be read or written, the deletion is refused. @throws ProblemError storage…
   */
  async #giveNamedVersions({ id, conflictOf }: ThemeCard, to: string): Promise<void> {
    const { history, conflictName } = this.#parts;
    const called = (name: string): string =>
      conflictOf === undefined ? name : ownName({ name, conflictOf }, conflictName);
    await copyNamedVersions(history, id, to, called);
  }

  /**
   * Gives what was noted at a place of a theme in the bin to the version of it that stays, as if it had been
   * noted before that went there. @throws ProblemError storage…
   */
  async pass({ entry, document }: NotedInBin, key: string): Promise<void> {
    const stays = otherVersionOf(document, this.#folder.state.catalogue, new Set());
    const other = stays && (await this.#themes.open(stays.id).catch(noneWhereItIsGone));
    if (other === undefined) return;
    const { [key]: publication } = document.publications;
    if (publication === undefined) return;
    const noted = { ...document, publications: { [key]: publication } };
    const earlier = this.#byEntry.get(entry) ?? [];
    const given = this.#give(withLinksFrom(other.document, noted), other).map((each) => ({
      ...each,
      before: (earlier.find((one) => one.key === key) ?? each).before,
    }));
    if (given.length === 0) return;
    this.#byEntry.set(entry, [...earlier.filter((one) => one.key !== key), ...given]);
    await other.saveOrThrow();
  }

  /** Has a theme have these links from now on, and tells which of them are others than before. */
  #give(links: Links, other: ThemeSession): GivenLink[] {
    if (other.isReadOnly) return [];
    const before = other.document;
    const keys = Object.keys({ ...before.publications, ...links.publications, ...links.unlinked });
    const given = keys.flatMap((key) => {
      const { [key]: publication } = links.publications;
      const times = timesByTemplate(links, key);
      const isSame =
        publication === before.publications[key] && sameJson(times, timesByTemplate(before, key));
      return isSame ? [] : [{ to: other.id, key, publication, times, before }];
    });
    if (given.length > 0) other.setLinks(links);
    return given;
  }

  /** Restores entries of the bin with the links that were given away from them. */
  async takeBack<Result extends { readonly entries: readonly string[] }>(
    restore: (isLent: IsLent) => Promise<Result>,
  ): Promise<Result> {
    const restored = await restore((entry, key, owner) => {
      const given = this.#byEntry.get(entry)?.find((each) => each.key === key);
      if (given?.publication === undefined || given.to !== owner.id) return false;
      return !isLinkedSince(owner, key, given.publication);
    });
    for (const entry of restored.entries) {
      for (const given of this.#byEntry.get(entry) ?? []) await this.#take(given);
    }
    // What is told of a theme later counts as a change of what came back.
    this.#folder.state.catalogue.announce();
    return restored;
  }

  /**
   * Takes a link from the theme that it was given to, where another one has the same. One to that
   * template of another time is none: it may be the template's now and not when the next theme goes. One that it took
   * comes back.
   */
  async #take({ to, key, publication, times, before }: GivenLink): Promise<void> {
    const { catalogue } = this.#folder.state;
    const isThere =
      publication === before.publications[key] ||
      publication === undefined ||
      catalogue
        .linkedTo(key, publication.templateId)
        .some((card) => card.id !== to && !isLinkedSince(card, key, publication));
    if (!isThere) return;
    const theme = await this.#themes.open(to).catch(noneWhereItIsGone);
    // Where that theme is gone, it has no link.
    if (theme === undefined) return;
    const { publications } = theme.document;
    const here = Object.hasOwn(publications, key) ? publications[key] : undefined;
    // A person has unlinked it since.
    if (!sameJson(timesByTemplate(theme.document, key), times)) return;
    if (!sameJson(here, publication)) return;
    theme.setLinks(withLinkOf(before, key, theme.document));
    // Where the disk refuses, it is tried again like any other save.
    await theme.saveNow();
  }
}

function noneOfThem(error: unknown): undefined {
  if (error instanceof ProblemError) return undefined;
  throw error;
}

function noneWhereItIsGone(error: unknown): undefined {
  if (error instanceof ProblemError && error.problem.code === 'notFound') return undefined;
  throw error;
}
