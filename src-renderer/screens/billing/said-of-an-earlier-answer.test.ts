/** What is said of an answer among the earlier changes, once the service was asked for another change. */
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
const checkout = { host: 'pay.example', canOpen: true };
/**
 * A person asks for Pro, and is to complete a checkout: the plan is still Free. They think again, and ask for Starter, which
 * they pay, or which the service changes at once. Within the day they look at the first one among the earlier changes: that its
 * plan is still Free is what its answer said, before the other one; what Foyer has been told since is another plan. Who believes
 * it opens that checkout, and pays twice. Its checkout was never opened.
 */
const first = change('first', 'PRO', {
  answer: { checkoutUrl: 'https://pay.example/1', workspace: { id: 'w1', plan: 'FREE' } },
  checkout,
});
/** What was asked for after that. */
const later = {
  paid: change('later', 'STARTER', {
    answer: { checkoutUrl: 'https://pay.example/2', workspace: { id: 'w1', plan: 'FREE' } },
    checkout,
    openedAfter: 'later',
    checkoutReturn: { state: 'back', says: 'completed', at: '2026-01-02T10:20:00.000Z' },
  }),
  atOnce: change('later', 'STARTER', {
    answer: { workspace: { id: 'w1', plan: 'STARTER' } },
    checkoutReturn: { state: 'closed' },
  }),
};

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

it('the control: nothing was asked for since', async () => {
  expect(await saidOfTheFirst([first])).toHaveTextContent('The plan is still Free.');
});

it.each(['paid', 'atOnce'] as const)(
  'it is not said to be still the plan, where another was asked for since, and that was %s',
  async (how) => {
    expect(await saidOfTheFirst([later[how], first])).not.toHaveTextContent(
      'The plan is still Free.',
    );
  },
);

/**
 * An invoice was open as a person asked for Pro, and the service answered that their workspace is suspended, or quarantined. They
 * pay, and ask for Starter: by that answer it isn't any more. What the first answer said of it is not said to be so now.
 */
describe.each([
  ['suspended', 'isSuspended'],
  ['quarantined', 'isQuarantined'],
] as const)('a workspace that an earlier answer called %s', (word, limit) => {
  const answered = (activityId: string, plan: 'PRO' | 'STARTER', isLimited: boolean) =>
    change(activityId, plan, {
      answer: { workspace: { id: 'w1', plan, [limit]: isLimited } },
      checkoutReturn: { state: 'closed' },
    });
  const limited = answered('first', 'PRO', true);
  const said = `The service says this workspace is ${word}`;

  it('the control: nothing was asked for since', async () => {
    expect(await saidOfTheFirst([limited])).toHaveTextContent(said);
  });

  it('is not said to be so where the service has said since that it isn’t', async () => {
    const shown = await saidOfTheFirst([answered('later', 'STARTER', false), limited]);
    expect(shown).not.toHaveTextContent(said);
  });

  it.each([
    ['it was offline', { kind: 'notSent', reason: 'offline', detail: '' }],
    ['a proxy wanted to be signed in to', { kind: 'proxyRefused' }],
  ] as const)('is still said to be so where a later try never left: %s', async (_name, outcome) => {
    const neverLeft = change('later', 'STARTER', { outcome, checkoutReturn: { state: 'closed' } });
    expect(await saidOfTheFirst([neverLeft, limited])).toHaveTextContent(said);
  });
});
