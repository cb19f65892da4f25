/**
 * Two themes wait. A person double-clicks the button that cancels the first: that goes from the list at once, and
 * the second moves up, its own button under the pointer, before the second click comes. The second click of a
 * double click is no word about another theme.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
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

const northwind = trialConnection('northwind', { label: 'Northwind' });
let revision = 1;

function snapshot(names: readonly string[]): OutboxSnapshot {
  revision += 1;
  const items = names.map((name): OutboxItem => ({
    ...{ themeId: name.toLowerCase(), connectionId: 'northwind', name, why: 'unreachable' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
  }));
  return {
    ...{ revision, isPaused: false, items, deliveries: [], holds: [] },
    progress: { done: 0, all: items.length },
  };
}

/** What was cancelled by two clicks on the topmost of such buttons, the second of which says so of itself. */
async function cancelledBy(secondClick: number): Promise<string[]> {
  const cancelled: string[] = [];
  let names = ['Harbour', 'Quay'];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
    outbox: {
      list: () => snapshot(names),
      cancel: ({ only }) => {
        cancelled.push(only?.themeId ?? 'all');
        names = names.filter((name) => name.toLowerCase() !== only?.themeId);
      },
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  const topmost = () => screen.getAllByRole('button', { name: /^Cancel publishing/u })[0];
  const first = topmost();
  if (!first) throw new Error('Nothing waits.');
  await fireEvent.click(first, { detail: 1 });
  main.emit('outbox.changed', snapshot(names));
  await waitFor(() =>
    expect(topmost()).toHaveAccessibleName('Cancel publishing Quay to Northwind'),
  );
  const second = topmost();
  if (second) await fireEvent.click(second, { detail: secondClick });
  return cancelled;
}

it('the control: two clicks, each by itself, cancel two', async () => {
  expect(await cancelledBy(1)).toEqual(['harbour', 'quay']);
});

it('a double click cancels one', async () => {
  expect(await cancelledBy(2)).toEqual(['harbour']);
});
