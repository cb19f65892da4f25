import { afterEach, describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { BillingDraft, CheckoutReturn } from '@shared/sending';
import type { SubscriptionInput } from '@shared/service/operations';
import { installFakeMain } from '../testing/fake-main';
import { BillingForm } from './billing-form.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

/** “This is what was sent” is said of a form that holds what was sent, and of no other. */
describe('whether the form is what was sent', () => {
  const sent: BillingDraft = {
    plan: 'PRO',
    isYearly: false,
    currency: 'eur',
    additionalChats: '0',
    ownReturn: false,
    returnUrl: 'https://studio.example/old',
  };

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
    expect((await formWith({ ...sent, returnUrl: 'https://studio.example/new' })).isSent).toBe(
      false,
    );
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
});

/**
 * The address to return to was copied from a page, with a zero-width space behind it. Main takes that off before it is
 * sent (`billing-form.ts`), so the form holds what was sent, as it does with a blank there.
 */
describe('whether the form is what was sent, with a pasted address', () => {
  const returnUrl = 'https://studio.example/back';
  const input: SubscriptionInput = {
    plan: 'PRO',
    isYearly: false,
    currency: 'eur',
    additionalChats: 0,
    returnUrl,
  };

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
});

/**
 * A field was refused and stands in the form as it was; its reason stays with it until it is edited (as where an earlier
 * change is shown). A person then opens the checkout of the change before it: the reason goes, though nothing was
 * corrected.
 */
describe('a refused field beside a checkout', () => {
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
});
