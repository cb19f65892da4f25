/** Which entries the list shows. Pure. */
import { checkedRefusal } from '@shared/service/judged-theme';
import type { ActivityEntry, ActivityKind, ListedEntry, LocalKind } from '@shared/activity';
import type { activityShows } from '@shared/bridge/app';
import { isSent } from '@shared/listed-entry';
import { searchable } from '@shared/search-words';
import { daysAgo } from '../../ui/time';
import { whatText } from './activity-text';

// The list itself stands beside schemas that the window does not carry.
export const shownSources: typeof activityShows = ['all', 'sent', 'here'];
export type ShownSource = (typeof shownSources)[number];

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

/** Those by which something that was done on this computer can be found. */
export const kindsHere: ReadonlySet<KindFilter> = new Set<KindFilter>([
  'all',
  'saveThemeTemplate',
  'checkConnection',
]);

const ofConnections: ReadonlySet<LocalKind> = new Set<LocalKind>([
  'connectionAdded',
  'connectionEdited',
  'tokenReplaced',
  'tokenRemoved',
  'connectionRemoved',
]);

/** Whether it is about a connection, and not about themes. */
export function isOfConnection(kind: LocalKind): boolean {
  return ofConnections.has(kind);
}

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
  const isCheck = kind === 'checkConnection';
  return !(isCheck && outcome.kind === 'rejected' && checkedRefusal(outcome) === 'good');
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
  readonly shown: ShownSource;
  readonly kind: KindFilter;
  readonly isAttentionOnly: boolean;
  /** Empty: any. */
  readonly connectionId: string;
  /** In what the list says of it, or in a name that it has; capitals don't count. Empty: any. */
  readonly text: string;
  readonly time: TimeFilter;
}

/** The entries that are of the source, the kind, the connection and the time, need attention, and have the text. */
export function filteredEntries(
  entries: readonly ListedEntry[],
  { shown, kind, isAttentionOnly, connectionId, text, time }: EntryFilter,
  now: number,
): readonly ListedEntry[] {
  const wanted = searchable(text.trim());
  const [from, to] = spans[time];
  const isAny = shown === 'all' && kind === 'all' && connectionId === '';
  if (isAny && wanted === '' && time === 'any' && !isAttentionOnly) return entries;
  return entries.filter(
    (entry) =>
      (shown === 'all' || isSent(entry) === (shown === 'sent')) &&
      (kind === 'all' || filterOf(entry) === kind) &&
      (connectionId === '' || connectionOf(entry) === connectionId) &&
      (!isAttentionOnly || (isSent(entry) && needsAttention(entry))) &&
      (time === 'any' || isWithin(daysAgo(entry.at, now), from, to)) &&
      (wanted === '' || searchable(wordsOf(entry)).includes(wanted)),
  );
}

function isWithin(days: number, from: number, to: number): boolean {
  return days >= from && days <= to;
}

/** The chip under which it is found. */
function filterOf(entry: ListedEntry): KindFilter {
  if (isSent(entry)) return entry.kind;
  return isOfConnection(entry.kind) ? 'checkConnection' : 'saveThemeTemplate';
}

function connectionOf(entry: ListedEntry): string | undefined {
  if (isSent(entry)) return entry.connectionId;
  return isOfConnection(entry.kind) ? entry.touched[0]?.id : undefined;
}

function wordsOf(entry: ListedEntry): string {
  const names = isSent(entry)
    ? [entry.subject, entry.connectionLabel]
    : entry.touched.map(({ name }) => name);
  return [whatText(entry), ...names].join(' ');
}
