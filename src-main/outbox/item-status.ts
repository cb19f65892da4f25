/** What is going on with an item, and what is shown of it. Pure. */
import type { Problem } from '@shared/problem';
import type { OutboxReason } from '@shared/publishing';
import type { Connection } from '@shared/connection';
import type { Delivery } from '@shared/theme/status';
import type { Block } from './connection-states';
import type { Item, UnconfirmedSave } from './outbox-item';
import { isThemeGone } from './problem-of-error';
import type { RuntimeState } from './runtime-state';
import type { WaitReason } from './verdict';

type KeepsClientIds = Connection['keepsClientIds'];

/**
 * A later save that may have arrived is repeated unasked so many times where nobody knows that the
 * service keeps the ids that clients pick: its template may have been deleted there meanwhile, and
 * such a service then makes another one for every save. Or where it was answered: it would be answered so each time.
 */
export const unaskedRepeats = 1;

/** Whether another save may follow unasked on those that may have arrived. */
export function mayFollowUnasked(
  { isFirst, tries, isAnswered }: Pick<UnconfirmedSave, 'isFirst' | 'tries' | 'isAnswered'>,
  keepsClientIds: KeepsClientIds | undefined,
): boolean {
  // What nobody answered goes on until it is: each save does what the one before was to do.
  if (keepsClientIds === 'yes' && isAnswered !== true) return true;
  return !isFirst && tries <= unaskedRepeats;
}

/** Whether a person has to say how it goes on: an earlier save may be there, and another may double it. */
export function needsDecision(
  { unconfirmed, request }: Pick<Item, 'unconfirmed' | 'request'>,
  keepsClientIds: KeepsClientIds | undefined,
): boolean {
  if (!unconfirmed) return false;
  if (!request) return true;
  if (keepsClientIds === 'yes' && (request.isRefused || unconfirmed.isAnswered !== true)) {
    return false;
  }
  // A person's word is for one try: where that was refused, the earlier one is in doubt as before.
  if (request.isRefused) return true;
  if (request.duplicateAllowed) return false;
  return !mayFollowUnasked(unconfirmed, keepsClientIds);
}

/** Everything that decides why an item is in the outbox. */
export interface ItemFacts {
  readonly item: Pick<Item, 'request' | 'unconfirmed' | 'unnoted'>;
  readonly runtime: RuntimeState;
  /** Its theme is not in the library that is open, as that knows at this moment. */
  readonly isGone: boolean;
  /** What waits was asked for in another library than the one that is open. */
  readonly isOfOtherLibrary: boolean;
  /** It is on its way; what stands in line is not. */
  readonly isSending: boolean;
  /** On its way, and held back by a proxy until it is signed in to. */
  readonly isHeld: boolean;
  /** Of the connection that leads to the item's place; `undefined` when none does. */
  readonly keepsClientIds: KeepsClientIds | undefined;
  /** The request's connection: leads to the item's place, or elsewhere by now, or is gone. */
  readonly leads: 'here' | 'elsewhere' | 'nowhere';
  readonly block: Block | undefined;
  readonly isPaused: boolean;
  /** Milliseconds that everything to the connection has to wait. */
  readonly waitMs: number;
  /** What that wait is of: the service wants it, it answered otherwise, or there was no way to it. */
  readonly waitReason: WaitReason;
  /** What is in the way of the connection here, where it waits for that. */
  readonly waitProblem: Problem | undefined;
  /** By the clock that only grows. */
  readonly now: number;
}

/** Why it is in the outbox; `undefined` when a person need not know of it. */
export function reasonOf(facts: ItemFacts): OutboxReason | undefined {
  const { item, runtime, leads } = facts;
  if (facts.isSending) return facts.isHeld ? 'held' : 'sending';
  if (item.request && leads === 'elsewhere') {
    // Whether it goes to where that leads now is asked in its own library: here it would be another theme.
    return facts.isOfOtherLibrary ? 'otherLibrary' : 'elsewhere';
  }
  if (facts.keepsClientIds !== undefined && needsDecision(item, facts.keepsClientIds)) {
    return 'decision';
  }
  // It has arrived: of a theme that was found neither in the library nor in the bin nothing is left to be noted.
  const isGoneForGood = facts.isGone && isThemeGone(runtime.problem);
  if (!item.request) return item.unnoted && !isGoneForGood ? 'unnoted' : undefined;
  if (leads === 'nowhere') return undefined;
  if (item.request.isRefused) return 'refused';
  if (facts.isOfOtherLibrary) return 'otherLibrary';
  if (facts.isGone) return 'themeMissing';
  if (facts.block) return facts.block;
  if (facts.isPaused) return 'paused';
  if (facts.waitMs > 0) return facts.waitReason;
  if (runtime.dueAt > facts.now) return runtime.problem ? 'problem' : 'retry';
  return 'turn';
}

/** The state of a delivery, for the theme's card. */
export function deliveryOf(reason: OutboxReason | undefined): Delivery {
  switch (reason) {
    case undefined:
      return 'idle';
    case 'sending':
      return 'sending';
    case 'decision':
    case 'unreadable':
      return 'unknown';
    case 'refused':
      return 'refused';
    case 'unnoted':
      return 'unnoted';
    case 'paused':
      return 'paused';
    case 'tokenRefused':
    case 'tokenMissing':
    case 'elsewhere':
      return 'blocked';
    case 'held':
    case 'turn':
    case 'retry':
    case 'asked':
    case 'answered':
    case 'unreachable':
    case 'themeMissing':
    case 'otherLibrary':
    case 'problem':
      return 'waiting';
  }
}

/** Whether it has left, be it held back by a proxy. */
export function isOnItsWay(reason: OutboxReason): boolean {
  return reason === 'sending' || reason === 'held';
}

/** Whether it is sent sooner or later without a word of a person: what was refused lies there until they act. */
export function goesOnByItself(reason: OutboxReason | undefined): boolean {
  // Whether its library is opened again is a person's to say, and so is whether its theme comes back.
  if (reason === 'otherLibrary' || reason === 'themeMissing') return false;
  return ['sending', 'waiting', 'paused'].includes(deliveryOf(reason));
}

/** Of two entries for one theme and connection, the one that says more is shown. */
export function urgency(reason: OutboxReason): number {
  if (isOnItsWay(reason)) return 3;
  if (reason === 'decision' || reason === 'unreadable') return 2;
  return reason === 'elsewhere' ? 0 : 1;
}
