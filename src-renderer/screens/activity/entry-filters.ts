/** Which requests the list shows. Pure. */
import { judgedTheTheme } from '@shared/service/reason';
import type { ActivityEntry, ActivityKind } from '@shared/activity';
import { daysAgo } from '../../ui/time';

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

/** The spans of time that the list can be narrowed to, in days by the calendar. */
export const timeFilters = ['any', 'today', 'yesterday', 'week', 'month'] as const;
export type TimeFilter = (typeof timeFilters)[number];
const spans: Readonly<Record<TimeFilter, readonly [from: number, to: number]>> = {
  any: [-Infinity, Infinity],
  today: [0, 0],
  yesterday: [1, 1],
  week: [0, 6],
  month: [0, 29],
};

/** What the list is narrowed to. */
export interface EntryFilter {
  readonly kind: KindFilter;
  readonly isAttentionOnly: boolean;
  /** Empty: any. */
  readonly connectionId: string;
  /** In what it was about or the connection's name; capitals don't count. Empty: any. */
  readonly text: string;
  readonly time: TimeFilter;
}

/** The entries that are of the kind, the connection and the time, need attention, and have the text. */
export function filteredEntries(
  entries: readonly ActivityEntry[],
  { kind, isAttentionOnly, connectionId, text, time }: EntryFilter,
  now: number,
): readonly ActivityEntry[] {
  const wanted = text.trim().toLocaleLowerCase();
  const [from, to] = spans[time];
  const isAny = kind === 'all' && connectionId === '' && wanted === '' && time === 'any';
  if (isAny && !isAttentionOnly) return entries;
  return entries.filter((entry) => {
    const days = daysAgo(entry.at, now);
    return (
      (kind === 'all' || entry.kind === kind) &&
      (connectionId === '' || entry.connectionId === connectionId) &&
      (!isAttentionOnly || needsAttention(entry)) &&
      (time === 'any' || (days >= from && days <= to)) &&
      (wanted === '' ||
        `${entry.subject} ${entry.connectionLabel}`.toLocaleLowerCase().includes(wanted))
    );
  });
}
