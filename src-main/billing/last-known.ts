import type { LastKnown, SubscriptionChange } from '@shared/sending';

/**
 * What earlier changes tell of the subscription. A change counts as made when the service took it,
 * described the workspace and asked for no checkout, or when the checkout's page came back as
 * completed. A plan that an answer named later than that outweighs the plan that was asked for.
 *
 * @param changes newest first
 */
export function lastKnownFrom(changes: readonly SubscriptionChange[]): LastKnown | null {
  const accepted = changes.filter(({ outcome }) => outcome?.kind === 'accepted');
  const madeAt = accepted.findIndex((change) => isCompleted(change) || isMadeAtOnce(change));
  const made = accepted[madeAt];
  // Newest first: what stands before is later. A completed checkout's own answer is older than it.
  const later = accepted.slice(0, made === undefined ? accepted.length : madeAt);
  if (made !== undefined && !isCompleted(made)) later.push(made);
  const named = later.find((change) => namedPlan(change) !== undefined);
  const plan = (named && namedPlan(named)) ?? made?.input.plan;
  if (plan === undefined) return null;
  const settings = made && {
    isYearly: made.input.isYearly,
    currency: made.input.currency,
    additionalChats: made.input.additionalChats,
  };
  return { at: (named ?? made)?.at ?? '', plan, ...settings };
}

function namedPlan({ answer }: SubscriptionChange): string | undefined {
  const plan = answer?.workspace?.plan;
  return typeof plan === 'string' ? plan : undefined;
}

function isCompleted({ checkoutReturn }: SubscriptionChange): boolean {
  return checkoutReturn.state === 'back' && checkoutReturn.says === 'completed';
}

function isMadeAtOnce({ answer }: SubscriptionChange): boolean {
  return answer?.workspace !== undefined && answer.checkoutUrl === undefined;
}
