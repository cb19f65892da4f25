/**
 * Domains: a name is registered for a workspace. It is reviewed in the form in which it is sent,
 * sent once, and the answer is kept as Activity keeps it, because its shape is unknown (service-api, *Create
 * custom domain*).
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Connection } from '@shared/connection';
import { invalidField, ProblemError } from '@shared/problem-error';
import type { DnsCheck } from '@shared/dns';
import type { DomainRegistration, Domains } from '@shared/sending';
import { brokeOff, type AnswerForm, type Outcome } from '@shared/service/outcome';
import { createCustomDomainRequest, type ServiceRequest } from '@shared/service/operations';
import { publicationKey } from '@shared/theme/theme';
import { newId, OpenIntents, type ChangeOptions, type Departure } from '../storage/storage';
import { lookUpDns, type LookUp } from './dns-look';
import {
  domainsAt,
  draftOf,
  openDomainsDocument,
  withDomainsAt,
  withDraft,
  type DomainsPlace,
  type PlaceDomains,
} from './domains-document';
import { keptRegistrations, withOne } from './kept-registrations';
import { knownBefore } from './known-before';
import { readingsOf } from './name-readings';

/** What domains need of the service client. It throws a `ProblemError` when nothing was sent. */
export type SendDomain = (
  connection: Connection,
  request: ServiceRequest,
  options: {
    kind: 'createCustomDomain';
    subject: string;
    once: true;
    signal: AbortSignal;
    /** The id to write the request down under, so that both records name the same one. */
    activityId: string;
    /** Awaited when its turn has come: what it rejects with keeps it back, and is thrown. */
    beforeStart: () => Promise<void>;
    /** It leaves now. */
    onStart: () => void;
    /** A proxy holds it back: it has not left. */
    onHeld: () => void;
  },
) => Promise<{
  activityId: string;
  outcome: Outcome;
  form: AnswerForm;
  bodyText: string | undefined;
}>;

export interface DomainsOptions {
  /** The profile's folder. */
  folder: string;
  send: SendDomain;
  connectionById: (id: string) => Connection | undefined;
  /** For logs: something went wrong that a person need not act on. */
  warn: (event: string, fields: Record<string, unknown>) => void;
  /** ISO 8601. */
  now?: () => string;
  /** Asks the DNS; the system's name servers by default. */
  lookUp?: LookUp;
}

export interface DomainsRoom {
  readonly handlers: Handlers<FoyerCalls>['domains'];
  /** Tells of each change, with what one connection has now; returns its end. */
  onChange: (listener: (domains: Domains) => void) => () => void;
  /** At the end of the app: takes back what has not left; resolves when all that was told is written. */
  close(): Promise<void>;
}

interface Review {
  readonly connectionId: string;
  /** The name as it was typed. */
  readonly draft: string;
  readonly ascii: string;
  readonly request: ServiceRequest;
  state: 'fresh' | 'underWay';
}

/** One that left from here: where it went is known. */
type SentRegistration = DomainRegistration & { readonly place: string };

/** An answer is kept up to this many characters. */
const longestAnswer = 64 * 1024;

