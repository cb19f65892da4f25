/**
 * A change of the plan stands in line behind other requests that are sent once, and its screen is left and opened
 * again, or not: what the form says of it beside “Waiting to be sent. Nothing has left this computer yet.”
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Billing from './Billing.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
  ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
};
const inLine: SubscriptionChange = {
  ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'https://example.com/back',
  },
  ...{ before: null, outcome: null, tookMs: null, checkoutReturn: { state: 'elsewhere' } },
};

async function opened(isInLine: boolean): Promise<void> {
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
    },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft, lastKnown: null },
        // As main lists it (`OpenIntents.shown`).
        changes: [isInLine ? { ...inLine, isInLine } : inLine],
      }),
      saveDraft: () => undefined,
    },
  });
  await connections.start();
  render(Billing);
}

const answer = 'A change is still waiting for its answer.';

it('the control: of one that has left, that its answer is waited for', async () => {
  await opened(false);
  expect(await screen.findByText('Waiting for the answer.')).toBeVisible();
  expect(screen.getByText(answer)).toBeVisible();
});

it('of one that has not left, not that its answer is waited for', async () => {
  await opened(true);
  expect(
    await screen.findByText('Waiting to be sent. Nothing has left this computer yet.'),
  ).toBeVisible();
  expect(screen.getByText('A change is still waiting to be sent.')).toBeVisible();
  expect(screen.queryByText(answer)).toBeNull();
});
