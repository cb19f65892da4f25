/** Words of billing: plans, periods, and what an answer says, in sentences. */
import { m } from '@shared/messages/messages';
import type { CheckoutReturn, SubscriptionChange } from '@shared/sending';
import { shortTime } from '../sending/times';

const planNames: Readonly<Record<string, () => string>> = {
  FREE: () => m.billing_plan_free(),
  STARTER: () => m.billing_plan_starter(),
  PRO: () => m.billing_plan_pro(),
  LIFETIME: () => m.billing_plan_lifetime(),
  OFFERED: () => m.billing_plan_offered(),
  CUSTOM: () => m.billing_plan_custom(),
  UNLIMITED: () => m.billing_plan_unlimited(),
};

/** A plan's name; one that isn't in the contract is shown as the service wrote it. */
export function planName(plan: string): string {
  return Object.hasOwn(planNames, plan) ? (planNames[plan]?.() ?? plan) : plan;
}

export function periodName(isYearly: boolean): string {
  return isYearly ? m.billing_yearly() : m.billing_monthly();
}

export function currencyName(currency: string): string {
  return currency.toUpperCase();
}

/** How long the answer took. */
export function answeredIn(tookMs: number): string {
  return tookMs < 1_000
    ? m.billing_answered_ms({ count: Math.round(tookMs) })
    : m.billing_answered_s({ count: (tookMs / 1_000).toFixed(1) });
}

/** What an accepted answer says, in one sentence. */
export function resultText({ answer, input, before }: SubscriptionChange): string {
  const named = answer?.workspace?.plan;
  const plan = typeof named === 'string' ? planName(named) : undefined;
  if (answer?.checkoutUrl !== undefined) {
    if (plan === undefined) return m.billing_result_checkout();
    const isStill = named !== input.plan && (before?.plan === undefined || before.plan === named);
    return isStill
      ? m.billing_result_checkout_still({ plan })
      : m.billing_result_checkout_named({ plan });
  }
  if (!answer?.workspace) return m.billing_result_neither();
  if (plan === undefined) return m.billing_result_no_plan();
  return named === input.plan
    ? m.billing_result_changed({ plan })
    : m.billing_result_other_plan({ plan, asked: planName(input.plan) });
}

/** What is known of the person's return from the checkout. */
export function returnText(back: CheckoutReturn, now: number): string {
  switch (back.state) {
    case 'elsewhere':
      return m.billing_back_elsewhere();
    case 'listening':
      return m.billing_listening({ when: shortTime(back.until, now) });
    case 'closed':
      return m.billing_back_closed();
    case 'back': {
      const when = shortTime(back.at, now);
      if (back.says === 'completed') return m.billing_back_completed({ when });
      if (back.says === 'cancelled') return m.billing_back_cancelled({ when });
      return m.billing_back_unclear({ when });
    }
  }
}
