/**
 * The disk is full as a theme is published from the studio, which says so. The person makes room, and has what changed
 * published by the button in the outbox, which is open beside the studio: it waits for the network, and that is what the
 * studio says by then.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot, Queued } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bridge } from '../../bridge';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const target = { themeId: 't1', connectionId: northwind.id };
const full = { code: 'storageFull', path: '/profile/outbox' } as const;
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: northwind.id, relation: 'changed' }],
  publications: {},
};
const waiting: OutboxItem = {
  ...{ ...target, name: 'Harbour', why: 'unreachable', isFirst: false },
  ...{ since: '2026-11-20T14:05:00Z', nextTryAt: '2026-11-20T14:06:00Z' },
};
const snapshot = (revision: number, items: OutboxItem[]): OutboxSnapshot => ({
  ...{ revision, isPaused: false, items, holds: [], progress: { done: 0, all: items.length } },
  deliveries: items.map(() => ({ ...target, delivery: 'waiting' as const })),
});

async function queuedFromTheOutbox(wasRefused: boolean): Promise<void> {
  const user = userEvent.setup();
  const refused: Queued = { queued: 0, cancelled: [], problems: [{ ...target, problem: full }] };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => snapshot(1, []),
      answers: () => [],
      publish: () => refused,
      publishChanged: () => ({ queued: 1, cancelled: [], problems: [] }),
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  if (wasRefused) {
    await user.click(screen.getByRole('button', { name: 'Publish changes to Northwind' }));
    expect(await screen.findByText(/disk is full/iu)).toBeVisible();
  }
  // What the button in the outbox does (`OutboxPanel`), and what main says then.
  await bridge.outbox.publishChanged({ connectionId: northwind.id });
  main.emit('outbox.changed', snapshot(2, [waiting]));
  await waitFor(() => expect(outbox.items).toHaveLength(1));
}

it.each([
  ['the control: nothing was refused before', false],
  ['it was refused a moment ago', true],
])('the studio says that it waits: %s', async (_name, wasRefused) => {
  await queuedFromTheOutbox(wasRefused);
  expect(await screen.findByText('Waiting to publish to Northwind')).toBeVisible();
  expect(screen.queryByText(/disk is full/iu)).toBeNull();
});
