import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Billing from './Billing.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

/**
 * More chats than `1,500`, by the button beside the field: what isn't understood stays there to be corrected, and the field
 * says so, as it does at a review.
 */
describe('a step from what is no number', () => {
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
});

/**
 * Additional chats are a step of the price table with one kind of service, and a number of chats with another. Who
 * corrects the kind of service after a change was sent has the same digit in the form, which asks for something else:
 * it isn't said to be sent already.
 */
describe('chats that were sent in another unit', () => {
  beforeAll(() => layers.load(), 120_000);

  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '2' },
    ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
  };

  async function hintOf(preset: 'documented' | 'typebot-2023'): Promise<string> {
    installFakeMain({
      connections: {
        list: () => ({
          ...{ revision: 1, currentId: 'c1' },
          list: [{ ...trialConnection('c1'), preset }],
        }),
      },
      billing: {
        state: () => ({
          ...{ revision: 1, connectionId: 'c1', draft, lastKnown: null },
          changes: [
            {
              ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1' },
              ...{ workspaceId: 'w1', chatsInSteps: true },
              input: {
                ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 2 },
                returnUrl: 'https://example.com/back',
              },
              ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
              checkoutReturn: { state: 'elsewhere' },
            },
          ],
        }),
        saveDraft: () => undefined,
      },
    });
    await connections.start();
    render(Billing);
    const button = await screen.findByRole('button', { name: 'Review change' });
    return button.parentElement?.textContent ?? '';
  }

  it('the control: where chats are asked for in steps still, it was sent', async () => {
    expect(await hintOf('typebot-2023')).toContain('Already sent');
  });

  it('where the digit is a number of chats by now, it was not', async () => {
    expect(await hintOf('documented')).not.toContain('Already sent');
  });
});
