import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

/**
 * A change of the plan stands in line behind other requests that are sent once, and its screen is left and opened
 * again, or not: what the form says of it beside “Waiting to be sent. Nothing has left this computer yet.”
 */
describe('what is said beside a change in line', () => {
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
});

/**
 * A change of the plan is on its way, or waits for a locked keychain, which can take minutes. A person types on in the
 * form, for the next one. What is typed stands in its field, or the field says that nothing can be typed there now; the
 * form of a preview takes it (`screens/previews`).
 */
describe('what is typed while a change is being sent', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '2' },
    ...{ ownReturn: false, returnUrl: 'https://northwind.example/back' },
  };

  /** The field for the chats, after a change was reviewed, and sent or not. */
  async function chatsAfter(isSent: boolean): Promise<HTMLInputElement> {
    const user = userEvent.setup();
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
            ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 2 },
            returnUrl: draft.returnUrl,
          }),
        }),
        send: () => new Promise<SubscriptionChange>(() => undefined),
      },
    });
    await connections.start();
    render(Billing);
    await user.click(await screen.findByRole('button', { name: 'Review change' }));
    const send = await screen.findByRole('button', { name: 'Change Northwind’s plan' });
    if (isSent) {
      await user.click(send);
      await waitFor(() => expect(main.log.at(-1)?.name).toBe('billing.send'));
    }
    const chats = screen.getByRole<HTMLInputElement>('textbox', { name: 'Additional chats' });
    await user.type(chats, '50');
    await new Promise((done) => setTimeout(done));
    return chats;
  }

  const takesNothing = ({ disabled, readOnly }: HTMLInputElement) => disabled || readOnly;

  it('the control: after its review it stands there', async () => {
    expect(await chatsAfter(false)).toHaveValue('250');
  });

  it('while the change is sent it stands there, or the field shows that it takes nothing', async () => {
    const chats = await chatsAfter(true);
    expect(takesNothing(chats) ? '250' : chats.value).toBe('250');
  });
});

/**
 * What was to be sent once stands in line or waits for a locked keychain, and its screen is left. That
 * nothing was sent after all has to be said somewhere: what no screen can show, the shell does.
 */
describe('the screen is left while a change is being sent', () => {
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
});
