/** What is going on with an item, and what is shown of it. Pure. */
import type { Problem } from '@shared/problem';
import type { OutboxReason } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import type { Connection } from '@shared/connection';
import type { Delivery } from '@shared/theme/status';
import type { Block } from './connection-states';
import type { Item } from './outbox-item';

type KeepsClientIds = Connection['keepsClientIds'];

/** What is known of an item while the program runs. */
export interface Run {
  /** Whether the next save would be the first one there; unknown before it was looked at. */
  isFirst: boolean | undefined;
  failures: number;
  /** Not tried before; by the clock that only grows. */
  dueAt: number;
  outcome: Outcome | undefined;
  problem: Problem | undefined;
  /** The theme is not in the library. */
  isMissing: boolean;
  /** Changes that must be on the disk before it may leave. */
  unwritten: number;
  /** The newest request that was ever taken. */
  newest: number;
  /**
   * When a person had it tried, whatever its connection waits for (`ConnectionStates.moment`). It ends
   * what stood in the way then, and nothing that came after.
   */
  urgedAt: number | undefined;
}

/** What is known of an item that nothing has happened to yet. */
export function newRun(): Run {
  return {
    isFirst: undefined,
    failures: 0,
    dueAt: 0,
    outcome: undefined,
    problem: undefined,
    isMissing: false,
    unwritten: 0,
    newest: 0,
    urgedAt: undefined,
  };
}

/**
 * A later save that may have arrived is repeated unasked so many times where nobody knows that the
 * service keeps the ids that clients pick: its template may have been deleted there meanwhile, and
 * such a service then makes another one for every save.
 */
export const unaskedRepeats = 1;

/** Whether a person has to say how it goes on: an earlier save may be there, and another may double it. */
export function needsDecision(
  { unconfirmed, request }: Pick<Item, 'unconfirmed' | 'request'>,
  keepsClientIds: KeepsClientIds | undefined,
): boolean {
  if (!unconfirmed) return false;
  if (!request) return true;
  if (request.duplicateAllowed || keepsClientIds === 'yes') return false;
  return unconfirmed.isFirst || unconfirmed.tries > unaskedRepeats;
}

/** Everything that decides why an item is in the outbox. */
export interface ItemFacts {
  readonly item: Pick<Item, 'request' | 'unconfirmed'>;
  readonly run: Run;
  readonly isUnderWay: boolean;
  /** Of the connection that leads to the item's place; `undefined` when none does. */
  readonly keepsClientIds: KeepsClientIds | undefined;
  /** The request's connection: leads to the item's place, or elsewhere by now, or is gone. */
  readonly leads: 'here' | 'elsewhere' | 'nowhere';
  readonly block: Block | undefined;
  readonly isPaused: boolean;
  /** Milliseconds that everything to the connection has to wait. */
  readonly waitMs: number;
  /** The service wants that wait. */
  readonly isAsked: boolean;
  /** By the clock that only grows. */
  readonly now: number;
}

/** Why it is in the outbox; `undefined` when a person need not know of it. */
export function reasonOf(facts: ItemFacts): OutboxReason | undefined {
  const { item, run, leads } = facts;
  if (facts.isUnderWay) return 'sending';
  if (item.request && leads === 'elsewhere') return 'elsewhere';
  if (facts.keepsClientIds !== undefined && needsDecision(item, facts.keepsClientIds)) {
    return 'decision';
  }
  if (!item.request || leads === 'nowhere') return undefined;
  if (item.request.isRefused) return 'refused';
  if (run.isMissing) return 'themeMissing';
  if (facts.block) return facts.block;
  if (facts.isPaused) return 'paused';
  if (facts.waitMs > 0) return facts.isAsked ? 'asked' : 'unreachable';
  if (run.dueAt > facts.now) return run.problem ? 'problem' : 'retry';
  return 'turn';
}

/** The state of a delivery, for the theme's card. */
export function deliveryOf(why: OutboxReason | undefined): Delivery {
  switch (why) {
    case undefined:
      return 'idle';
    case 'sending':
      return 'sending';
    case 'decision':
    case 'unreadable':
      return 'unknown';
    case 'refused':
      return 'refused';
    case 'paused':
    case 'tokenRefused':
    case 'tokenMissing':
    case 'elsewhere':
      return 'paused';
    case 'turn':
    case 'retry':
    case 'asked':
    case 'unreachable':
    case 'themeMissing':
    case 'problem':
      return 'waiting';
  }
}

/** Of two entries for one theme and connection, the one that says more is shown. */
export function urgency(why: OutboxReason): number {
  if (why === 'sending') return 3;
  if (why === 'decision' || why === 'unreadable') return 2;
  return why === 'elsewhere' ? 0 : 1;
}
