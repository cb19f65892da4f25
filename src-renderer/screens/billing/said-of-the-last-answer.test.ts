/** What is said of an answer among the earlier changes, once another change was tried that never left. */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
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
  checkoutReturn: { state: 'listening', until: '2026-01-03T10:00:00.000Z' },
  ...part,
});
/** What is said of the first one, chosen among the earlier changes. */
async function saidOfTheFirst(changes: SubscriptionChange[]): Promise<HTMLElement> {
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
  await screen.findByText(/^Complete the checkout first|^The service (?:asked|changed)/u);
  return document.body;
}

/**
 * The service answered that a workspace is suspended. Its owner tries once more, from a train, and the computer is offline: nothing
 * was sent, and the service has said nothing since. Looking at its answer, they still read that the workspace is suspended, and
 * what to do about it.
 */
describe.each([
  ['suspended', 'isSuspended'],
  ['quarantined', 'isQuarantined'],
] as const)('a workspace that the last answer called %s', (word, limit) => {
  const limited = change('first', 'PRO', {
    answer: { workspace: { id: 'w1', plan: 'PRO', [limit]: true } },
    checkoutReturn: { state: 'closed' },
  });
  const said = `The service says this workspace is ${word}`;

  it('the control: nothing was tried since', async () => {
    expect(await saidOfTheFirst([limited])).toHaveTextContent(said);
  });

  it('is still said to be so where a later try never left', async () => {
    const neverLeft = change('later', 'STARTER', {
      outcome: { kind: 'notSent', reason: 'offline', detail: '' },
      checkoutReturn: { state: 'closed' },
    });
    expect(await saidOfTheFirst([neverLeft, limited])).toHaveTextContent(said);
  });
});
