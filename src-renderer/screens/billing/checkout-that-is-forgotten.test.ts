/** The practice service has forgotten a checkout: it is neither offered, nor said to be completed first. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { SubscriptionChange } from '@shared/sending';
import Result from './Result.svelte';

afterEach(cleanup);

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
  render(Result, { change: shown, onopen: () => undefined });

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
