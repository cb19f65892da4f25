/** What stands on the sheet stays there as it ends; what goes wrong with another is not said above it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { DomainRegistration, SubscriptionChange } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain, type FakeMain } from '../testing/fake-main';
import { BillingForm } from './billing-form.svelte';
import { connections } from './connections.svelte';
import { DomainForm } from './domain-form.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const at = '2026-11-22T10:00:00.000Z';
const sending: DomainRegistration = {
  ...{ activityId: 'd1', at, connectionId: northwind.id, outcome: null },
  input: { name: 'chat.northwind.example' },
};
const domains = { connectionId: northwind.id, draft: '', checks: {}, notes: {} };
const change = (activityId: string): SubscriptionChange => ({
  ...{ activityId, at, connectionId: northwind.id, before: null, tookMs: 1 },
  input: {
    ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 } as const),
    returnUrl: 'https://northwind.example/back',
  },
  outcome: { kind: 'accepted', status: 200 },
  answer: { checkoutUrl: 'https://pay.example/c' },
  checkout: { host: 'pay.example', canOpen: true },
  checkoutReturn: { state: 'elsewhere' },
});
const draft = {
  ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' } as const),
  ...{ ownReturn: true, returnUrl: '' },
};

let main: FakeMain;
let refuse: (error: Error) => void;
let end: () => void = () => undefined;
beforeEach(async () => {
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    domains: { state: () => ({ ...domains, revision: 1, registrations: [sending] }) },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null },
        changes: [change('newer'), change('older')],
      }),
      openCheckout: () => new Promise<never>((_done, fail) => (refuse = fail)),
    },
  });
  await connections.start();
});
afterEach(() => {
  end();
  connections.end();
});

it('a name that was on its way as the screen was opened is still on show once it is answered', async () => {
  const form = new DomainForm(northwind.id);
  end = form.start();
  await expect.poll(() => form.shown?.activityId).toBe('d1');
  const outcome = { kind: 'rejected', status: 400 } as const;
  main.emit('domains.changed', {
    ...{ ...domains, revision: 2 },
    registrations: [{ ...sending, outcome }],
  });
  expect(form.snapshot?.revision).toBe(2);
  expect(form.shown).toMatchObject({ activityId: 'd1', outcome });
});

it('that a checkout was not opened is not said above another change', async () => {
  const form = new BillingForm(northwind.id);
  end = form.start();
  await expect.poll(() => form.shown?.activityId).toBe('newer');
  const opening = form.openCheckout('newer');
  form.show('older');
  refuse(new ProblemError({ code: 'addressNotOpened', host: 'pay.example' }));
  await opening;
  expect(form.shown?.activityId).toBe('older');
  expect(form.problem).toBeNull();
});
