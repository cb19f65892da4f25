/** What the status bar says of the outbox. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import OutboxButton from './OutboxButton.svelte';

afterEach(() => {
  cleanup();
  outbox.end();
});

async function show(snapshot: Partial<OutboxSnapshot>): Promise<HTMLElement> {
  const nothing = { revision: 1, isPaused: false, items: [], deliveries: [], holds: [] };
  const list = () => ({ ...nothing, progress: { done: 0, all: 0 }, ...snapshot });
  installFakeMain({ outbox: { list } });
  await outbox.start();
  render(OutboxButton);
  return screen.getByRole('button');
}

it('is not that it is empty where its folder can’t be read', async () => {
  // As main has it of a folder that can't be listed (`OutboxStore.load`).
  const problem = { code: 'storageReadOnly', path: '/home/me/.config/Foyer/outbox' } as const;
  expect(await show({ problem })).not.toHaveTextContent('Outbox empty');
  expect(outbox.problem).not.toBeNull();
});

it.each<[OutboxItem['why'][], boolean, string]>([
  [['retry', 'turn'], false, '2 in the outbox'],
  [['retry', 'refused', 'refused'], false, '2 failed to publish'],
  [['paused', 'refused'], true, '1 failed to publish'],
  [['sending', 'refused'], false, 'Publishing 1 of 2'],
  [['decision', 'refused'], false, '1 needs a decision'],
])('is what a person can do something about first: %s', async (whys, isPaused, words) => {
  const items = whys.map((why, at) => ({
    ...{ themeId: `t${at}`, connectionId: 'n', name: 'Harbour', why, isFirst: false },
    since: '2026-01-02T03:04:05.000Z',
  }));
  expect(await show({ items, isPaused, progress: { done: 0, all: 2 } })).toHaveTextContent(words);
});
