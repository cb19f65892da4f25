/**
 * Additional chats are a step of the price table with one kind of service, and a number of chats with another. Who
 * corrects the kind of service after a change was sent has the same digit in the form, which asks for something else:
 * it isn't said to be sent already.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BillingDraft } from '@shared/sending';
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
