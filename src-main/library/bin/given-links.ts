/** Remembers which links a deleted theme gave to another, so that it gets them back. */
import { ProblemError } from '@shared/problem-error';
import type { Publication } from '@shared/theme/theme';
import { withNewerLinks } from '../catalogue/newer-links';
import { isLinkedSince } from '../catalogue/theme-card';
import type { OpenThemes } from '../editing/open-themes';
import { sameJson } from '../editing/theme-patch';
import type { ThemeSession } from '../editing/theme-session';
import type { LibraryFolder } from '../folder/library-folder';
import type { IsLent } from './bin-moves';

/** A link that one theme gave to another, which has it until it is taken back. */
interface GivenLink {
  readonly to: string;
  readonly key: string;
  readonly publication: Publication;
  /** The older one that it took the place of. */
  readonly before: Publication | undefined;
}

/**
 * Links that a theme got from a copy of it that went to the bin, for as long as the app runs: a copy
 * that comes back gets them back, unless they were published under since. A link is taken from one
 * of the two only when the other has it, so that at no moment, and by no refusal of the disk, it is
 * with neither.
 */
export class GivenLinks {
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;
  readonly #byEntry = new Map<string, readonly GivenLink[]>();

  constructor(folder: LibraryFolder, themes: OpenThemes) {
    this.#folder = folder;
    this.#themes = themes;
  }

  /**
   * Gives a theme the links of a copy that it lacks, or has older ones of, and then moves the copy to the bin; resolves
   * with its entry, `undefined` where it was gone. Where that is refused, the copy keeps its links.
   */
  async give(
    copy: ThemeSession,
    other: ThemeSession,
    moveToBin: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const here = other.document.publications;
    const all = other.isReadOnly ? here : withNewerLinks(here, copy.document.publications);
    const given = Object.entries(all).flatMap(([key, publication]) => {
      const before = Object.hasOwn(here, key) ? here[key] : undefined;
      return publication === before ? [] : [{ to: other.id, key, publication, before }];
    });
    try {
      for (const { key, publication } of given) other.setPublication(key, publication);
      await other.saveOrThrow();
      const entry = await moveToBin();
      if (entry !== undefined) this.#byEntry.set(entry, given);
      return entry;
    } catch (error) {
      for (const each of given) await this.#take(each);
      throw error;
    }
  }

  /** Restores entries of the bin with the links that were given away from them. */
  async takeBack<Result extends { readonly entries: readonly string[] }>(
    restore: (isLent: IsLent) => Promise<Result>,
  ): Promise<Result> {
    const restored = await restore((entry, key, owner) => {
      const given = this.#byEntry.get(entry)?.find((each) => each.key === key);
      return given?.to === owner.id && !isLinkedSince(owner, key, given.publication);
    });
    for (const entry of restored.entries) {
      for (const given of this.#byEntry.get(entry) ?? []) await this.#take(given);
    }
    return restored;
  }

  /**
   * Takes a link from the theme that it was given to, where another one has the same. One to that
   * template of another time is none: it may be the template's now and not when the next theme goes.
   */
  async #take({ to, key, publication, before }: GivenLink): Promise<void> {
    const all = this.#folder.state.catalogue.linkedTo(key, publication.templateId);
    if (!all.some((card) => card.id !== to && !isLinkedSince(card, key, publication))) return;
    let theme: ThemeSession;
    try {
      theme = await this.#themes.open(to);
    } catch (error) {
      // Where that theme is gone, it has no link.
      if (error instanceof ProblemError && error.problem.code === 'notFound') return;
      throw error;
    }
    const { publications } = theme.document;
    const here = Object.hasOwn(publications, key) ? publications[key] : undefined;
    if (!sameJson(here, publication)) return;
    if (before === undefined) theme.removePublication(key);
    else theme.setPublication(key, before);
    // Where the disk refuses, it is tried again like any other save.
    await theme.saveNow();
  }
}
