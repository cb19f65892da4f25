/** What a person did to the tags of one theme or several, and what comes of it for each. Pure. */

/** A tag's greatest length and a theme's greatest number of tags, for who enters them; files from elsewhere have more. */
export const longestTag = 40;
export const mostTags = 50;

/** The tags that all of them wear, in the order of the first. */
export function commonTags(themes: readonly { tags: readonly string[] }[]): string[] {
  const [first, ...others] = themes;
  return [...new Set(first?.tags ?? [])].filter((tag) =>
    others.every(({ tags }) => tags.includes(tag)),
  );
}

/** The tag as it is spelt already, so that `booking` does not become a second `Booking`. */
export function knownSpelling(tag: string, known: readonly string[]): string {
  const wanted = tag.trim().replace(/\s+/gu, ' ');
  const folded = wanted.toLocaleLowerCase();
  return known.find((other) => other.toLocaleLowerCase() === folded) ?? wanted;
}

/** A theme's tags afterwards; `null` when they stay what they are. */
export function changedTags(
  tags: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] | null {
  const removed = before.filter((tag) => !after.includes(tag));
  const added = after.filter((tag) => !before.includes(tag) && !tags.includes(tag));
  const kept = tags.filter((tag) => !removed.includes(tag));
  if (added.length === 0 && kept.length === tags.length) return null;
  return [...kept, ...added];
}
