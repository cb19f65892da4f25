/** Which of several files with one theme's id is the theme's own. */
import type { ContentHash, FileStamp } from '../../storage/storage';
import { compareTimes } from './compare-times';
import type { IndexEntry } from './index-lines';

/** A file with the theme's id, and what tells it from copies. */
export interface OwnFileCandidate {
  readonly updatedAt: string;
  readonly hash: ContentHash;
  /** Absent where the file was written since it came. */
  readonly stamp?: FileStamp;
}

/**
 * An order in which the likeliest comes first: the file itself under another name, what Foyer wrote
 * last, whatever the clock said then, the newest theme, the one that holds what was last known, the one that has lain there the longest. The number of a file
 * alone says nothing, because disks give a new file that of a removed one.
 *
 * @param last how the theme was in its own file, where that is known
 * @param held what Foyer wrote or read of it last, where the theme is open: it may have been renamed
 *   before its own file was looked at again
 */
export function likeliestFirst(
  last: IndexEntry | undefined,
  held?: ContentHash,
): (one: OwnFileCandidate, other: OwnFileCandidate) => number {
  const isItself = ({ updatedAt, stamp }: OwnFileCandidate): boolean =>
    last !== undefined &&
    stamp?.inode === last.stamp.inode &&
    compareTimes(updatedAt, last.card.updatedAt) >= 0;
  const isWrittenSince = ({ hash }: OwnFileCandidate): boolean =>
    hash === held && hash !== last?.hash;
  const isAsLastKnown = ({ hash }: OwnFileCandidate): boolean => hash === last?.hash;
  return (one, other) =>
    Number(isItself(other)) - Number(isItself(one)) ||
    Number(isWrittenSince(other)) - Number(isWrittenSince(one)) ||
    compareTimes(other.updatedAt, one.updatedAt) ||
    Number(isAsLastKnown(other)) - Number(isAsLastKnown(one)) ||
    (one.stamp?.modifiedMs ?? 0) - (other.stamp?.modifiedMs ?? 0);
}
