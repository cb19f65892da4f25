/**
 * The room *outbox*: theme saves, now or later. What is to be published is on the disk before
 * anything is sent; what the service made of it goes into the theme's own file; what is not settled
 * stays here, in the profile, so that another computer on the same library never sends it.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Delivery } from '@shared/theme/status';
import { createDecisions } from './decisions';
import { createExternalEvents } from './external-events';
import { outboxHandlers } from './outbox-handlers';
import { createParts } from './outbox-parts';
import { createQueue } from './outbox-queue';
import type { OutboxConnection, OutboxOptions } from './outbox-types';

export type { OutboxLibrary } from './outbox-types';

/** The room. */
export interface Outbox {
  readonly handlers: Handlers<FoyerCalls>['outbox'];
  /** Reads what is unsettled; every handler waits for it. Sends nothing yet. Never rejects. */
  start(): Promise<void>;
  /** From now on things are sent; what waits goes out. Nothing does once it was closed. */
  open(): void;
  /** What is going on between a theme and a connection; `idle` until `start` is through. */
  deliveryOf(themeId: string, connectionId: string): Delivery;
  /** Whether something of the theme waits or may have arrived, so that a service may know its id. */
  isUnsettled(themeId: string): boolean;
  /** The network changed, or the computer woke up: what waits for that is tried again. */
  wake(): void;
  /** The connection has another token, or presents it otherwise: what was not allowed before may be allowed now. */
  tokenReplaced(connectionId: string): void;
  /** It leads elsewhere, or has no token any more: what was refused there stays refused. */
  reachedOtherwise(connectionId: string): void;
  /** Connections changed otherwise; what waited for one of them may go now. */
  connectionsChanged(): void;
  /** The connection is gone, and with it what waited for it. */
  connectionRemoved(connectionId: string): void;
  /**
   * The library is not what it was: which themes are in it is asked of it. `ids` are of those that came, or changed: what
   * waited for their files may go now.
   */
  themesChanged(ids: readonly string[]): void;
  /** Resolves when nothing is under way, whatever waits. */
  settled(): Promise<void>;
  /**
   * For quitting: sends nothing more, for good. What stands in line does not leave; what has left gets so
   * long to end, and is found again at the next start if it has not. What a person asked for is written
   * down first, unless the disk takes nothing of it for so long.
   */
  close(longestMs: number): Promise<void>;
}

/** Makes the room; nothing is touched before `start` or the first call. */
export function createOutbox<C extends OutboxConnection>(options: OutboxOptions<C>): Outbox {
  const parts = createParts(options);
  const { sweep, ...events } = createExternalEvents(parts);
  const queue = createQueue(parts, sweep);
  const { start, open, settled, close } = queue;
  return {
    handlers: outboxHandlers(parts, queue, createDecisions(parts, queue)),
    deliveryOf: (themeId, connectionId) => parts.view.deliveryOf(themeId, connectionId),
    isUnsettled: (themeId) => parts.view.isUnsettled(themeId),
    start,
    open,
    settled,
    close,
    ...events,
  };
}
