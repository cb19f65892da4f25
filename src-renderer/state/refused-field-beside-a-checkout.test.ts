/**
 * A field was refused and stands in the form as it was; its reason stays with it until it is edited (as where an earlier
 * change is shown). A person then opens the checkout of the change before it: the reason goes, though nothing was
 * corrected.
 */
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../testing/fake-main';
import { BillingForm } from './billing-form.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

async function refusedForm(): Promise<BillingForm> {
  installFakeMain({
    billing: {
      state: () => ({
        revision: 1,
        connectionId: 'c1',
        draft: {
          plan: 'PRO',
          isYearly: false,
          currency: 'eur',
          additionalChats: 'many',
          ownReturn: false,
          returnUrl: 'https://studio.example/old',
        },
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
              returnUrl: 'https://studio.example/old',
            },
            before: null,
            outcome: { kind: 'accepted', status: 200 },
            tookMs: 1,
            answer: { checkoutUrl: 'https://pay.example/c/1' },
            checkout: { host: 'pay.example', canOpen: true },
            checkoutReturn: { state: 'elsewhere' },
          },
        ],
      }),
      saveDraft: () => undefined,
      review: () => {
        throw new ProblemError({
          code: 'invalidFields',
          fields: [{ field: 'additionalChats', reason: 'notANumber' }],
        });
      },
      openCheckout: () => undefined,
    },
  });
  const form = new BillingForm('c1');
  end = form.start();
  await expect.poll(() => form.snapshot).not.toBeNull();
  await form.makeReview();
  expect(form.errorOf('additionalChats')).toBeDefined();
  return form;
}

it('the control: it stays where the earlier change is shown', async () => {
  const form = await refusedForm();
  form.show('a1');
  expect(form.errorOf('additionalChats')).toBeDefined();
});

it('stays where the checkout of the earlier change is opened', async () => {
  const form = await refusedForm();
  await form.openCheckout('a1');
  expect(form.errorOf('additionalChats')).toBeDefined();
});
