/** What the index keeps of copies that other programs made of themes. */
import type { ContentHash } from '../../storage/storage';

/** A file that came as a copy of a theme, and was given an id of its own. */
export interface CopiedFile {
  readonly id: string;
  readonly file: string;
  /** What the file holds since it has its own id. */
  readonly written: ContentHash;
  /** What it held when it came, and the hash of that. */
  readonly text: string;
  readonly hash: ContentHash;
  /** It came while the theme's own file couldn't be read: that is how it may have been mended. An earlier Foyer did not note it. */
  readonly isMend?: boolean;
}

/** A copy that has become the theme, because the theme's own file went away. */
export interface GivenBack {
  readonly copy: CopiedFile;
  /** The file that the theme had. */
  readonly from: string;
  /** What the copy's file holds since. */
  readonly hash: ContentHash;
  /** When that was, in ms; an earlier Foyer did not note it. */
  readonly at?: number;
  /** What the theme's own file held when it went away, where the copy was later than that, or was put over it. */
  readonly was?: ContentHash;
  /** It was put over the theme's own file: only as it was is the theme one that was put aside for it. */
  readonly isPutOver?: true;
}

/**
 * What is known of copies, over restarts. Whether somebody works with one is asked when it matters:
 * what a run that was killed knew of that is not noted.
 */
export interface NotedCopies {
  readonly copies: readonly CopiedFile[];
  readonly givenBack: readonly GivenBack[];
}

/** How much of copies' texts is noted for the next start, in bytes. */
const mostNoted = 4 * 1024 * 1024;

/** Of these, the newest that are noted for the next start: all of them could be larger than the library. */
export function withinBounds({ copies, givenBack }: NotedCopies): NotedCopies {
  let left = mostNoted;
  const fits = ({ text }: CopiedFile): boolean => {
    const bytes = Buffer.byteLength(text);
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const newestGiven = [...givenBack].reverse().filter(({ copy }) => fits(copy));
  const newest = [...copies].reverse().filter(fits);
  return { copies: newest.reverse(), givenBack: newestGiven.reverse() };
}

export const noCopies: NotedCopies = { copies: [], givenBack: [] };

export function withCopy(noted: NotedCopies, copy: CopiedFile): NotedCopies {
  const others = noted.copies.filter(({ id }) => id !== copy.id);
  return withinBounds({ ...noted, copies: [...others, copy] });
}

/** Whether both say the same; what a file held is known by its hash. */
export function isSameNote(one: NotedCopies, other: NotedCopies): boolean {
  const marks = ({ copies, givenBack }: NotedCopies): string =>
    JSON.stringify([
      copies.map(({ id, file, written }) => [id, file, written]),
      givenBack.map(({ copy: { id }, ...given }) => [id, given]),
    ]);
  return marks(one) === marks(other);
}
