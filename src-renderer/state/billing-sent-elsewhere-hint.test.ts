/** “Already sent” is not said of a form that asks to return to this app, where the sent change returns elsewhere. */
import { afterEach, expect, it } from 'vitest';
import type { BillingDraft, CheckoutReturn } from '@shared/sending';
import { installFakeMain } from '../testing/fake-main';
import { BillingForm } from './billing-form.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

const other = 'https://studio.example/thanks';

async function isSent(
  draft: Partial<BillingDraft>,
  checkoutReturn: CheckoutReturn,
  returnUrl: string,
) {
  installFakeMain({
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', lastKnown: null },
        draft: {
          ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
          ...{ ownReturn: false, returnUrl: other },
          ...draft,
        },
        changes: [
          {
            ...{ activityId: 'a1', at: '2026-11-22T10:00:00.000Z', connectionId: 'c1' },
            input: {
              ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
              returnUrl,
            },
            ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 1 },
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
  return form.isSent;
}

it('the control: what returned to this app, and what returned to that address, were sent', async () => {
  const own = 'http://127.0.0.1:4000/back/abc';
  expect(await isSent({ ownReturn: true }, { state: 'closed' }, own)).toBe(true);
  end();
  expect(await isSent({}, { state: 'elsewhere' }, other)).toBe(true);
});

it('a form that returns to this app by now was not', async () => {
  expect(await isSent({ ownReturn: true }, { state: 'elsewhere' }, other)).toBe(false);
});
