/** Words of billing: plans, periods, and what an answer says, in sentences. */
import { m } from '@shared/messages/messages';
import type { CheckoutReturn, LastKnown, SubscriptionChange } from '@shared/sending';
import {
  compareSubscription,
  isOtherWorkspace,
  type FieldComparison,
  type SubscriptionSetting,
} from '@shared/service/subscription-comparison';
import { readPlan } from '@shared/service/workspace-plans';
import { planName } from '../../features/sending/plan-name';
import { shortTime } from '../../features/sending/times';

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

type Settings = NonNullable<LastKnown['unconfirmed']>;

/** The value of a setting, for a person to read. */
export function settingText(settings: Settings, field: SubscriptionSetting): string | undefined {
  const value = settings[field];
  return value === undefined ? undefined : valueText(field, value);
}

function valueText(field: FieldComparison['field'], value: string | number | boolean): string {
  if (typeof value === 'boolean') return periodName(value);
  if (field === 'plan') return planName(String(value));
  return field === 'currency' ? currencyName(String(value)) : String(value);
}

const fieldNames: Readonly<Record<FieldComparison['field'], () => string>> = {
  workspaceId: m.billing_fact_id,
  plan: m.billing_plan,
  isYearly: m.billing_billed,
  currency: m.billing_currency,
  additionalChats: m.billing_chats,
};

/**
 * What an answer says that was accepted, or asks for a checkout, in one sentence. `isNewest`: nothing was asked for, and no
 * earlier checkout completed, since, which may have changed the plan.
 */
export function resultText(change: SubscriptionChange, isNewest: boolean): string {
  const { answer, input, before, checkout, checkoutReturn, openedAfter } = change;
  const answered = answer?.workspace?.plan;
  const named = typeof answered === 'string' ? readPlan(answered) : undefined;
  const plan = named === undefined ? undefined : planName(named);
  if (answer?.checkoutUrl !== undefined) {
    // It may have been completed, whether or not the page that came back says so.
    if (checkoutReturn.state === 'back' && checkoutReturn.says !== 'cancelled') {
      return m.billing_result_checkout_before();
    }
    if (checkout?.isForgotten) return m.billing_result_checkout_forgotten();
    if (plan === undefined) return m.billing_result_checkout();
    const isStill =
      isNewest &&
      // Once it was opened, and where Foyer doesn't wait for the person's return, it may have been completed unseen.
      openedAfter === undefined &&
      checkoutReturn.state !== 'closed' &&
      checkoutReturn.state !== 'elsewhere' &&
      named !== input.plan &&
      // Another workspace's plan tells nothing of this one.
      !isOtherWorkspace(change) &&
      (before?.plan === undefined || readPlan(before.plan) === named);
    return isStill
      ? m.billing_result_checkout_still({ plan })
      : m.billing_result_checkout_named({ plan });
  }
  if (!answer?.workspace) return m.billing_result_neither();
  if (compareSubscription(change).some(({ verdict }) => verdict === 'differs')) {
    return m.billing_result_differs();
  }
  return plan === undefined ? m.billing_result_no_plan() : m.billing_result_changed({ plan });
}

/** What the answer says otherwise than it was asked, one line a field. */
export function differenceLines(change: SubscriptionChange): string[] {
  // Before the checkout nothing but the workspace can be compared.
  const isOpen = change.answer?.checkoutUrl !== undefined;
  return compareSubscription(change).flatMap((one) => {
    if (one.verdict === 'confirmed' || one.verdict === 'notAnswered') return [];
    if (isOpen && one.field !== 'workspaceId') return [];
    const line = {
      field: fieldNames[one.field](),
      asked: valueText(one.field, one.asked),
      answered: valueText(one.field, one.answered),
    };
    return [one.verdict === 'index' ? m.billing_answered_index(line) : m.billing_answered(line)];
  });
}

/** Which of the settings the answer left open; empty where it could not confirm any. */
export function unconfirmedLine(change: SubscriptionChange): string {
  const { answer } = change;
  if (!answer?.workspace || answer.checkoutUrl !== undefined) return '';
  const open = compareSubscription(change).filter(({ verdict }) => verdict === 'notAnswered');
  const fields = open.map(({ field }) => fieldNames[field]()).join(', ');
  return fields === '' ? '' : m.billing_not_confirmed({ fields });
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
