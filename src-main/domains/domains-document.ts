import { join } from 'node:path';
import { dnsCheckSchema } from '@shared/dns';
import { domainRegistrationSchema, type DomainRegistration } from '@shared/sending';
import { storedFormats } from '@shared/stored-formats';
import { z } from 'zod';
import { openDocument, openDocumentStore, type DocumentStore } from '../storage/storage';

const placeDomainsSchema = z.looseObject({
  registrations: z.array(domainRegistrationSchema).default([]),
  /** By the name in ASCII form. */
  checks: z.record(z.string(), dnsCheckSchema).default({}),
  notes: z.record(z.string(), z.string()).default({}),
});
/** What is kept for one workspace on one service. Registrations newest first. */
export type PlaceDomains = z.infer<typeof placeDomainsSchema>;

const connectionDomainsSchema = placeDomainsSchema.extend({ draft: z.string().default('') });

const domainsDocumentSchema = z.looseObject({
  /** By the connection's id: what is typed, and what an older Foyer kept without a place. */
  connections: z.record(z.string(), connectionDomainsSchema),
  /**
   * By the `publicationKey` of where it was sent: a connection that is removed and entered anew leads
   * to what was registered before.
   */
  places: z.record(z.string(), placeDomainsSchema).default({}),
});
/** The document `domains.json` of the profile. */
export type DomainsDocument = z.infer<typeof domainsDocumentSchema>;

/** Where registrations go: the `publicationKey`, and the connection that led there. */
export interface DomainsPlace {
  readonly connectionId: string;
  readonly place: string;
}

const nothing: PlaceDomains = { registrations: [], checks: {}, notes: {} };

/** What is typed for a connection. */
export function draftOf({ connections }: DomainsDocument, connectionId: string): string {
  return connections[connectionId]?.draft ?? '';
}

/** The document with what is typed for a connection. */
export function withDraft(
  document: DomainsDocument,
  connectionId: string,
  draft: string,
): DomainsDocument {
  const before = document.connections[connectionId] ?? nothing;
  const connections = { ...document.connections, [connectionId]: { ...before, draft } };
  return { ...document, connections };
}

/** What is kept for a place; what an older Foyer wrote without one counts for its connection's. */
export function domainsAt(
  { connections, places }: DomainsDocument,
  { connectionId, place }: DomainsPlace,
): PlaceDomains {
  const here = places[place] ?? nothing;
  const older = connections[connectionId] ?? nothing;
  return {
    ...here,
    registrations: [...here.registrations, ...older.registrations],
    checks: { ...older.checks, ...here.checks },
    notes: { ...older.notes, ...here.notes },
  };
}

/** The document with a change of what is kept for a place. */
export function withDomainsAt(
  document: DomainsDocument,
  where: DomainsPlace,
  change: (before: PlaceDomains) => Partial<PlaceDomains>,
): DomainsDocument {
  const { connectionId, place } = where;
  const before = domainsAt(document, where);
  const after = { ...before, ...change(before) };
  const registrations = after.registrations.map((one) => ({ ...one, place: one.place ?? place }));
  const older = document.connections[connectionId];
  return {
    ...document,
    // What had no place has one now.
    connections: older
      ? { ...document.connections, [connectionId]: { ...older, ...nothing } }
      : document.connections,
    places: { ...document.places, [place]: { ...after, registrations } },
  };
}

/** Reads the document in the profile's folder; `onRead` when it could be only later. */
export function openDomainsDocument(
  folder: string,
  onRead: () => void,
): Promise<DocumentStore<DomainsDocument>> {
  const document = openDocument<DomainsDocument>(join(folder, 'domains.json'), {
    format: storedFormats.domains,
    schema: domainsDocumentSchema,
    initial: () => ({ connections: {}, places: {} }),
    keepPrevious: true,
  });
  return openDocumentStore(document, {
    mend: (stored) => withInterrupted(byPlace(stored)),
    onRead,
  });
}

/** An older Foyer kept everything by the connection's id, most of it with its place. */
function byPlace(document: DomainsDocument): DomainsDocument {
  const places = { ...document.places };
  const connections = { ...document.connections };
  for (const [id, kept] of Object.entries(document.connections)) {
    const withPlace = kept.registrations.filter(({ place }) => place !== undefined);
    for (const registration of withPlace) {
      const { place = '', input } = registration;
      const there = places[place] ?? nothing;
      places[place] = {
        ...there,
        registrations: [...there.registrations, registration],
        checks: { ...only(kept.checks, input.name), ...there.checks },
        notes: { ...only(kept.notes, input.name), ...there.notes },
      };
    }
    const withoutPlace = kept.registrations.filter(({ place }) => place === undefined);
    const isLeft = (name: string) => withoutPlace.some(({ input }) => input.name === name);
    connections[id] = {
      ...kept,
      registrations: withoutPlace,
      checks: whereName(kept.checks, isLeft),
      notes: whereName(kept.notes, isLeft),
    };
  }
  return { ...document, connections, places };
}

function only<Value>(all: Record<string, Value>, name: string): Record<string, Value> {
  return whereName(all, (each) => each === name);
}

function whereName<Value>(
  all: Record<string, Value>,
  holds: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => holds(name)));
}

/**
 * A registration that is still under way there was cut off by the end of the app before: whether
 * it arrived is not known.
 */
function withInterrupted(document: DomainsDocument): DomainsDocument {
  return {
    ...document,
    connections: mapped(document.connections),
    places: mapped(document.places),
  };
}

function mapped<Kept extends PlaceDomains>(all: Record<string, Kept>): Record<string, Kept> {
  const entries = Object.entries(all).map(
    ([key, kept]) =>
      [key, { ...kept, registrations: kept.registrations.map(interrupted) }] as const,
  );
  return Object.fromEntries(entries);
}

function interrupted(registration: DomainRegistration): DomainRegistration {
  if (registration.outcome !== null) return registration;
  return { ...registration, outcome: { kind: 'unsure', reason: 'interrupted', detail: '' } };
}