/** Opens the room. What was under way when the app ended is marked as not known. */
export async function createDomains(options: DomainsOptions): Promise<DomainsRoom> {
  const {
    send,
    warn,
    now = () => new Date().toISOString(),
    lookUp = (name) => lookUpDns(name),
  } = options;
  const listeners = new Set<(domains: Domains) => void>();
  const reviews = new Map<string, Review>();
  const underWay = new Set<string>();
  /** What was handed over, by its `activityId`. */
  const intents = new OpenIntents<DomainRegistration>(({ connectionId, place = '' }) =>
    tell({ connectionId, place }),
  );
  const looking = new Map<string, Promise<DnsCheck>>();
  let revision = 0;
  /** Whose state was asked for: it may be shown. */
  const asked = new Set<string>();
  const document = await openDomainsDocument(options.folder, () => {
    for (const connectionId of asked) tellOne(connectionId);
  });

  /** Where the connection leads now, not where it led before; `undefined` when it is gone. */
  function placeOf(connectionId: string): DomainsPlace | undefined {
    const connection = options.connectionById(connectionId);
    return connection && { connectionId, place: publicationKey(connection) };
  }

  /** What is kept for where the connection leads now. */
  function here(connectionId: string): PlaceDomains {
    const where = placeOf(connectionId);
    return where ? domainsAt(document.get(), where) : { registrations: [], checks: {}, notes: {} };
  }

  /** In memory at once; resolves when the disk has it. */
  function put(
    where: DomainsPlace,
    change: (before: PlaceDomains) => Partial<PlaceDomains>,
    whenRefused: ChangeOptions,
  ): Promise<void> {
    return document.change((all) => withDomainsAt(all, where, change), whenRefused);
  }

  /**
   * Typing may still be on its way to the disk; what was handed over was typed for certain. What is typed
   * from then on is newer. Never rejects.
   */
  async function keepDraft(connectionId: string, draft: string): Promise<void> {
    if (draftOf(document.get(), connectionId) === draft) return;
    await document
      .change((all) => withDraft(all, connectionId, draft), { ifRefused: 'keep' })
      .catch((error: unknown) => warn('domains.notSaved', { error: String(error) }));
  }

  function snapshot(connectionId: string): Domains {
    const { registrations: all, checks, notes } = here(connectionId);
    const draft = draftOf(document.get(), connectionId);
    const place = placeOf(connectionId)?.place;
    const registrations = intents.shown(all, (one) => one.place === place);
    const readings = readingsOf(registrations);
    return { revision, connectionId, draft, registrations, readings, checks, notes };
  }

  /** Tells the windows what a connection has now. */
  function tellOne(connectionId: string): void {
    revision += 1;
    for (const listener of listeners) listener(snapshot(connectionId));
  }

  /** Tells of a change, also under other connections that lead to the same workspace. */
  function tell({ connectionId, place }: DomainsPlace): void {
    tellOne(connectionId);
    for (const id of asked) if (id !== connectionId && placeOf(id)?.place === place) tellOne(id);
  }

  /** What came in from outside is shown even when the disk refuses it. Never rejects. */
  async function putLate(
    where: DomainsPlace,
    change: (before: PlaceDomains) => Partial<PlaceDomains>,
  ): Promise<void> {
    const isStored = put(where, change, { ifRefused: 'keep' });
    tell(where);
    await isStored.catch((error: unknown) => {
      warn('domains.notSaved', { error: String(error) });
    });
  }

  function replace(
    { connectionId, place, activityId }: SentRegistration,
    next: (before: DomainRegistration | undefined) => DomainRegistration | undefined,
  ): Promise<void> {
    return putLate({ connectionId, place }, ({ registrations, notes }) => ({
      registrations: keptRegistrations(withOne(registrations, activityId, next), notes),
    }));
  }

  /** It was sent then, and not when it was handed over. */
  function left(registration: SentRegistration, at: string): Promise<void> {
    // Its end may be known already, and says when as well.
    return replace(registration, (one) => (one?.outcome === null ? { ...one, at } : one));
  }

  function connectionOf(id: string): Connection {
    const connection = options.connectionById(id);
    if (!connection) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return connection;
  }

  /** Only names that are listed, also in line, have anything kept beside them; where that is. */
  function registeredName(connectionId: string, name: string): DomainsPlace {
    const where = { connectionId, place: publicationKey(connectionOf(connectionId)) };
    const { registrations } = snapshot(connectionId);
    const isKnown = registrations.some(({ input }) => input.name === name);
    if (!isKnown) throw new ProblemError({ code: 'notFound', what: 'domain' });
    return where;
  }

  /** Who comes back to the screen and asks again is told what the look in progress finds. */
  function lookOnce(where: DomainsPlace, name: string): Promise<DnsCheck> {
    const target = JSON.stringify([where.connectionId, where.place, name]);
    const present = looking.get(target);
    if (present) return present;
    const begun = look(where, name).finally(() => looking.delete(target));
    looking.set(target, begun);
    return begun;
  }

  async function look(where: DomainsPlace, name: string): Promise<DnsCheck> {
    const former = domainsAt(document.get(), where).checks[name];
    const seen = { at: now(), records: await lookUp(name) };
    const before = former && knownBefore(former);
    const check: DnsCheck = before ? { now: seen, before } : { now: seen };
    await putLate(where, ({ checks }) => ({ checks: { ...checks, [name]: check } }));
    return check;
  }

  function sendOnce(connection: Connection, review: Review): Promise<DomainRegistration> {
    const registration: SentRegistration = {
      activityId: newId(),
      at: now(),
      connectionId: connection.id,
      place: publicationKey(connection),
      input: { name: review.ascii },
      outcome: null,
    };
    return intents.run(registration, (departure) =>
      storeAndSend(connection, review, registration, departure),
    );
  }

  async function storeAndSend(
    connection: Connection,
    review: Review,
    intent: SentRegistration,
    { signal, hasLeft, isHeld, mayHaveLeft }: Departure,
  ): Promise<DomainRegistration> {
    let registration = intent;
    void keepDraft(connection.id, review.draft);
    tell(intent);
    let sent;
    try {
      sent = await send(connection, review.request, {
        kind: 'createCustomDomain',
        subject: review.ascii,
        once: true,
        signal,
        activityId: registration.activityId,
        beforeStart: () => writeDown(intent),
        onStart() {
          hasLeft();
          const at = now();
          registration = { ...registration, at };
          setImmediate(() => void left(intent, at));
        },
        onHeld() {
          isHeld();
          tell(intent);
        },
      });
    } catch (error) {
      return await endWithoutSent(registration, error, mayHaveLeft());
    }
    const ended: DomainRegistration = {
      ...registration,
      activityId: sent.activityId,
      outcome: sent.outcome,
      ...(sent.bodyText !== undefined && {
        answer: { form: sent.form, body: sent.bodyText.slice(0, longestAnswer) },
      }),
    };
    await replace(registration, () => ended);
    return ended;
  }

  /** From now on it may have arrived. @throws ProblemError `intentNotStored`; then it does not leave */
  async function writeDown(intent: SentRegistration): Promise<void> {
    await put(intent, ({ registrations }) => ({ registrations: [intent, ...registrations] }), {
      ifRefused: 'undo',
    }).catch((cause: unknown) => {
      throw new ProblemError({ code: 'intentNotStored' }, { cause });
    });
  }

  /** Throws on what nothing left of; else it ends as not sure: an error would have a person try again. */
  async function endWithoutSent(
    registration: SentRegistration,
    error: unknown,
    mayHaveLeft: boolean,
  ): Promise<DomainRegistration> {
    if (error instanceof ProblemError || !mayHaveLeft) {
      await replace(registration, () => undefined);
      throw error;
    }
    warn('domains.brokeOff', { error: String(error) });
    const ended = { ...registration, outcome: brokeOff };
    await replace(registration, () => ended);
    return ended;
  }

  return {
    handlers: {
      state({ connectionId }) {
        connectionOf(connectionId);
        asked.add(connectionId);
        return snapshot(connectionId);
      },
      async saveDraft({ connectionId, name }) {
        connectionOf(connectionId);
        if (draftOf(document.get(), connectionId) === name) return;
        const how = { ifRefused: 'keep', mayRest: true } as const;
        await document.change((all) => withDraft(all, connectionId, name), how);
      },
      async review({ connectionId, name }) {
        const connection = connectionOf(connectionId);
        // With it comes the list of public suffixes: half of main's size, and not for every start.
        const { readDomainName } = await import('./domain-name');
        const reading = readDomainName(name);
        if (!reading.ok) throw invalidField('name', reading.reason);
        const { ascii, unicode, kind, droppedPort } = reading;
        const request = createCustomDomainRequest(connection, { name: ascii });
        for (const [id, review] of reviews) {
          // What was shown before is no longer what is shown.
          if (review.connectionId === connectionId && review.state === 'fresh') reviews.delete(id);
        }
        const reviewId = newId();
        reviews.set(reviewId, { connectionId, draft: name, ascii, request, state: 'fresh' });
        const dropped = droppedPort === undefined ? {} : { droppedPort };
        return { reviewId, request, ascii, unicode, kind, ...dropped };
      },
      async create({ reviewId }) {
        const review = reviews.get(reviewId);
        if (!review) throw new ProblemError({ code: 'notFound', what: 'request' });
        const connection = connectionOf(review.connectionId);
        const target = JSON.stringify([publicationKey(connection), review.ascii]);
        if (review.state === 'underWay' || underWay.has(target)) {
          throw new ProblemError({ code: 'alreadyUnderWay' });
        }
        const current = createCustomDomainRequest(connection, { name: review.ascii });
        if (current.url !== review.request.url || current.body !== review.request.body) {
          // What would be sent is not what was read.
          reviews.delete(reviewId);
          throw new ProblemError({ code: 'connectionChanged', label: connection.label });
        }
        review.state = 'underWay';
        underWay.add(target);
        try {
          const ended = await sendOnce(connection, review);
          reviews.delete(reviewId);
          return ended;
        } catch (error) {
          // Nothing left, so the same review may be sent after what was missing is put right.
          if (error instanceof ProblemError) review.state = 'fresh';
          else reviews.delete(reviewId);
          throw error;
        } finally {
          underWay.delete(target);
        }
      },
      async checkDns({ connectionId, name }) {
        return lookOnce(registeredName(connectionId, name), name);
      },
      async setNote({ connectionId, name, note }) {
        const where = registeredName(connectionId, name);
        if ((here(connectionId).notes[name] ?? '') === note) return;
        const isStored = put(
          where,
          ({ notes: { [name]: _former, ...others } }) => ({
            notes: note === '' ? others : { ...others, [name]: note },
          }),
          { ifRefused: 'keep', mayRest: true },
        );
        tell(where);
        await isStored;
      },
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await intents.close();
      await document.close();
    },
  };
}
