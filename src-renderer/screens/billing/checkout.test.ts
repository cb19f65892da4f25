import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Billing from './Billing.svelte';
import Result from './Result.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

/** The practice service has forgotten a checkout: it is neither offered, nor said to be completed first. */
describe('a checkout that the practice service has forgotten', () => {
  const change: SubscriptionChange = {
    ...{ activityId: 'a', at: '2026-01-01T00:00:00.000Z', connectionId: 'c1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 2 },
      returnUrl: 'http://127.0.0.1:1/back/x',
    },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 1 },
    answer: { workspace: { plan: 'FREE' }, checkoutUrl: 'http://127.0.0.1:4010/checkout/1' },
    checkout: { host: '127.0.0.1:4010', canOpen: true },
    checkoutReturn: { state: 'closed' },
  };
  const show = (shown: SubscriptionChange) =>
    render(Result, { change: shown, isNewest: true, onopen: () => undefined });

  it('the control: one that is there', () => {
    show(change);
    expect(screen.getByRole('button', { name: /Open checkout/u })).toBeVisible();
    expect(screen.getByText(/^Complete the checkout first/u)).toBeVisible();
  });

  it('one that is forgotten', () => {
    show({ ...change, checkout: { host: '127.0.0.1:4010', canOpen: false, isForgotten: true } });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/^Complete the checkout first/u)).toBeNull();
    expect(screen.queryByText(/doesn’t open this checkout address/u)).toBeNull();
    expect(screen.getByText(/^The practice service forgot this checkout/u)).toBeVisible();
  });
});

/** A person double-clicks *Open checkout*, as some do with every button. It is one word: one page opens to pay on. */
describe('a double click on Open checkout', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const settings = { plan: 'PRO', isYearly: false, currency: 'eur' } as const;
  const draft: BillingDraft = {
    ...{ ...settings, additionalChats: '2', ownReturn: true, returnUrl: '' },
  };
  const change: SubscriptionChange = {
    ...{ activityId: 'a', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
    input: { ...settings, additionalChats: 2, returnUrl: 'http://127.0.0.1:1/back/x' },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 1 },
    answer: { checkoutUrl: 'https://pay.example/c/1' },
    checkout: { host: 'pay.example', canOpen: true },
    checkoutReturn: { state: 'listening', until: '2026-01-02T00:00:00.000Z' },
  };

  it.each([
    ['the control: a click', 'click'],
    ['a double click', 'dblClick'],
  ] as const)('%s opens it once', async (_, how) => {
    const user = userEvent.setup();
    const opened: string[] = [];
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      billing: {
        state: () => ({
          ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null, changes: [change] },
        }),
        openCheckout: ({ activityId }) => void opened.push(activityId),
      },
    });
    await connections.start();
    render(Billing);
    await user[how](await screen.findByRole('button', { name: /Open checkout/u }));
    expect(opened).toEqual(['a']);
  });
});
