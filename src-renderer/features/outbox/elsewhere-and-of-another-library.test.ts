/**
 * A theme waits, its connection is pointed at another workspace, and another library is chosen: main tells of it so
 * (src-main/outbox/elsewhere-and-of-another-library.test.ts). "Meanwhile the outbox says that it’s from another library"
 * (docs/guide.md). A button that publishes would publish the theme of the library that is open, a copy's or none.
 */
import { render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
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

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };

async function shown(why: OutboxItem['why']) {
  const item = {
    ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', isFirst: false, why },
    ...{ since: '2026-01-02T03:04:05.000Z', isOfOtherLibrary: true as const },
    ...(why === 'elsewhere' && { place: { host: 'northwind.example', workspaceId: 'ws-1' } }),
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, deliveries: [], holds: [], items: [item] },
        progress: { done: 0, all: 0 },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  const list = screen.getByRole('list', { name: 'Waiting' });
  const publish = within(list).queryByRole('button', { name: 'Publish to Northwind' });
  return { says: list.textContent, publish };
}

it('the control: its connection leads where it led', async () => {
  const { says, publish } = await shown('otherLibrary');
  expect(says).toContain('another library');
  expect(publish).toBeNull();
});

it('its connection leads elsewhere', async () => {
  const { says, publish } = await shown('elsewhere');
  expect.soft(says).toContain('another library');
  expect(publish).toBeNull();
});
