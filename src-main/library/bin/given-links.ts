/** Remembers which links a deleted theme gave to another, so that it gets them back. */
import { ProblemError } from '@shared/problem-error';
import type { Publication } from '@shared/theme/theme';
import type { OpenThemes } from '../editing/open-themes';
import type { ThemeSession } from '../editing/theme-session';
import type { LibraryFolder } from '../folder/library-folder';
import { sameJson } from '../editing/theme-patch';

/** A link that one theme gave to another, which has it until it is taken back. */
interface GivenLink {
  readonly to: string;
  readonly key: string;
  readonly publication: Publication;
}

/**
 * Links that a theme got from a copy of it that went to the bin, for as long as the app runs: a copy
 * that comes back gets them back, unless they were published under since.
 */
export class GivenLinks {
  readonly #folder: LibraryFolder;
  readonly #themes: OpenThemes;
  readonly #byEntry = new Map<string, readonly GivenLink[]>();

  constructor(folder: LibraryFolder, themes: OpenThemes) {
    this.#folder = folder;
    this.#themes = themes;
  }

  /** `entries`: the copy in the bin. */
  note(entries: readonly string[], given: readonly GivenLink[]): void {
    for (const entry of entries) this.#byEntry.set(entry, given);
  }

  /** Restores entries of the bin with the links that were given away from them. */
  async takeBack<Result>(
    entries: readonly string[],
    restore: () => Promise<Result>,
  ): Promise<Result> {
    const all = entries.flatMap((entry) => this.#byEntry.get(entry) ?? []);
    for (const given of all) await this.#change(given, 'remove');
    try {
      return await restore();
    } finally {
      for (const given of all) {
        // What could not be restored leaves the link where it was.
        const { key, publication } = given;
        const owner = this.#folder.state.withTemplate(key, publication.templateId);
        if (owner === undefined) await this.#change(given, 'add');
      }
    }
  }

  async #change({ to, key, publication }: GivenLink, how: 'add' | 'remove'): Promise<void> {
    let theme: ThemeSession;
    try {
      theme = await this.#themes.open(to);
    } catch (error) {
      // Where that theme is gone, nobody else has the link.
      if (error instanceof ProblemError && error.problem.code === 'notFound') return;
      throw error;
    }
    const { publications } = theme.document;
    const here = Object.hasOwn(publications, key) ? publications[key] : undefined;
    if (!sameJson(here, how === 'add' ? undefined : publication)) return;
    if (how === 'add') theme.setPublication(key, publication);
    else theme.removePublication(key);
    await theme.saveOrThrow();
  }
}
