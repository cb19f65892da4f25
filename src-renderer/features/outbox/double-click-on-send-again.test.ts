/**
 * A person double-clicks *Send again*. The save leaves, the connection is cut at once, as it was before, and the same
 * question with the same button is there again before the second click comes. It is no word about that new doubt:
 * as beside *Publish* and *Start*, the second click of a double click sends nothing.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OutboxItem, OutboxReason, OutboxSnapshot } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'no' });
let revision = 1;

function snapshot(why: OutboxReason): OutboxSnapshot {
  revision += 1;
  const harbour: OutboxItem = {
    ...{ themeId: 't1', connectionId: 'northwind', name: 'Harbour', why },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true, templateId: 'tpl_7', unsureTries: 1 },
  };
  return {
    ...{ revision, isPaused: false, items: [harbour], deliveries: [], holds: [] },
    progress: { done: 0, all: 1 },
  };
}

const again = () => screen.queryByRole('button', { name: 'Send Harbour again' });
const sent = (main: FakeMain) => main.log.filter(({ name }) => name === 'outbox.decide').length;

/** Clicks, and waits until the save has left and is in doubt anew. `detail`: of how many clicks it is the last. */
async function click(main: FakeMain, detail: number): Promise<void> {
  const button = again();
  if (!button) throw new Error('Nothing is asked.');
  const before = sent(main);
  await fireEvent.click(button, { detail });
  if (sent(main) === before) return;
  main.emit('outbox.changed', snapshot('sending'));
  await waitFor(() => expect(again()).toBeNull());
  main.emit('outbox.changed', snapshot('decision'));
  await waitFor(() => expect(again()).not.toBeNull());
}

async function shown(): Promise<FakeMain> {
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
    outbox: { list: () => snapshot('decision'), decide: () => undefined },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  return main;
}

it('the control: two clicks, each by itself, are two words', async () => {
  const main = await shown();
  await click(main, 1);
  await click(main, 1);
  expect(sent(main)).toBe(2);
});

it('a double click is one', async () => {
  const main = await shown();
  await click(main, 1);
  await click(main, 2);
  expect(sent(main)).toBe(1);
});

it('a key is a word each time', async () => {
  const main = await shown();
  await click(main, 0);
  await click(main, 0);
  expect(sent(main)).toBe(2);
});
