/**
 * The guide: “Every field that comes back is compared with what you asked for”. A currency is compared whichever letters the service
 * has for it; a plan in small letters, as Stripe-like services keep it, is said to be another one than was asked for.
 */
import { compareSubscription } from '@shared/service/subscription-comparison';
import { expect, it } from 'vitest';

const input = {
  returnUrl: 'http://127.0.0.1:1/back',
  plan: 'PRO',
  additionalChats: 0,
  currency: 'usd',
  isYearly: false,
} as const;
const verdictOf = (field: string, answer: object) =>
  compareSubscription({ input, answer, workspaceId: 'w1' }).find((one) => one.field === field)
    ?.verdict;

it('the control: a currency in capitals', () => {
  expect(verdictOf('currency', { workspace: { plan: 'PRO' }, echo: { currency: 'USD' } })).toBe(
    'confirmed',
  );
});

it.each(['pro', 'Pro'])('%s is the plan that was asked for', (plan) => {
  expect(verdictOf('plan', { workspace: { plan } })).toBe('confirmed');
});
