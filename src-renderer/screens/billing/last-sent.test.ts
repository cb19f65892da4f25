/** When the screen says that the last change was sent, and that something of it was confirmed. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BillingDraft, LastKnown, SubscriptionChange } from '@shared/sending';
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

const confirmed = change({
  answer: {
    workspace: { id: 'w1', plan: 'PRO', additionalChatsIndex: 0 },
    echo: { isYearly: false, currency: 'eur' },
  },
});

/** What the screen says where that one came after a confirmed one that asked for the same. */
async function saidAfter(
  last: Partial<SubscriptionChange>,
  // As main makes it of the two (`lastKnownFrom`): all that was asked for again is confirmed already.
  lastKnown: LastKnown = {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
    ...{ at: confirmed.at, planAt: confirmed.at },
  },
): Promise<HTMLElement> {
  const again = change({ ...{ activityId: 'a2', at: '2026-03-04T10:00:00.000Z' }, ...last });
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
    },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft, changes: [again, confirmed] },
        lastKnown,
      }),
      saveDraft: () => undefined,
    },
  });
  await connections.start();
  render(Billing);
  return screen.findByText(/Your last change was sent/u);
}

it('is not an earlier one, where the last one was the same once more and its end is not known', async () => {
  const outcome: Outcome = { kind: 'unsure', reason: 'timeLimit', detail: '' };
  expect(await saidAfter({ outcome })).toHaveTextContent(/4 Mar/u);
});

it.each<[string, Outcome]>([
  ['there was no network', { kind: 'notSent', reason: 'offline', detail: '' }],
  ['a proxy kept it back', { kind: 'proxyRefused' }],
])('is not one that never left: %s', async (_name, outcome) => {
  expect(await saidAfter({ outcome })).toHaveTextContent(/2 Jan/u);
});

it('is told without anything that the service confirmed, where no answer has', async () => {
  const outcome: Outcome = { kind: 'unsure', reason: 'timeLimit', detail: '' };
  const asked = { at: '2026-03-04T10:00:00.000Z', unconfirmed: { plan: 'PRO' } };
  const said = await saidAfter({ outcome }, asked);
  expect(said).toHaveTextContent('no answer has confirmed anything');
  expect(said).not.toHaveTextContent('last confirmed');
});
