/**
 * The service answered that a workspace is suspended. Its owner tries once more from an office whose proxy wants to be signed in to, and
 * doesn't sign in: nothing has reached the service since. Looking at its answer, they still read that the workspace is suspended.
 */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
import { hasLeft } from '@shared/service/may-have-acted';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Billing from './Billing.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  connections.end();
});

const draft: BillingDraft = {
  ...{ plan: 'STARTER', isYearly: false, currency: 'eur', additionalChats: '0' },
  ...{ ownReturn: true, returnUrl: '' },
};
const change = (
  activityId: string,
  plan: 'PRO' | 'STARTER',
  part: Partial<SubscriptionChange>,
): SubscriptionChange => ({
  ...{ activityId, at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
  input: {
    ...{ plan, isYearly: false, currency: 'eur', additionalChats: 0 },
    returnUrl: `http://127.0.0.1:1/back/${activityId}`,
  },
  ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
  checkoutReturn: { state: 'closed' },
  ...part,
});

it.each([
  ['the control: it was offline', { kind: 'notSent', reason: 'offline', detail: '' }],
  ['a proxy wanted to be signed in to', { kind: 'proxyRefused' }],
] as const)(
  'is still said to be suspended where a later try never left: %s',
  async (_, outcome) => {
    expect(hasLeft(outcome)).toBe(false);
    const limited = change('first', 'PRO', {
      answer: { workspace: { id: 'w1', plan: 'PRO', isSuspended: true } },
    });
    const changes = [change('later', 'STARTER', { outcome }), limited];
    const user = userEvent.setup();
    installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
      },
      billing: {
        state: () => ({ revision: 1, connectionId: 'c1', draft, lastKnown: null, changes }),
        saveDraft: () => undefined,
      },
    });
    await connections.start();
    render(Billing);
    await user.click(await screen.findByRole('button', { name: 'Earlier changes' }));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: /Pro, Monthly/u }));
    await screen.findByText(/^The service (?:asked|changed)/u);
    expect(document.body).toHaveTextContent('The service says this workspace is suspended');
  },
);
