/**
 * The room *publishing*: theme saves, now. A theme is published as it is on the disk; what the
 * service made of it goes into the theme's own file; what is not known of a delivery is kept in the
 * profile.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { PublishResult } from '@shared/publishing';
import {
  pathSegment,
  saveThemeTemplateRequest,
  themeForService,
  type ServicePlace,
  type ServiceRequest,
} from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Delivery } from '@shared/theme/status';
import {
  publicationKey,
  type Publication,
  type Theme,
  type ThemeDocument,
} from '@shared/theme/theme';
import { DeliveryRecords, type DeliveryRecord } from './delivery-records';
import { linkHandlers, type LinkingLibrary } from './linking';
import { readTemplateAnswer } from './template-answer';

/** What publishing needs of a connection. */
export interface PublishingConnection extends ServicePlace {
  readonly id: string;
  readonly label: string;
  readonly keepsClientIds: Connection['keepsClientIds'];
}

/** What publishing needs of the library; the room *library* fits. */
export interface PublishingLibrary extends LinkingLibrary {
  /** As it is on the disk, unsaved edits written first. */
  saved(id: string): Promise<ThemeDocument>;
  /** As it is in memory. */
  current(id: string): Promise<ThemeDocument>;
  deliveryChanged(id: string): void;
}

/** What publishing reads of a request that has ended; the service client's `Sent` fits. */
export interface SentTheme {
  readonly activityId: string;
  readonly outcome: Outcome;
  /** The parsed answer. */
  readonly body: unknown;
}

/** Sends a theme save; the service client's `send` fits. */
export type SendTheme<PlaceOfConnection extends PublishingConnection> = (
  connection: PlaceOfConnection,
  request: ServiceRequest,
  options: {
    readonly kind: 'saveThemeTemplate';
    readonly subject: string;
    readonly themeId: string;
    readonly once: boolean;
    readonly signal: AbortSignal;
  },
) => Promise<SentTheme>;

export interface PublishingLog {
  info(event: string, fields?: object): void;
  warn(event: string, fields?: object): void;
  error(event: string, fields?: object): void;
}

export interface PublishingOptions<PlaceOfConnection extends PublishingConnection> {
  readonly library: PublishingLibrary;
  /** Holds `deliveries.json`. */
  readonly profileFolder: string;
  readonly connectionById: (id: string) => PlaceOfConnection | undefined;
  /** Throws a `ProblemError` when nothing was sent. */
  readonly send: SendTheme<PlaceOfConnection>;
  /** Told when an answer shows whether the service keeps the ids that clients pick. */
  readonly learnIds: (connectionId: string, keeps: 'yes' | 'no') => void | Promise<void>;
  /** The time of publications, for showing. */
  readonly now?: (() => Date) | undefined;
  readonly log: PublishingLog;
}

export interface Publishing {
  readonly handlers: Handlers<FoyerCalls>['publishing'];
  /** Reads the deliveries; every handler waits for it. Never rejects. */
  start(): Promise<void>;
  /** For the library's cards; `idle` until `start` is through. */
  deliveryOf(themeId: string, connectionId: string): Delivery;
}

/** One theme on its way to one connection, everything about it settled before it leaves. */
interface Departure<PlaceOfConnection> {
  readonly connection: PlaceOfConnection;
  readonly request: ServiceRequest;
  readonly isFirst: boolean;
  readonly record: DeliveryRecord;
  readonly before: DeliveryRecord | undefined;
}

