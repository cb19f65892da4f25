/** What the list of earlier changes calls them where none of them has left this computer. */
import { cleanup, render, screen } from '@testing-library/svelte';
import type { SubscriptionChange } from '@shared/sending';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { layers } from '../../ui/layers';
import EarlierChanges from './EarlierChanges.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

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

async function show(one: SubscriptionChange): Promise<HTMLElement> {
  const onchoose = () => undefined;
  render(EarlierChanges, { open: true, changes: [one], problem: null, onchoose });
  return screen.findByRole('dialog');
}

it('the control: one that has left was sent', async () => {
  expect(await show(change({}))).toHaveTextContent('Made on this computer');
});

it('what it asked for is a number of chats, or a step of the price table', async () => {
  expect(await show(change({}))).toHaveTextContent('0 additional chats');
  cleanup();
  const dialog = await show(change({ chatsInSteps: true }));
  expect(dialog).toHaveTextContent('additional chats: step 0');
  expect(dialog).not.toHaveTextContent('0 additional chats');
});

it('one that waits to be sent was not', async () => {
  const dialog = await show(change({ ...{ outcome: null, tookMs: null, isInLine: true } }));
  expect(dialog).toHaveTextContent('Waiting to be sent');
  expect(dialog).not.toHaveTextContent('Sent from this computer');
});

it('one that could not leave was not', async () => {
  const dialog = await show(
    change({ outcome: { kind: 'notSent', reason: 'offline', detail: '' }, tookMs: 0 }),
  );
  expect(dialog).toHaveTextContent('Not sent');
  expect(dialog).not.toHaveTextContent('Sent from this computer');
});
