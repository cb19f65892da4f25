import { lastKnownSchema, type LastKnown, type SubscriptionChange } from '@shared/sending';
import { isCancelled, mayBeCompletedAfter } from '@shared/service/checkout-completion';
import { mayHaveActed } from '@shared/service/may-have-acted';
import {
  compareSubscription,
  isOtherWorkspace,
  subscriptionSettings,
  type SubscriptionSetting,
} from '@shared/service/subscription-comparison';

type Value = string | number | boolean;

/** How many changes of a subscription are remembered for their own sake. */
const longestList = 100;

/**
 * Which changes are remembered: the newest, and of the older ones those by which alone something is
 * known of the subscription.
 *
 * @param changes newest first
 */
export function keptChanges(changes: readonly SubscriptionChange[]): SubscriptionChange[] {
  if (changes.length <= longestList) return [...changes];
  const sources = new Set(
    subscriptionSettings.flatMap((field) => {
      const { asked, confirming } = traced(changes, field);
      return [asked, confirming];
    }),
  );
  return changes.filter((change, index) => index < longestList || sources.has(change));
}

/**
 * What earlier changes tell of the subscription. Known is what the newest answer named that speaks of
 * this workspace; what was asked for since, and may have been done, is told apart, because nothing
 * confirmed it. That a checkout's page says *completed* is no answer of the service.
 *
 * @param changes newest first
 * @param chatsInSteps whether additional chats are asked for as a step of the price table now: as a number of
 *   chats a step says nothing, nor the other way round
 */
export function lastKnownFrom(
  changes: readonly SubscriptionChange[],
  chatsInSteps = changes[0]?.chatsInSteps ?? false,
): LastKnown | null {
  const known: Partial<Record<SubscriptionSetting, Value>> = {};
  const unconfirmed: Partial<Record<SubscriptionSetting, Value>> = {};
  const sources: SubscriptionChange[] = [];
  const otherUnit = changes.findIndex((one) => (one.chatsInSteps ?? false) !== chatsInSteps);
  const inThisUnit = otherUnit < 0 ? changes : changes.slice(0, otherUnit);
  for (const field of subscriptionSettings) {
    const telling = field === 'additionalChats' ? inThisUnit : changes;
    const { asked, confirming, answered } = traced(telling, field);
    if (confirming && answered !== undefined) {
      known[field] = answered;
      sources.push(confirming);
    }
    if (asked) {
      unconfirmed[field] = asked.input[field];
      sources.push(asked);
    }
  }
  const newest = changes.find((change) => sources.includes(change));
  if (newest === undefined) return null;
  const planAt = traced(changes, 'plan').confirming?.at;
  return lastKnownSchema.parse({
    ...known,
    at: newest.at,
    ...(planAt !== undefined && { planAt }),
    ...(Object.keys(unconfirmed).length > 0 && { unconfirmed }),
  });
}

interface Traced {
  /** The newest change that may have made it another than what was answered, after that. */
  readonly asked?: SubscriptionChange | undefined;
  /** The newest change whose answer named the field, and what it named. */
  readonly confirming?: SubscriptionChange;
  readonly answered?: Value;
}

function traced(changes: readonly SubscriptionChange[], field: SubscriptionSetting): Traced {
  const open: SubscriptionChange[] = [];
  for (const change of changes) {
    const answered = namedIn(change, field);
    // An answer that asks for a checkout is older than what the checkout does.
    const isOpen = answered === undefined || change.answer?.checkoutUrl !== undefined;
    if (isOpen && mayHaveChanged(change)) open.push(change);
    if (answered !== undefined) {
      // An older one, whose checkout was gone through only then.
      const late = changes.filter(
        (one) => mayHaveChanged(one) && mayBeCompletedAfter(one, change, changes),
      );
      const asked = [...open, ...late].find(({ input }) => input[field] !== answered);
      return { asked, confirming: change, answered };
    }
  }
  return { asked: open[0] };
}

/** What the answer says of the field, if it is about this workspace. */
function namedIn(change: SubscriptionChange, field: SubscriptionSetting): Value | undefined {
  if (change.outcome?.kind !== 'accepted' || isOtherWorkspace(change)) return undefined;
  const found = compareSubscription(change).find((one) => one.field === field);
  return found?.verdict === 'confirmed' || found?.verdict === 'differs'
    ? found.answered
    : undefined;
}

/** Whether the service may have done what was asked. */
function mayHaveChanged(change: SubscriptionChange): boolean {
  const { outcome, answer } = change;
  // What was refused until it is paid may have been paid since.
  const mayBePaid = answer?.checkoutUrl !== undefined;
  return outcome !== null && (mayHaveActed(outcome) || mayBePaid) && !isCancelled(change);
}
