/** How pages and events of the log come together. Pure. */
import type { ListedEntry } from '@shared/activity';
import { isSent } from '@shared/listed-entry';

/** Both, newest first; of an entry that is in both, the one that tells more. */
export function mergedEntries(
  known: readonly ListedEntry[],
  others: readonly ListedEntry[],
): readonly ListedEntry[] {
  const last = known.at(-1);
  // The next page of a long list, as nearly every time.
  if (last && others.every(({ sequence }) => sequence < last.sequence))
    return [...known, ...others];
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  for (const entry of others) {
    const before = byId.get(entry.id);
    if (before === undefined || !tellsMore(before, entry)) byId.set(entry.id, entry);
  }
  return [...byId.values()].sort((a, b) => b.sequence - a.sequence);
}

/** With an entry that is new or that has changed, newest first. */
export function withEntry(
  known: readonly ListedEntry[],
  entry: ListedEntry,
): readonly ListedEntry[] {
  const at = known.findIndex(({ id }) => id === entry.id);
  if (known[at]?.sequence === entry.sequence) {
    return [...known.slice(0, at), entry, ...known.slice(at + 1)];
  }
  const others = at === -1 ? known : known.filter(({ id }) => id !== entry.id);
  const [newest] = others;
  return newest === undefined || newest.sequence < entry.sequence
    ? [entry, ...others]
    : mergedEntries(others, [entry]);
}

/** Whether what is known of an entry is not older than what is told of it now. */
function tellsMore(before: ListedEntry, now: ListedEntry): boolean {
  if (isSent(before)) return before.outcome !== null;
  return !isSent(now) && (before.until ?? '') > (now.until ?? '');
}
