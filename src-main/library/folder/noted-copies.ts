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

/** What is known of copies when the app ends; true only as long as nobody works with the themes. */
export interface NotedCopies {
  readonly copies: readonly CopiedFile[];
  readonly givenBack: readonly GivenBack[];
}
