import { join } from 'node:path';
import { dnsCheckSchema } from '@shared/dns';
import { domainRegistrationSchema, type DomainRegistration } from '@shared/sending';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, openDocumentStore, type DocumentStore } from '../storage/storage';

const connectionDomainsSchema = z.looseObject({
  draft: z.string(),
  registrations: z.array(domainRegistrationSchema),
  /** By the name in ASCII form; absent in what an earlier Foyer wrote. */
  checks: z.record(z.string(), dnsCheckSchema).default({}),
  notes: z.record(z.string(), z.string()).default({}),
});
/** What is kept for one connection. Registrations newest first. */
export type ConnectionDomains = z.infer<typeof connectionDomainsSchema>;

const domainsDocumentSchema = z.looseObject({
  /** By the connection's id. */
  connections: z.record(z.string(), connectionDomainsSchema),
});
/** The document `domains.json` of the profile. */
export type DomainsDocument = z.infer<typeof domainsDocumentSchema>;

/** Reads the document in the profile's folder; `onRead` when it could be only later. */
export function openDomainsDocument(
  folder: string,
  onRead: () => void,
): Promise<DocumentStore<DomainsDocument>> {
  const document = openDocument<DomainsDocument>(join(folder, 'domains.json'), {
    format: storedFormats.domains,
    schema: domainsDocumentSchema,
    initial: () => ({ connections: {} }),
    keepPrevious: true,
  });
  return openDocumentStore(document, { mend: withInterrupted, onRead });
}

/**
 * A registration that is still under way there was cut off by the end of the app before: whether
 * it arrived is not known.
 */
function withInterrupted(document: DomainsDocument): DomainsDocument {
  const connections = Object.entries(document.connections).map(
    ([id, kept]) => [id, { ...kept, registrations: kept.registrations.map(interrupted) }] as const,
  );
  return { ...document, connections: Object.fromEntries(connections) };
}

function interrupted(registration: DomainRegistration): DomainRegistration {
  if (registration.outcome !== null) return registration;
  return { ...registration, outcome: { kind: 'unsure', reason: 'interrupted', detail: '' } };
}
