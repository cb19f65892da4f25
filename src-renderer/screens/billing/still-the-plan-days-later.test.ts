/**
 * A checkout that returns to an address of the person's own: Foyer never hears how it ended. Days later, Billing
 * opens with that change, and says what the answer named, but not that the plan is *still* that.
 */
import type { CheckoutReturn, SubscriptionChange } from '@shared/sending';
import { expect, it } from 'vitest';
import { resultText, returnText } from './billing-text';

const dayMs = 24 * 60 * 60 * 1_000;
const threeDaysAgo = new Date(Date.now() - 3 * dayMs).toISOString();

const change = (checkoutReturn: CheckoutReturn): SubscriptionChange => ({
  ...{ activityId: 'a1', at: threeDaysAgo, connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'https://northwind.example/thanks',
  },
  ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  answer: { checkoutUrl: 'https://pay.example/1', workspace: { id: 'w1', plan: 'FREE' } },
  checkout: { host: 'pay.example', canOpen: true },
  checkoutReturn,
});

it('the control: where Foyer has ended its wait, it isn’t said', () => {
  expect(resultText(change({ state: 'closed' }))).not.toMatch(/still/u);
});

it('the control: that the outcome can’t be known is said below it', () => {
  expect(returnText({ state: 'elsewhere' }, Date.now())).toContain('won’t know the outcome');
});

it('where it returned to the person’s own address, neither', () => {
  expect(resultText(change({ state: 'elsewhere' }))).not.toMatch(/still/u);
});