/** Makes the room; nothing is touched before `start` or the first call. */
export function createPublishing<PlaceOfConnection extends PublishingConnection>(
  options: PublishingOptions<PlaceOfConnection>,
): Publishing {
  const { library, log } = options;
  const now = options.now ?? (() => new Date());
  const records = new DeliveryRecords(options.profileFolder, log);
  const underWay = new Map<string, AbortController>();
  let started: Promise<void> | undefined;

  const start = (): Promise<void> => {
    started ??= records.load().catch((error: unknown) => {
      log.error('publishing.deliveriesNotRead', { error: String(error) });
    });
    return started;
  };

  const connectionOf = (id: string): PlaceOfConnection => {
    const found = options.connectionById(id);
    if (found === undefined) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return found;
  };

  /** The template's id there, and whether this would be its first save. */
  const template = (
    document: ThemeDocument,
    connection: PlaceOfConnection,
  ): { templateId: string; isFirst: boolean } => {
    const publication = publicationIn(document, connection);
    if (publication !== undefined) return { templateId: publication.templateId, isFirst: false };
    const record = records.find(document.id, connection.id);
    // The service gave an id, and the library could not keep it.
    if (record !== undefined && record.templateId !== document.id && !record.isFirstUnsure) {
      return { templateId: record.templateId, isFirst: false };
    }
    return { templateId: document.id, isFirst: true };
  };

  const prepare = (
    document: ThemeDocument,
    connection: PlaceOfConnection,
    sendAgain: boolean,
  ): Departure<PlaceOfConnection> => {
    const { templateId, isFirst } = template(document, connection);
    const before = records.find(document.id, connection.id);
    const isFirstUnsure = isFirst && before?.isFirstUnsure === true;
    // A service that gives ids of its own would make a second copy.
    if (isFirstUnsure && connection.keepsClientIds !== 'yes' && !sendAgain) {
      throw new ProblemError({ code: 'needsDecision', label: connection.label });
    }
    const { name, theme } = document;
    return {
      connection,
      request: saveThemeTemplateRequest(connection, { templateId, name, theme }),
      isFirst,
      before,
      record: {
        ...before,
        themeId: document.id,
        connectionId: connection.id,
        delivery: 'sending',
        templateId,
        // Until its end is known, and so also if this program ends first.
        isFirstUnsure: isFirst,
        sent: { name, theme: themeForService(theme, 'documented') as Theme },
      },
    };
  };

  const settle = async (
    { record }: Departure<PlaceOfConnection>,
    after: DeliveryRecord | undefined,
  ): Promise<void> => {
    await records.set(record.themeId, record.connectionId, after);
    library.deliveryChanged(record.themeId);
  };

  const learn = async (connectionId: string, keeps: 'yes' | 'no'): Promise<void> => {
    try {
      await options.learnIds(connectionId, keeps);
    } catch (error) {
      log.warn('publishing.idsNotLearned', { error: String(error) });
    }
  };

  const accepted = async (
    departure: Departure<PlaceOfConnection>,
    sent: SentTheme,
  ): Promise<PublishResult> => {
    const { connection, request, record, isFirst } = departure;
    const answer = readTemplateAnswer(request, record.templateId, sent.body);
    const templateId = answer.templateId ?? record.templateId;
    const hasOwnId = templateId !== record.templateId;
    if (answer.rewrites.some(({ path }) => path === 'id')) {
      log.warn('publishing.unsafeId', { connectionId: connection.id });
    }
    if (hasOwnId) await learn(connection.id, 'no');
    else if (isFirst && answer.templateId !== undefined) await learn(connection.id, 'yes');
    // Should the library fail to keep it, the id is known all the same.
    const known: DeliveryRecord = { ...record, templateId, isFirstUnsure: false };
    await records.set(record.themeId, record.connectionId, known);
    try {
      await library.setPublication(record.themeId, publicationKey(connection), {
        templateId,
        at: now().toISOString(),
        sent: record.sent,
        ...keptAnswer(answer.template),
      });
    } catch (error) {
      await settle(departure, { ...known, delivery: 'unknown' });
      throw error;
    }
    await settle(departure, undefined);
    const { activityId, outcome } = sent;
    return { activityId, outcome, templateId, hasOwnId, rewrites: answer.rewrites };
  };

  const depart = async (
    departure: Departure<PlaceOfConnection>,
    signal: AbortSignal,
  ): Promise<PublishResult> => {
    const { connection, request, record, isFirst } = departure;
    try {
      await records.setDurably(record);
    } catch (error) {
      log.error('publishing.intentNotStored', { error: String(error) });
      throw new ProblemError({ code: 'intentNotStored' }, { cause: error });
    }
    library.deliveryChanged(record.themeId);
    let sent: SentTheme;
    try {
      sent = await options.send(connection, request, {
        kind: 'saveThemeTemplate',
        subject: record.sent.name,
        themeId: record.themeId,
        once: isFirst,
        signal,
      });
    } catch (error) {
      const nothingSent = error instanceof ProblemError;
      await settle(departure, nothingSent ? departure.before : { ...record, delivery: 'unknown' });
      throw error;
    }
    if (sent.outcome.kind === 'accepted') return accepted(departure, sent);
    await settle(departure, afterFailure(departure, sent.outcome));
    const { activityId, outcome } = sent;
    return { activityId, outcome, hasOwnId: false, rewrites: [] };
  };

  const handlers: Publishing['handlers'] = {
    ...linkHandlers({
      library,
      connectionOf,
      isUnderWay: (themeId, connectionId) => underWay.has(JSON.stringify([themeId, connectionId])),
      forget: async (themeId, connectionId) => {
        await start();
        await records.set(themeId, connectionId, undefined);
        library.deliveryChanged(themeId);
      },
      now,
    }),

    request: async ({ themeId, connectionId }) => {
      await start();
      const connection = connectionOf(connectionId);
      const document = await library.current(themeId);
      const { templateId } = template(document, connection);
      const { name, theme } = document;
      return saveThemeTemplateRequest(connection, { templateId, name, theme });
    },

    publish: async ({ themeId, connectionId, sendAgain = false }) => {
      const key = JSON.stringify([themeId, connectionId]);
      if (underWay.has(key)) throw new ProblemError({ code: 'alreadyUnderWay' });
      const controller = new AbortController();
      underWay.set(key, controller);
      try {
        await start();
        const connection = connectionOf(connectionId);
        const document = await library.saved(themeId);
        return await depart(prepare(document, connection, sendAgain), controller.signal);
      } finally {
        underWay.delete(key);
      }
    },

    cancel: ({ themeId, connectionId }) => {
      underWay.get(JSON.stringify([themeId, connectionId]))?.abort();
      return undefined;
    },

    markPublished: async ({ themeId, connectionId, templateId }) => {
      await start();
      const connection = connectionOf(connectionId);
      const record = records.find(themeId, connectionId);
      if (record === undefined || !(record.delivery === 'unknown' || record.isFirstUnsure)) {
        throw new ProblemError({ code: 'notFound', what: 'change' });
      }
      // Refused where it can never stand in a path.
      if (templateId !== undefined) pathSegment(templateId, 'templateId');
      await library.setPublication(themeId, publicationKey(connection), {
        templateId: templateId ?? record.templateId,
        at: now().toISOString(),
        sent: record.sent,
      });
      await records.set(themeId, connectionId, undefined);
      library.deliveryChanged(themeId);
    },
  };

  return {
    handlers,
    start,
    deliveryOf: (themeId, connectionId) => records.find(themeId, connectionId)?.delivery ?? 'idle',
  };
}

