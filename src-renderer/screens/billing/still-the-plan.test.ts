/** What an answer is said to tell of the plan, once the checkout that it asked for may be over. */
import type { CheckoutReturn, SubscriptionChange } from '@shared/sending';
import { expect, it } from 'vitest';
import { resultText } from './billing-text';

const at = '2026-01-02T10:05:00.000Z';
const change = (checkoutReturn: CheckoutReturn): SubscriptionChange => ({
  ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'http://127.0.0.1:1/back/x',
  },
  ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  answer: { checkoutUrl: 'https://pay.example/1', workspace: { id: 'w1', plan: 'FREE' } },
  checkoutReturn,
});

it('the control: it still is, while the person has not come back', () => {
  expect(resultText(change({ state: 'listening', until: at }))).toMatch(/still/u);
});

it.each<[string, CheckoutReturn]>([
  ['the page that came back does not say how it ended', { state: 'back', says: 'unclear', at }],
  ['Foyer was not there to be come back to', { state: 'closed' }],
  ['it returned to an address of the person’s own', { state: 'elsewhere' }],
])('is not that it is still the old one: %s', (_name, checkoutReturn) => {
  expect(resultText(change(checkoutReturn))).not.toMatch(/still/u);
});
