/** How much is said to go out by itself when a token is replaced. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import OutboxHolds from './OutboxHolds.svelte';

afterEach(() => {
  cleanup();
  outbox.end();
  connections.end();
});

const item = (themeId: string, why: OutboxItem['why']): OutboxItem => ({
  ...{ themeId, connectionId: 'c1', name: themeId, why },
  ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
});

/** The prompt of a connection for which that waits. */
async function show(why: 'tokenRefused' | 'tokenMissing', items: OutboxItem[]): Promise<void> {
  const tokenState = why === 'tokenMissing' ? 'missing' : 'keychain';
  const list = [trialConnection('c1', { tokenState })];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, deliveries: [], progress: { done: 0, all: 3 } },
        ...{ items, holds: [{ connectionId: 'c1', why }] },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxHolds);
}

it('counts only what waits for the token', async () => {
  await show('tokenRefused', [
    item('a', 'tokenRefused'),
    item('b', 'decision'),
    item('c', 'refused'),
  ]);
  expect(await screen.findByText(/once you replace the token/u)).toHaveTextContent(
    '1 theme is waiting. It’s sent automatically once you replace the token.',
  );
});

it('replaces no token where none is stored', async () => {
  await show('tokenMissing', [item('a', 'tokenMissing')]);
  expect(await screen.findByRole('button', { name: 'Enter token' })).toBeVisible();
  expect(document.body).not.toHaveTextContent(/replace/iu);
});
