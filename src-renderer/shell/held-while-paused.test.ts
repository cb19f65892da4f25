/** A token was refused while something waits, and publishing is paused: what is said to follow on a new token. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { nextText } from '../features/outbox/why-text';
import { connections } from '../state/connections.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import OutboxHolds from './OutboxHolds.svelte';

afterEach(() => {
  cleanup();
  outbox.end();
  connections.end();
});

const item: OutboxItem = {
  ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why: 'tokenRefused' },
  ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
};

async function said(isPaused: boolean): Promise<string> {
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
    },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused, deliveries: [], progress: { done: 0, all: 1 } },
        items: [item],
        holds: [{ connectionId: 'c1', why: 'tokenRefused' }],
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxHolds);
  return (await screen.findByText(/1 theme is waiting/u)).textContent;
}

it('the control: where nothing is paused, that it is sent by itself then', async () => {
  expect(await said(false)).toContain('sent automatically once you replace the token');
  expect(nextText(item, 0)).toBe('Foyer sends it when you replace the token.');
});

it('while it is paused, not that it is sent by itself then', async () => {
  expect(await said(true)).not.toContain('sent automatically once you replace the token');
  expect(nextText(item, 0, true)).toBe(
    'Foyer sends it when you enter a token and resume the outbox.',
  );
});
