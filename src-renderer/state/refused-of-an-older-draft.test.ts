/** A form is reviewed, edited before main answers, and main then refuses what stood there before. */
import { beforeEach, expect, it } from 'vitest';
import type { FieldReason } from '@shared/problem';
import { invalidField } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../testing/fake-main';
import { connections } from './connections.svelte';
import { BillingForm } from './billing-form.svelte';
import { DomainForm } from './domain-form.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const draft = {
  ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 'ten' } as const),
  ...{ ownReturn: true, returnUrl: '' },
};
let refuse: (error: Error) => void;
const refusal = (field: string, reason: FieldReason) => invalidField(field, reason);

beforeEach(async () => {
  const asked = () => new Promise<never>((_done, fail) => (refuse = fail));
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null, changes: [] },
      }),
      saveDraft: () => undefined,
      review: asked,
    },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft: 'northwind' },
        ...{ registrations: [], checks: {}, notes: {} },
      }),
      saveDraft: () => undefined,
      review: asked,
    },
  });
  await connections.start();
  return () => connections.end();
});

it('the control: what still stands there is refused', async () => {
  const form = new DomainForm(northwind.id);
  form.start();
  await expect.poll(() => form.draft).toBe('northwind');
  const reviewed = form.makeReview();
  await expect.poll(() => refuse).toBeTypeOf('function');
  refuse(refusal('name', 'notADomain'));
  expect(await reviewed).toBe(false);
  expect(form.errorOf('name')).toBeTruthy();
});

it('a name that was corrected meanwhile is not said to be refused', async () => {
  const form = new DomainForm(northwind.id);
  form.start();
  await expect.poll(() => form.draft).toBe('northwind');
  const reviewed = form.makeReview();
  form.edit('northwind.example.com');
  refuse(refusal('name', 'notADomain'));
  expect(await reviewed).toBe(false);
  expect(form.draft).toBe('northwind.example.com');
  expect(form.errorOf('name')).toBeUndefined();
});

it('nor a number in the billing form', async () => {
  const form = new BillingForm(northwind.id);
  form.start();
  await expect.poll(() => form.draft).toEqual(draft);
  const reviewed = form.makeReview();
  form.edit({ additionalChats: '10' });
  refuse(refusal('additionalChats', 'notANumber'));
  expect(await reviewed).toBe(false);
  expect(form.errorOf('additionalChats')).toBeUndefined();
});
