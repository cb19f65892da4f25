/**
 * A person opens the checkout from Foyer, pays, and doesn't come back to Foyer's address: they close the tab at *Thank you*,
 * or their browser runs where `127.0.0.1` is another computer (WSL, a remote desktop). Foyer waits for them for a day. What
 * the answer, which is from before the checkout, is said to tell of the plan meanwhile.
 */
import type { SubscriptionChange } from '@shared/sending';
import { expect, it } from 'vitest';
import { resultText } from './billing-text';

const listening: SubscriptionChange = {
  ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'http://127.0.0.1:1/back/x',
  },
  ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  answer: { checkoutUrl: 'https://pay.example/1', workspace: { id: 'w1', plan: 'FREE' } },
  checkoutReturn: { state: 'listening', until: '2026-01-03T10:00:00.000Z' },
};

it('the control: it still is, as long as nobody has opened the checkout', () => {
  expect(resultText(listening)).toMatch(/still/u);
});

it('once it was opened, it is not said that it still is', () => {
  // What is known of the subscription says by then that the plan that was asked for may be there (`last-known.ts`).
  expect(resultText({ ...listening, openedAfter: 'a1' })).not.toMatch(/still/u);
});
