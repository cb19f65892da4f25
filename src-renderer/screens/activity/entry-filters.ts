/** Which requests the list shows. Pure. */
import type { ActivityEntry, ActivityKind } from '@shared/activity';

/** The chips of the list, in the order in which they stand. */
export const kindFilters = [
  'all',
  'saveThemeTemplate',
  'startChatAppPreview',
  'updateSubscription',
  'createCustomDomain',
  'checkConnection',
] as const satisfies readonly ('all' | ActivityKind)[];
export type KindFilter = (typeof kindFilters)[number];

/**
 * Whether a person may have something to do: it was refused, it failed, or it is not known what came
 * of it. A connection check that was judged by the service did what it was for.
 */
export function needsAttention({
  kind,
  outcome,
}: Pick<ActivityEntry, 'kind' | 'outcome'>): boolean {
  if (outcome === null || outcome.kind === 'accepted') return false;
  return !(kind === 'checkConnection' && outcome.kind === 'rejected' && outcome.error);
}

/** The entries of the kind; of those, if so chosen, the ones that need attention. */
export function filteredEntries(
  entries: readonly ActivityEntry[],
  kind: KindFilter,
  isAttentionOnly: boolean,
): readonly ActivityEntry[] {
  if (kind === 'all' && !isAttentionOnly) return entries;
  return entries.filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind) && (!isAttentionOnly || needsAttention(entry)),
  );
}
