/** What changes of the library do to its snapshot, and what is counted from it. Pure. */
import type { LibraryChange, LibrarySnapshot, ThemeSummary } from '@shared/library';

/** A tag and how many themes wear it. */
export interface TagCount {
  name: string;
  count: number;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The snapshot with the change in it. Summaries that did not change stay the same objects. */
export function withChange(snapshot: LibrarySnapshot, change: LibraryChange): LibrarySnapshot {
  const upserted = new Map(change.upserted.map((theme) => [theme.id, theme]));
  const removed = new Set(change.removed);
  const themes: ThemeSummary[] = [];
  for (const theme of snapshot.themes) {
    if (removed.has(theme.id)) continue;
    const newer = upserted.get(theme.id);
    if (newer) upserted.delete(theme.id);
    themes.push(newer ?? theme);
  }
  themes.push(...upserted.values());
  return {
    ...snapshot,
    revision: change.revision,
    themes,
    unreadable: change.unreadable ?? snapshot.unreadable,
    folderProblem:
      change.folderProblem === undefined ? snapshot.folderProblem : change.folderProblem,
  };
}

/** Every tag in use, by name, and how many themes wear it. */
export function tagCounts(themes: readonly ThemeSummary[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const { tags } of themes) {
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => byName.compare(a.name, b.name));
}
