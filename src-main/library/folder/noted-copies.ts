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
}

/** A copy that has become the theme, because the theme's own file went away. */
export interface GivenBack {
  readonly copy: CopiedFile;
  /** The file that the theme had. */
  readonly from: string;
  /** What the copy's file holds since. */
  readonly hash: ContentHash;
}

/**
 * What is known of copies, over restarts. Whether somebody works with one is asked when it matters:
 * what a run that was killed knew of that is not noted.
 */
export interface NotedCopies {
  readonly copies: readonly CopiedFile[];
  readonly givenBack: readonly GivenBack[];
}

export const noCopies: NotedCopies = { copies: [], givenBack: [] };

export function withCopy(noted: NotedCopies, copy: CopiedFile): NotedCopies {
  return { ...noted, copies: [...noted.copies.filter(({ id }) => id !== copy.id), copy] };
}

/** Whether both say the same; what a file held is known by its hash. */
export function isSameNote(one: NotedCopies, other: NotedCopies): boolean {
  const marks = ({ copies, givenBack }: NotedCopies): string =>
    JSON.stringify([
      copies.map(({ id, file, written }) => [id, file, written]),
      givenBack.map(({ copy, from, hash }) => [copy.id, from, hash]),
    ]);
  return marks(one) === marks(other);
}
