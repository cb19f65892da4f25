/**
 * A service refuses a change of the plan until it is paid (402), and says where. The person completes that checkout, and the
 * page that came back says so: the change may have been made. That nothing was changed there, and that it is to be sent again,
 * is what the answer said before; who believes it pays twice.
 */
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { SubscriptionChange } from '@shared/sending';
import Result from './Result.svelte';

const change = (part: Partial<SubscriptionChange> = {}): SubscriptionChange => ({
  ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'http://127.0.0.1:1/back/a1',
  },
  ...{ before: null, tookMs: 400 },
  outcome: {
    ...{ kind: 'rejected', status: 402, error: { message: 'Payment required', issues: [] } },
  },
  checkoutReturn: { state: 'closed' },
  ...part,
});
const withCheckout = {
  answer: { checkoutUrl: 'https://pay.example/1' },
  checkout: { host: 'pay.example', canOpen: true },
};
const untrue = /nothing was changed there|send it again/u;

function said(one: SubscriptionChange): HTMLElement {
  render(Result, { change: one, isNewest: true, onopen: () => undefined });
  return document.body;
}

it('the control: without a checkout nothing was changed', () => {
  expect(said(change())).toHaveTextContent(untrue);
});

it.each<[string, Partial<SubscriptionChange>]>([
  [
    'the page that came back says that it was completed',
    {
      openedAfter: 'a1',
      checkoutReturn: { state: 'back', says: 'completed', at: '2026-01-02T10:20:00.000Z' },
    },
  ],
  ['it was opened, and Foyer doesn’t wait any more', { openedAfter: 'a1' }],
])('once the checkout may be paid, nothing says that it changed nothing: %s', (_what, part) => {
  const body = said(change({ ...withCheckout, ...part }));
  expect(screen.getByText('pay.example')).toBeVisible();
  expect(body).not.toHaveTextContent(untrue);
});
