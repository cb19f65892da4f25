/** “This is what was sent” is said of a form that holds what was sent, and of no other. */
import { afterEach, expect, it } from 'vitest';
import type { BillingDraft, CheckoutReturn } from '@shared/sending';
import { installFakeMain } from '../testing/fake-main';
import { BillingForm } from './billing-form.svelte';

const sent: BillingDraft = {
  plan: 'PRO',
  isYearly: false,
  currency: 'eur',
  additionalChats: '0',
  ownReturn: false,
  returnUrl: 'https://studio.example/old',
};

let end: () => void = () => undefined;
afterEach(() => end());

async function formWith(
  draft: BillingDraft,
  checkoutReturn: CheckoutReturn = { state: 'elsewhere' },
): Promise<BillingForm> {
  installFakeMain({
    billing: {
      state: () => ({
        revision: 1,
        connectionId: 'c1',
        draft,
        lastKnown: null,
        changes: [
          {
            activityId: 'a1',
            at: '2026-11-22T10:00:00.000Z',
            connectionId: 'c1',
            input: {
              plan: 'PRO',
              isYearly: false,
              currency: 'eur',
              additionalChats: 0,
              returnUrl: sent.returnUrl,
            },
            before: null,
            outcome: { kind: 'accepted', status: 200 },
            tookMs: 1,
            checkoutReturn,
          },
        ],
      }),
      saveDraft: () => undefined,
    },
  });
  const form = new BillingForm('c1');
  end = form.start();
  await expect.poll(() => form.snapshot).not.toBeNull();
  return form;
}

it('the control: the same form is what was sent, and another plan is not', async () => {
  expect((await formWith(sent)).isSent).toBe(true);
  expect((await formWith({ ...sent, plan: 'STARTER' })).isSent).toBe(false);
});

it('a form with another address to return to is not', async () => {
  expect((await formWith({ ...sent, returnUrl: 'https://studio.example/new' })).isSent).toBe(false);
});

it('a form in which no number stands is not', async () => {
  expect((await formWith({ ...sent, additionalChats: '' })).isSent).toBe(false);
});

it('a form that returns to this app is where the change did, and not where it returns elsewhere', async () => {
  const own = { ...sent, ownReturn: true };
  expect((await formWith(own, { state: 'closed' })).isSent).toBe(true);
  end();
  expect((await formWith(own)).isSent).toBe(false);
});
