/**
 * What was to be sent once stands in line or waits for a locked keychain, and its screen is left. That
 * nothing was sent after all has to be said somewhere: what no screen can show, the shell does.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
import { updateSubscriptionRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Billing from './Billing.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  cleanup();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });
const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
  ...{ ownReturn: false, returnUrl: 'https://northwind.example/back' },
};
const locked = () => new ProblemError({ code: 'keychainLocked' });

/** Confirms a change of the plan; `fail` says later that it did not leave. */
async function changing() {
  const user = userEvent.setup();
  let fail: (error: Error) => void = () => undefined;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null, changes: [] },
      }),
      saveDraft: () => undefined,
      review: () => ({
        reviewId: 'r1',
        request: updateSubscriptionRequest(northwind, {
          ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
          returnUrl: draft.returnUrl,
        }),
      }),
      send: () => new Promise<SubscriptionChange>((_done, refuse) => (fail = refuse)),
    },
  });
  await connections.start();
  const { unmount } = render(Billing);
  await user.click(await screen.findByRole('button', { name: 'Review change' }));
  await user.click(await screen.findByRole('button', { name: 'Change Northwind’s plan' }));
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('billing.send'));
  return { unmount, fail: () => fail(locked()) };
}

const told = () => reports.list.map(({ problem, unsent }) => [problem.code, unsent]);

it('the control: a person who stays on the screen is told that the change was not sent', async () => {
  const { fail } = await changing();
  fail();
  expect(await screen.findByText(/keychain|keyring/iu)).toBeVisible();
});

it('a person who went to another screen is told that the change was not sent', async () => {
  const { unmount, fail } = await changing();
  unmount();
  fail();
  await new Promise((done) => setTimeout(done));
  expect(told()).toEqual([['keychainLocked', 'The plan change for Northwind wasn’t sent']]);
});
