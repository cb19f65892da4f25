/** How pages and events of the log come together. Pure. */
import type { ActivityEntry } from '@shared/activity';

/** Both, newest first; of an entry that is in both, the one that ended. */
export function mergedEntries(
  known: readonly ActivityEntry[],
  others: readonly ActivityEntry[],
): readonly ActivityEntry[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  for (const entry of others) {
    if (byId.get(entry.id)?.outcome == null) byId.set(entry.id, entry);
  }
  return [...byId.values()].sort((a, b) => b.sequence - a.sequence);
}
