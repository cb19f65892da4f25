/** While the outbox is paused nothing can be tried: *Try now* is not offered of one, and so *Try all now* is not of all. */
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

async function show(why: OutboxItem['why'], isPaused: boolean): Promise<void> {
  const northwind = trialConnection('northwind');
  const item: OutboxItem = {
    ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why, isFirst: false },
    since: '2026-01-02T03:04:05.000Z',
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused, items: [item], deliveries: [], holds: [] },
        progress: { done: 0, all: 1 },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
}

it('the control: what waits otherwise can be tried', async () => {
  await show('unreachable', false);
  expect(screen.getByRole('button', { name: 'Try Harbour now' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try all now' })).toBeVisible();
});

it('is not offered where it would try none', async () => {
  await show('paused', true);
  expect(screen.queryByRole('button', { name: 'Try Harbour now' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try all now' })).toBeNull();
});
