/**
 * The room *outbox*: theme saves, now or later. What is to be published is on the disk before
 * anything is sent; what the service made of it goes into the theme's own file; what is not settled
 * stays here, in the profile, so that another computer on the same library never sends it.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Connection } from '@shared/connection';
import type { LibrarySnapshot } from '@shared/library';
import type { OutboxSnapshot, PublishAnswered } from '@shared/publishing';
import type { ServicePlace, ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { ThemeEdit } from '@shared/theme/fields';
import type { Delivery } from '@shared/theme/status';
import type { ThemeDocument } from '@shared/theme/theme';
import type { OutboxClock } from './clock';
import type { LinkingLibrary } from './linking';
import { outboxHandlers } from './outbox-handlers';
import { OutboxQueue } from './outbox-queue';

export type { OutboxClock } from './clock';

/** What the outbox needs of a connection. */
export interface OutboxConnection extends ServicePlace {
  readonly id: string;
  readonly label: string;
  readonly keepsClientIds: Connection['keepsClientIds'];
}

/** What the outbox needs of the library; the room *library* fits. */
export interface OutboxLibrary extends LinkingLibrary {
  /** As it is on the disk, unsaved edits written first. */
  saved(id: string): Promise<ThemeDocument>;
  /** As it is in memory. */
  current(id: string): Promise<Pick<ThemeDocument, 'id' | 'name' | 'theme' | 'publications'>>;
  /** The same of a theme that this version can write. @throws ProblemError themeReadOnly */
  whole(id: string): Promise<ThemeDocument>;
  deliveryChanged(id: string): void;
  readonly handlers: {
    list(nothing: undefined): LibrarySnapshot | Promise<LibrarySnapshot>;
    edit(input: { id: string; edits: ThemeEdit[]; gesture?: string | undefined }): unknown;
    rename(input: { id: string; name: string }): void | Promise<void>;
  };
}

/** What the outbox reads of a request that has ended; the service client's `Sent` fits. */
export interface SentTheme {
  readonly activityId: string;
  readonly outcome: Outcome;
  /** The parsed answer. */
  readonly body: unknown;
}

/** Sends a theme save; the service client's `send` fits. */
export type SendTheme<PlaceOfConnection extends OutboxConnection> = (
  connection: PlaceOfConnection,
  request: ServiceRequest,
  options: {
    readonly kind: 'saveThemeTemplate';
    readonly subject: string;
    readonly themeId: string;
    readonly once: boolean;
    readonly signal: AbortSignal;
    /** Asked when its turn has come; false: it does not leave. */
    readonly mayStart: () => boolean;
    /** It leaves now. */
    readonly onStart: () => void;
  },
) => Promise<SentTheme>;

export interface OutboxLog {
  info(event: string, fields?: object): void;
  warn(event: string, fields?: object): void;
  error(event: string, fields?: object): void;
}

export interface OutboxOptions<PlaceOfConnection extends OutboxConnection> {
  readonly library: OutboxLibrary;
  /** Holds `outbox.json` and the folder `outbox`. */
  readonly profileFolder: string;
  /** All; `undefined` while it is not known which there are. */
  readonly connections: () => readonly PlaceOfConnection[] | undefined;
  readonly connectionById: (id: string) => PlaceOfConnection | undefined;
  /** Throws a `ProblemError` when nothing was sent. */
  readonly send: SendTheme<PlaceOfConnection>;
  /**
   * Told when an answer shows whether the service at a base address keeps the ids that clients pick;
   * the connection may lead elsewhere by now.
   */
  readonly learnIds: (
    connectionId: string,
    baseAddress: string,
    keeps: 'yes' | 'no',
  ) => void | Promise<void>;
  /** Told of changes, many at once: `outbox.changed`. */
  readonly onChange?: ((snapshot: OutboxSnapshot) => void) | undefined;
  /** Told when a try has ended: `outbox.answered`. */
  readonly onAnswer?: ((answered: PublishAnswered) => void) | undefined;
  readonly clock?: OutboxClock | undefined;
  /** 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
  readonly log: OutboxLog;
}

export interface Outbox {
  readonly handlers: Handlers<FoyerCalls>['outbox'];
  /** Reads what is unsettled; every handler waits for it. Sends nothing yet. Never rejects. */
  start(): Promise<void>;
  /** From now on things are sent; what waits goes out. Nothing does once it was closed. */
  open(): void;
  /** For the library's cards; `idle` until `start` is through. */
  deliveryOf(themeId: string, connectionId: string): Delivery;
  /** The network changed, or the computer woke up: what waits for that is tried again. */
  wake(): void;
  /** The connection has another token, or another address. */
  tokenReplaced(connectionId: string): void;
  /** Connections changed otherwise; what waited for one of them may go now. */
  connectionsChanged(): void;
  /** The connection is gone, and with it what waited for it. */
  connectionRemoved(connectionId: string): void;
  /** Themes came or came back: what waited for them may go now. */
  themesChanged(ids: readonly string[]): void;
  /** Resolves when nothing is under way, whatever waits. */
  settled(): Promise<void>;
  /**
   * For quitting: sends nothing more, for good. What stands in line does not leave; what has left gets so
   * long to end, and is found again at the next start if it has not.
   */
  close(longestMs: number): Promise<void>;
}

/** Makes the room; nothing is touched before `start` or the first call. */
export function createOutbox<PlaceOfConnection extends OutboxConnection>(
  options: OutboxOptions<PlaceOfConnection>,
): Outbox {
  const queue = new OutboxQueue(options);
  return {
    handlers: outboxHandlers(queue, options),
    start: () => queue.start(),
    open: () => {
      queue.open();
    },
    deliveryOf: (themeId, connectionId) => queue.deliveryOf(themeId, connectionId),
    wake: () => {
      queue.wake();
    },
    tokenReplaced: (id) => {
      queue.tokenReplaced(id);
    },
    connectionsChanged: () => {
      queue.connectionsChanged();
    },
    connectionRemoved: (id) => {
      queue.connectionRemoved(id);
    },
    themesChanged: (ids) => {
      queue.themesChanged(ids);
    },
    settled: () => queue.settled(),
    close: (longestMs) => queue.close(longestMs),
  };
}
