/** What the screen says of the last change that was sent, after one that was not. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
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
const change = (part: Partial<SubscriptionChange>): SubscriptionChange => ({
  ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: 'https://example.com/back',
  },
  ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  checkoutReturn: { state: 'elsewhere' },
  ...part,
});

it.each<[string, Outcome]>([
  ['there was no network', { kind: 'notSent', reason: 'offline', detail: '' }],
  ['a proxy kept it back', { kind: 'proxyRefused' }],
])('is not that one: %s', async (_name, outcome) => {
  const confirmed = change({
    answer: {
      workspace: { id: 'w1', plan: 'PRO', additionalChatsIndex: 0 },
      echo: { isYearly: false, currency: 'eur' },
    },
  });
  const notSent = change({ ...{ activityId: 'a2', at: '2026-03-04T10:00:00.000Z' }, outcome });
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
    },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft, changes: [notSent, confirmed] },
        lastKnown: {
          ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
          ...{ at: confirmed.at, planAt: confirmed.at },
        },
      }),
      saveDraft: () => undefined,
    },
  });
  await connections.start();
  render(Billing);
  const intro = await screen.findByText(/Your last change was sent/u);
  expect(intro).toHaveTextContent(/2 Jan/u);
});
