/**
 * A person changes their plan on a train, and the computer is offline: nothing is sent. The next day, at their desk, they open
 * Billing, or look the request up in Activity. That the computer was offline is said of then: it is online by now, as the status
 * bar says.
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ActivityDetails as Details } from '@shared/activity';
import type { SubscriptionChange } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import { isOnline } from './network.svelte';
import ActivityDetails from '../screens/activity/ActivityDetails.svelte';
import Billing from '../screens/billing/Billing.svelte';

const then = '2026-01-01T10:00:00.000Z';
const nextDay = '2026-01-02T09:00:00.000Z';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(nextDay) });
});
afterEach(() => {
  vi.useRealTimers();
  connections.end();
});

const input = {
  ...({ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 } as const),
  returnUrl: 'https://northwind.example/thanks',
};
const outcome = { kind: 'notSent', reason: 'offline', detail: '' } as const;

async function billing(): Promise<void> {
  const change: SubscriptionChange = {
    ...{ activityId: 'a1', at: then, connectionId: 'c1', workspaceId: 'w1', input },
    ...{ before: null, outcome, tookMs: 0, checkoutReturn: { state: 'elsewhere' } },
  };
  const draft = { ...input, additionalChats: '0', ownReturn: false };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }) },
    billing: {
      state: () => ({ revision: 1, connectionId: 'c1', draft, lastKnown: null, changes: [change] }),
    },
  });
  await connections.start();
  render(Billing);
  await screen.findByText('Nothing was sent.');
}

async function activity(): Promise<void> {
  const entry = {
    ...{ id: 'a1', sequence: 1, at: then, tookMs: 0, subject: 'PRO' },
    ...{ kind: 'updateSubscription' as const, outcome },
    ...{ connectionId: 'c1', connectionLabel: 'Northwind' },
  };
  const details: Details = {
    ...entry,
    request: { method: 'PATCH', url: 'https://northwind.example/api/v1', headers: {}, body: '{}' },
    answer: null,
  };
  installFakeMain({ activity: { details: () => details } });
  render(ActivityDetails, { entry, onclose: () => undefined });
  await screen.findByText('Nothing was sent.');
}

it.each([
  ['Billing', billing],
  ['Activity', activity],
])('is said of the day before, in the past: %s', async (_, show) => {
  await show();
  expect(isOnline()).toBe(true);
  expect(screen.getByText('This computer was offline.')).toBeVisible();
  expect(screen.queryByText(/This computer is offline/u)).toBeNull();
});
