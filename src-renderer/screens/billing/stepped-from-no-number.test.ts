/**
 * More chats than `1,500`, by the button beside the field: what isn't understood stays there to be corrected, and the field
 * says so, as it does at a review.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Billing from './Billing.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

const user = userEvent.setup();
const northwind = trialConnection('northwind', { label: 'Northwind' });
const refusal = 'Enter a number, for example 2000';

async function open(changes: Partial<BillingDraft>): Promise<void> {
  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
    ...{ ownReturn: true, returnUrl: '', ...changes },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    billing: {
      state: () => ({
        ...{ revision: 1, connectionId: northwind.id, draft, lastKnown: null, changes: [] },
      }),
      saveDraft: () => undefined,
    },
  });
  await connections.start();
  render(Billing);
  await screen.findByRole('textbox', { name: 'Additional chats' });
}

const chats = () => screen.getByRole('textbox', { name: 'Additional chats' });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

it.each(['1,500', '2 000', '2.000'])('%s', async (additionalChats) => {
  await open({ additionalChats });
  for (const button of ['More additional chats', 'Fewer additional chats']) {
    await press(button);
    expect(chats()).toHaveValue(additionalChats);
    expect(screen.getByText(refusal)).toBeVisible();
  }
  await user.clear(chats());
  await user.type(chats(), '1500');
  expect(screen.queryByText(refusal)).toBeNull();
  await press('More additional chats');
  expect(chats()).toHaveValue('2000');
});

it.each(['{ArrowDown}', '{ArrowRight}', '{ArrowUp}', '{ArrowLeft}'])(
  'with no plan chosen, %s chooses the one beside that which has the focus',
  async (key) => {
    await open({ plan: null });
    screen.getByRole('radio', { name: /^Starter/u }).focus();
    await user.keyboard(key);
    expect(screen.getByRole('radio', { name: /^Pro/u })).toBeChecked();
    await user.keyboard(key);
    expect(screen.getByRole('radio', { name: /^Starter/u })).toBeChecked();
  },
);
