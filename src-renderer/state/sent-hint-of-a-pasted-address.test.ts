/**
 * The address to return to was copied from a page, with a zero-width space behind it. Main takes that off before it is
 * sent (`billing-form.ts`), so the form holds what was sent, as it does with a blank there.
 */
import { afterEach, expect, it } from 'vitest';
import type { SubscriptionInput } from '@shared/service/operations';
import type { BillingDraft } from '@shared/sending';
import { installFakeMain } from '../testing/fake-main';
import { BillingForm } from './billing-form.svelte';

const returnUrl = 'https://studio.example/back';
const input: SubscriptionInput = {
  plan: 'PRO',
  isYearly: false,
  currency: 'eur',
  additionalChats: 0,
  returnUrl,
};

let end: () => void = () => undefined;
afterEach(() => end());

it.each([
  ['the control: a blank', `${returnUrl} `],
  ['a zero-width space', `${returnUrl}\u200B`],
])('%s behind the address', async (_, typed) => {
  const draft: BillingDraft = {
    ...input,
    ...{ additionalChats: '0', ownReturn: false, returnUrl: typed },
  };
  installFakeMain({
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft, lastKnown: null },
        changes: [
          {
            ...{ activityId: 'a1', at: '2026-11-22T10:00:00.000Z', connectionId: 'c1', input },
            ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 1 },
            checkoutReturn: { state: 'elsewhere' },
          },
        ],
      }),
      saveDraft: () => undefined,
    },
  });
  const form = new BillingForm('c1');
  end = form.start();
  await expect.poll(() => form.snapshot).not.toBeNull();
  expect(form.isSent).toBe(true);
});
