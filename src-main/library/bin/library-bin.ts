/** What the bin has of the library that lies in a folder: a copy of it has themes of the same IDs. */
import type { Links } from '../catalogue/merged-links';
import type { KnownLibraries } from '../folder/known-libraries';
import type { Bin, BinnedTheme, KeptTheme } from './bin';
import type { Listed } from './bin-entries';

/** The entries of the bin that were deleted in one library, or in one that counts as it. */
export class LibraryBin {
  /** With those of all libraries. */
  readonly all: Bin;
  readonly #libraries: Pick<KnownLibraries, 'lastingId' | 'hasDeleted'>;
  readonly #folder: string;

  constructor(
    all: Bin,
    libraries: Pick<KnownLibraries, 'lastingId' | 'hasDeleted'>,
    folder: string,
  ) {
    this.all = all;
    this.#libraries = libraries;
    this.#folder = folder;
  }

  /** Whether a theme was deleted in this library. */
  readonly has = (deletion: Pick<BinnedTheme, 'library' | 'folder'>): boolean =>
    this.#libraries.hasDeleted(deletion, this.#folder);

  /** Adds a deletion; durable when it resolves with its entry. @throws StorageError */
  put(theme: Omit<Parameters<Bin['put']>[0], 'folder' | 'library'>): Promise<string> {
    const library = this.#libraries.lastingId(this.#folder);
    return this.all.put({
      ...theme,
      folder: this.#folder,
      ...(library !== undefined && { library }),
    });
  }

  /** `Bin.lastOf` of this library. */
  lastOf(id: string): Promise<KeptTheme | undefined> {
    return this.all.lastOf(id, this.has);
  }

  /** `Bin.last` of this library. */
  last(id: string, listed?: Listed): Promise<BinnedTheme | undefined> {
    return this.all.last(id, this.has, listed);
  }

  /**
   * What services hold of a theme by its last deletion here, and how often it was unlinked by then.
   * @throws ProblemError storage… where what may say so can't be read at the moment
   */
  async lastLinks(id: string, listed?: Listed): Promise<Links> {
    const { publications = {}, unlinked } = (await this.last(id, listed)) ?? {};
    return { publications, ...(unlinked && { unlinked }) };
  }

  /** `Bin.lastOfMany` of this library. */
  lastOfMany(listed?: Listed): ReturnType<Bin['lastOfMany']> {
    return this.all.lastOfMany(this.has, listed);
  }

  /** `Bin.upTo` of this library, and of that deletion itself. */
  upTo(deletion: BinnedTheme, listed?: Listed): Promise<BinnedTheme[]> {
    const isWanted = (each: BinnedTheme): boolean =>
      each.entry === deletion.entry || this.has(each);
    return this.all.upTo(deletion, isWanted, listed);
  }
}
