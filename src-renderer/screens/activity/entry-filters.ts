/** Which requests the list shows. Pure. */
import { judgedTheTheme } from '@shared/service/reason';
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
  if (outcome === null) return false;
  if (outcome.kind === 'accepted') return outcome.otherDomain !== undefined;
  return !(kind === 'checkConnection' && outcome.kind === 'rejected' && judgedTheTheme(outcome));
}

/** What the list is narrowed to. */
export interface EntryFilter {
  readonly kind: KindFilter;
  readonly isAttentionOnly: boolean;
  /** Empty: any. */
  readonly connectionId: string;
  /** In what it was about or the connection's name; capitals don't count. Empty: any. */
  readonly text: string;
}

/** The entries that are of the kind and the connection, need attention, and have the text. */
export function filteredEntries(
  entries: readonly ActivityEntry[],
  { kind, isAttentionOnly, connectionId, text }: EntryFilter,
): readonly ActivityEntry[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (kind === 'all' && !isAttentionOnly && connectionId === '' && wanted === '') return entries;
  return entries.filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind) &&
      (connectionId === '' || entry.connectionId === connectionId) &&
      (!isAttentionOnly || needsAttention(entry)) &&
      (wanted === '' ||
        `${entry.subject} ${entry.connectionLabel}`.toLocaleLowerCase().includes(wanted)),
  );
}
