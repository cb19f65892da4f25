import { join } from 'node:path';
import {
  billingDraftSchema,
  subscriptionChangeSchema,
  type SubscriptionChange,
} from '@shared/sending';
import { wasSentTo } from '@shared/sent-to';
import { storedFormats } from '@shared/stored-formats';
import { publicationKey } from '@shared/theme/theme';
import { z } from 'zod';
import { openDocument, openDocumentStore, type DocumentStore } from '../storage/storage';
import { keptChanges } from './last-known';

const placeBillingSchema = z.looseObject({
  /** Newest first. */
  changes: z.array(subscriptionChangeSchema),
});

const connectionBillingSchema = placeBillingSchema.extend({ draft: billingDraftSchema.optional() });

const billingDocumentSchema = z.looseObject({
  /** By the connection's id: what is typed, and the changes that an older Foyer kept without a place. */
  connections: z.record(z.string(), connectionBillingSchema),
  /**
   * By the `publicationKey` of where they were sent: a connection that is removed and entered anew
   * leads to what is known of its subscription.
   */
  places: z.record(z.string(), placeBillingSchema).default({}),
});
/** The document `billing.json` of the profile. */
export type BillingDocument = z.infer<typeof billingDocumentSchema>;

/** A change whose place is known, as of all that leave from here. */
export type PlacedChange = SubscriptionChange & { readonly place: string };

type Draft = NonNullable<z.infer<typeof connectionBillingSchema>['draft']>;

/** What was typed for a connection. */
export function draftOf({ connections }: BillingDocument, connectionId: string): Draft | undefined {
  return connections[connectionId]?.draft;
}

/** The document with what is typed for a connection. */
export function withDraft(
  document: BillingDocument,
  connectionId: string,
  draft: Draft,
): BillingDocument {
  const before = document.connections[connectionId] ?? { changes: [] };
  const connections = { ...document.connections, [connectionId]: { ...before, draft } };
  return { ...document, connections };
}

/** The changes of where a connection leads, newest first; what it led to before is another's. */
export function changesAt(
  { connections, places }: BillingDocument,
  connection: { id: string; baseAddress: string; workspaceId: string },
): SubscriptionChange[] {
  const older = connections[connection.id]?.changes ?? [];
  return [
    ...(places[publicationKey(connection)]?.changes ?? []),
    ...older.filter((change) => wasSentTo(connection, change)),
  ];
}

/**
 * Where one names the newest of its time, that is one that is kept: in place of one that never left, or is
 * not remembered any more, the next older one.
 *
 * @param before what there was until now, newest first
 */
function namingKept(
  changes: readonly SubscriptionChange[],
  before: readonly SubscriptionChange[],
): SubscriptionChange[] {
  const kept = new Set(changes.map(({ activityId }) => activityId));
  const named = (id: string): string => {
    const since = before.findIndex(({ activityId }) => activityId === id);
    if (kept.has(id) || since === -1) return id;
    return before.slice(since).find((one) => kept.has(one.activityId))?.activityId ?? id;
  };
  return changes.map((one) => {
    const { openedAfter, checkoutReturn } = one;
    const after = checkoutReturn.state === 'back' ? checkoutReturn.after : undefined;
    return {
      ...one,
      ...(openedAfter !== undefined && { openedAfter: named(openedAfter) }),
      ...(after !== undefined && { checkoutReturn: { ...checkoutReturn, after: named(after) } }),
    };
  });
}

/** The document with a change of what was sent to a place. */
function withChangesAt(
  document: BillingDocument,
  place: string,
  change: (before: readonly SubscriptionChange[]) => readonly SubscriptionChange[],
): BillingDocument {
  const before = document.places[place] ?? { changes: [] };
  const changes = namingKept(keptChanges(change(before.changes)), before.changes);
  return { ...document, places: { ...document.places, [place]: { ...before, changes } } };
}

/** The document with what is known of one change by now; `undefined`: it is forgotten. */
export function withChange(
  document: BillingDocument,
  { activityId, place }: PlacedChange,
  next: (before: SubscriptionChange | undefined) => SubscriptionChange | undefined,
): BillingDocument {
  return withChangesAt(document, place, (changes) => {
    if (changes.some((one) => one.activityId === activityId)) {
      return changes.flatMap((one) => (one.activityId === activityId ? (next(one) ?? []) : one));
    }
    const added = next(undefined);
    return added ? [added, ...changes] : changes;
  });
}

/** Every change that is kept. */
export function allChanges({ connections, places }: BillingDocument): SubscriptionChange[] {
  return [...Object.values(places), ...Object.values(connections)].flatMap(
    ({ changes }) => changes,
  );
}

/** Reads the document in the profile's folder; `onRead` when it could be only later. */
export function openBillingDocument(
  folder: string,
  onRead: () => void,
): Promise<DocumentStore<BillingDocument>> {
  const document = openDocument<BillingDocument>(join(folder, 'billing.json'), {
    format: storedFormats.billing,
    schema: billingDocumentSchema,
    initial: () => ({ connections: {}, places: {} }),
    keepPrevious: true,
  });
  return openDocumentStore(document, {
    mend: (stored) => withInterrupted(byPlace(stored)),
    onRead,
  });
}

/** An older Foyer kept everything by the connection's id, most of it with its place. */
function byPlace(document: BillingDocument): BillingDocument {
  const places = { ...document.places };
  const connections = { ...document.connections };
  for (const [id, kept] of Object.entries(document.connections)) {
    for (const change of kept.changes) {
      if (change.place === undefined) continue;
      const there = places[change.place] ?? { changes: [] };
      places[change.place] = { ...there, changes: [...there.changes, change] };
    }
    connections[id] = { ...kept, changes: kept.changes.filter(({ place }) => place === undefined) };
  }
  return { ...document, connections, places };
}

/**
 * A change that is still under way there was cut off by the end of the app before: whether it
 * arrived is not known. Addresses that were listened on are gone with it.
 */
function withInterrupted(document: BillingDocument): BillingDocument {
  return {
    ...document,
    connections: mapped(document.connections),
    places: mapped(document.places),
  };
}

function mapped<Kept extends { changes: SubscriptionChange[] }>(
  all: Record<string, Kept>,
): Record<string, Kept> {
  const entries = Object.entries(all).map(
    ([key, kept]) => [key, { ...kept, changes: kept.changes.map(interrupted) }] as const,
  );
  return Object.fromEntries(entries);
}

function interrupted(change: SubscriptionChange): SubscriptionChange {
  return {
    ...change,
    outcome: change.outcome ?? { kind: 'unsure', reason: 'interrupted', detail: '' },
    checkoutReturn:
      change.checkoutReturn.state === 'listening' ? { state: 'closed' } : change.checkoutReturn,
  };
}
