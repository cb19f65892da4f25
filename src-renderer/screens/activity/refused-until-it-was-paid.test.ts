/**
 * A service refuses a change of the plan until it is paid (402), and says where: "you have to complete it first" (guide,
 * Billing). Billing no longer says of that change that nothing was changed and that it is to be sent again: who believes it
 * pays twice. The person has paid, and looks the change up in Activity, which says that of the same request to this day.
 */
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { ActivityDetails as Details, ActivityEntry } from '@shared/activity';
import { installFakeMain } from '../../testing/fake-main';
import ActivityDetails from './ActivityDetails.svelte';

const entry: ActivityEntry = {
  ...{ id: 'a1', sequence: 1, at: '2026-01-02T10:00:00.000Z', kind: 'updateSubscription' },
  ...{ subject: 'PRO', connectionId: 'northwind', connectionLabel: 'Northwind', tookMs: 400 },
  outcome: {
    ...{ kind: 'rejected', status: 402, form: 'json' },
    error: { message: 'Payment required', issues: [] },
  },
};
const untrue = /nothing was changed there|send it again/u;

/** What is said of it, once its answer is shown. */
async function said(answer: object): Promise<HTMLElement> {
  const details: Details = {
    ...entry,
    request: {
      ...{ method: 'PATCH', url: 'https://northwind.example/api/v1/billing/subscription' },
      ...{ headers: { 'Content-Type': 'application/json' }, body: '{"plan":"PRO"}' },
    },
    answer: {
      ...{ status: 402, headers: { 'content-type': 'application/json' }, form: 'json' },
      ...{ body: JSON.stringify(answer), isCut: false },
    },
  };
  installFakeMain({ activity: { details: () => details, detailsToGiveAway: () => details } });
  render(ActivityDetails, { entry, onclose: () => undefined });
  await screen.findByText(/"message": "Payment required"/u);
  return document.body;
}

it('the control: where no checkout came back, nothing was changed', async () => {
  expect(await said({ message: 'Payment required' })).toHaveTextContent(untrue);
});

it('where a checkout came back, which may have been paid since, it is not said to have changed nothing', async () => {
  // As it is written down: the address of the checkout is cut.
  const body = await said({ message: 'Payment required', checkoutUrl: 'https://pay.example/…' });
  expect(body).toHaveTextContent('Payment is required (402).');
  expect(body).not.toHaveTextContent(untrue);
});
