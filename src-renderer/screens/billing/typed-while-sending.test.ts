/**
 * A change of the plan is on its way, or waits for a locked keychain, which can take minutes. A person types on in the
 * form, for the next one. What is typed stands in its field, or the field says that nothing can be typed there now; the
 * form of a preview takes it (`screens/previews`).
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { BillingDraft, SubscriptionChange } from '@shared/sending';
import { updateSubscriptionRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Billing from './Billing.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

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