function publicationIn(
  document: ThemeDocument,
  connection: PublishingConnection,
): Publication | undefined {
  const key = publicationKey(connection);
  return Object.hasOwn(document.publications, key) ? document.publications[key] : undefined;
}

/** A larger answer is not kept in the theme's file, which would grow with every connection. */
const largestKeptAnswer = 256 * 1024;

function keptAnswer(template: Record<string, unknown> | undefined): Pick<Publication, 'answer'> {
  if (template === undefined) return {};
  if (JSON.stringify(template).length <= largestKeptAnswer) return { answer: template };
  const { theme: _large, ...facts } = template;
  return JSON.stringify(facts).length <= largestKeptAnswer ? { answer: facts } : {};
}

/**
 * What is kept after a save that was not accepted.
 *
 * - Rejected, the token refused, redirected: *refused*. The service changed nothing.
 * - Not sent, or stopped by a proxy: as before, where something was unknown; else idle.
 * - The service failed: *refused* where a repetition replaces whatever is there. Of a first save at a
 *   service that may give ids of its own it is *unknown*: there may be a template.
 * - Everything else, a 200 that makes no sense included: *unknown*.
 *
 * A doubt about an earlier first save outlives all of these, and with it what was sent then.
 */
function afterFailure(
  { connection, record, before, isFirst }: Departure<PublishingConnection>,
  outcome: Outcome,
): DeliveryRecord | undefined {
  const doubt = isFirst && before?.isFirstUnsure === true;
  const refused: DeliveryRecord = {
    ...record,
    delivery: 'refused',
    isFirstUnsure: doubt,
    sent: doubt ? before.sent : record.sent,
  };
  const unknown: DeliveryRecord = { ...record, delivery: 'unknown', isFirstUnsure: isFirst };
  switch (outcome.kind) {
    case 'rejected':
    case 'tokenRefused':
    case 'redirected':
      return refused;
    case 'notSent':
    case 'proxyRefused':
      return doubt || before?.delivery === 'unknown' ? before : undefined;
    case 'serviceFailed':
      return isFirst && connection.keepsClientIds !== 'yes' ? unknown : refused;
    case 'unsure':
    case 'accepted':
    case 'acceptedUnreadable':
      return unknown;
  }
}
