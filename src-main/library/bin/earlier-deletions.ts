/** What the deletions of a theme know of its links together. */
import { mergedLinks, withUnlinkingsOf, type Links } from '../catalogue/merged-links';

/** What a deletion says of a theme's links. */
export interface DeletedLinks extends Links {
  /** When the file was written that was deleted, by its disk's clock, in ms; an earlier Foyer did not note it. */
  readonly modifiedMs?: number | undefined;
}

/**
 * A deletion with what those before it, newest first, know better: what the theme was unlinked from, and, where the
 * file that came back in between was the older one, what it was linked to. The very same where that is nothing.
 */
export function withEarlierDeletions<Deletion extends DeletedLinks>(
  deletion: Deletion,
  earlier: readonly DeletedLinks[],
): Deletion {
  let known = deletion;
  for (const each of earlier) known = withEarlier(known, each);
  return known;
}

function withEarlier<Deletion extends DeletedLinks>(
  last: Deletion,
  earlier: DeletedLinks,
): Deletion {
  const { modifiedMs } = earlier;
  const isOlder = modifiedMs !== undefined && (last.modifiedMs ?? Infinity) < modifiedMs;
  return isOlder
    ? { ...last, ...mergedLinks(last, earlier), modifiedMs }
    : withUnlinkingsOf(last, [earlier]);
}
