import { join } from 'node:path';
import {
  billingDraftSchema,
  subscriptionChangeSchema,
  type SubscriptionChange,
} from '@shared/sending';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, openDocumentStore, type DocumentStore } from '../storage/storage';

const connectionBillingSchema = z.looseObject({
  draft: billingDraftSchema.optional(),
  /** Newest first. */
  changes: z.array(subscriptionChangeSchema),
});
/** What is kept for one connection. */
export type ConnectionBilling = z.infer<typeof connectionBillingSchema>;

const billingDocumentSchema = z.looseObject({
  /** By the connection's id. */
  connections: z.record(z.string(), connectionBillingSchema),
});
/** The document `billing.json` of the profile. */
export type BillingDocument = z.infer<typeof billingDocumentSchema>;

/** Reads the document in the profile's folder; `onRead` when it could be only later. */
export function openBillingDocument(
  folder: string,
  onRead: () => void,
): Promise<DocumentStore<BillingDocument>> {
  const document = openDocument<BillingDocument>(join(folder, 'billing.json'), {
    format: storedFormats.billing,
    schema: billingDocumentSchema,
    initial: () => ({ connections: {} }),
    keepPrevious: true,
  });
  return openDocumentStore(document, { mend: withInterrupted, onRead });
}

/**
 * A change that is still under way there was cut off by the end of the app before: whether it
 * arrived is not known. Addresses that were listened on are gone with it.
 */
function withInterrupted(document: BillingDocument): BillingDocument {
  const connections = Object.entries(document.connections).map(
    ([id, kept]) => [id, { ...kept, changes: kept.changes.map(interrupted) }] as const,
  );
  return { ...document, connections: Object.fromEntries(connections) };
}

function interrupted(change: SubscriptionChange): SubscriptionChange {
  return {
    ...change,
    outcome: change.outcome ?? { kind: 'unsure', reason: 'interrupted', detail: '' },
    checkoutReturn:
      change.checkoutReturn.state === 'listening' ? { state: 'closed' } : change.checkoutReturn,
  };
}
