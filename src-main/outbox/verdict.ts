/** What follows from the end of a theme save. Pure. */
import type { OutboxReason } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import { mayBeDoneThoughLate } from '@shared/service/late-status';
import { mayFollowOnDone } from '@shared/service/redirect-status';

/**
 * How a try goes on.
 *
 * - `arrived`: the service has it
 * - `refused`: it said no for good; a person has to change something
 * - `later`: it is tried again by itself; `scope` is what has to wait: this theme, or everything to
 *   the connection
 * - `unsure`: it may have arrived, and a repetition is not known to be harmless
 * - `tokenRefused`: nothing more to the connection until the token is replaced
 * - `cancelled`: a person stopped it; `mayHaveArrived` tells whether it had left
 */
export type Verdict =
  | { readonly kind: 'arrived' | 'refused' | 'unsure' | 'tokenRefused' }
  | { readonly kind: 'later'; readonly scope: 'theme' | 'connection' }
  | { readonly kind: 'cancelled'; readonly mayHaveArrived: boolean };

/**
 * What everything to a connection waits for: `asked`, the service wants no more for now; `answered`, what
 * answers takes nothing; `unreachable`, there is no way to it; `problem`, something here is in the way.
 */
export type WaitReason = Extract<OutboxReason, 'asked' | 'answered' | 'unreachable' | 'problem'>;

/** These say: not now. (RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4.) */
const laterStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
/** These say that the address is wrong for good. */
const movedForGood: ReadonlySet<number> = new Set([301, 308]);

/** Whether the service certainly did nothing. What failed or was cut off may have acted before. */
export function madeNothing(outcome: Outcome): boolean {
  const { kind } = outcome;
  if (kind === 'redirected') return !mayFollowOnDone(outcome.status);
  if (kind === 'rejected') return !mayBeDoneThoughLate(outcome.status);
  return kind === 'proxyRefused' || kind === 'notSent';
}

/** Whether the whole answer is a success that says nothing of a template, or says no beside it: the next is likely to be the same. */
export function isAnsweredUnclearly(outcome: Outcome): boolean {
  if (outcome.kind === 'acceptedUnreadable') return true;
  if (outcome.kind !== 'unsure') return false;
  return outcome.reason === 'otherSuccess' || outcome.reason === 'answerTooLarge';
}

/**
 * `isRepeatable`: another save may follow unasked: it replaces whatever this one left, or it is the
 * one repetition that is taken for harmless. `hasId`: the answer has an id that can be used, or none is needed.
 */
export function verdictOf(
  outcome: Outcome,
  { isRepeatable, hasId }: { readonly isRepeatable: boolean; readonly hasId: boolean },
): Verdict {
  const unsure: Verdict = isRepeatable ? { kind: 'later', scope: 'theme' } : { kind: 'unsure' };
  switch (outcome.kind) {
    case 'accepted':
      return hasId ? { kind: 'arrived' } : { kind: 'unsure' };
    case 'acceptedUnreadable':
      return unsure;
    case 'tokenRefused':
      return { kind: 'tokenRefused' };
    case 'rejected': {
      if (!laterStatuses.has(outcome.status)) return { kind: 'refused' };
      if (!madeNothing(outcome) && !isRepeatable) return { kind: 'unsure' };
      const isBusy = outcome.status === 429 || outcome.retryAfter !== undefined;
      return { kind: 'later', scope: isBusy ? 'connection' : 'theme' };
    }
    case 'serviceFailed':
      return outcome.retryAfter === undefined || !isRepeatable
        ? unsure
        : { kind: 'later', scope: 'connection' };
    case 'redirected':
      if (movedForGood.has(outcome.status)) return { kind: 'refused' };
      return madeNothing(outcome) || isRepeatable
        ? { kind: 'later', scope: 'connection' }
        : { kind: 'unsure' };
    case 'proxyRefused':
      return { kind: 'later', scope: 'connection' };
    case 'notSent':
      if (outcome.reason === 'cancelledBefore') return { kind: 'cancelled', mayHaveArrived: false };
      // Chromium never uses that port: only another address helps.
      if (outcome.reason === 'portBlocked') return { kind: 'refused' };
      return { kind: 'later', scope: 'connection' };
    case 'unsure':
      return outcome.reason === 'cancelled' ? { kind: 'cancelled', mayHaveArrived: true } : unsure;
  }
}

/** Whether the request was understood and not allowed (RFC 9110, 15.5.4). */
export function isNotAllowed(outcome: Outcome): boolean {
  return outcome.kind === 'rejected' && outcome.status === 403;
}

/** Whether it is an answer of the service, and of nothing that stands before it. */
export function isOfTheService({ kind }: Outcome): boolean {
  return (
    kind === 'accepted' ||
    kind === 'acceptedUnreadable' ||
    kind === 'rejected' ||
    kind === 'tokenRefused' ||
    kind === 'serviceFailed'
  );
}

/** What a wait that follows on it is of. */
export function waitReasonOf({ kind }: Outcome): WaitReason {
  if (kind === 'rejected') return 'asked';
  return kind === 'serviceFailed' || kind === 'redirected' ? 'answered' : 'unreachable';
}

/** How long the answer asks to wait, in seconds. */
export function retryAfterOf(outcome: Outcome): number | undefined {
  return outcome.kind === 'rejected' || outcome.kind === 'serviceFailed'
    ? outcome.retryAfter
    : undefined;
}
