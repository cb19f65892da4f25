/**
 * A person sees that the wrong theme is being published, and presses _Pause_. What has left by then is not stopped by it:
 * its entry says _Sending_, for as long as a slow service takes, and it arrives. Above it the outbox says that nothing is
 * sent until they resume it.
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { OutboxItem, OutboxReason, OutboxSnapshot } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import OutboxPanel from './OutboxPanel.svelte';

const northwind = trialConnection('n', { label: 'Northwind' });
const entry = (themeId: string, name: string, why: OutboxReason): OutboxItem => ({
  ...{ themeId, name, why, connectionId: northwind.id, isFirst: false },
  since: '2026-11-20T14:05:00.000Z',
});

afterEach(() => {
  outbox.end();
  connections.end();
});

/** The outbox, paused, with these; as main tells it (`reasonOf`: what is on its way is that, paused or not). */
async function paused(...items: OutboxItem[]): Promise<void> {
  const snapshot: OutboxSnapshot = {
    ...{ revision: 1, isPaused: true, items, deliveries: [], holds: [] },
    progress: { done: 0, all: items.length },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: { list: () => snapshot },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
}

const untrue = 'Nothing is sent until you resume it.';

it('the control: where all waits, nothing is sent', async () => {
  await paused(entry('t1', 'Harbour', 'paused'), entry('t2', 'Lagoon', 'paused'));
  expect(screen.getByText(untrue)).toBeVisible();
});

it('while one is being sent, it is not said that nothing is', async () => {
  await paused(entry('t1', 'Harbour', 'sending'), entry('t2', 'Lagoon', 'paused'));
  expect(screen.getByText('The outbox is paused')).toBeVisible();
  expect(screen.getByText('Sending')).toBeVisible();
  expect(screen.queryByText(untrue)).toBeNull();
});
