/**
 * A person is asked whether a connection is removed, and what waits for it is published before they answer. "Foyer
 * says how many themes each concerns before you confirm" (docs/guide.md): none is cancelled any more.
 */
import type { Connection } from '@shared/connection';
import type { ConnectionRemoval, OutboxSnapshot } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { confirmation } from '../../ui/confirmation.svelte';
import Confirmations from '../../ui/Confirmations.svelte';
import { layers } from '../../ui/layers';
import ConnectionList from './ConnectionList.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  confirmation.current?.answer(false);
  outbox.end();
  connections.end();
});

const northwind: Connection = trialConnection('n', { label: 'Northwind' });

function waiting(revision: number, count: number): OutboxSnapshot {
  const items = Array.from({ length: count }, (_, index) => ({
    ...{ themeId: `t${String(index)}`, connectionId: 'n', name: 'Harbour', isFirst: false },
    ...{ why: 'turn' as const, since: '2026-11-20T10:00:00.000Z' },
  }));
  const deliveries = items.map(({ themeId, connectionId }) => {
    return { themeId, connectionId, delivery: 'waiting' as const };
  });
  const progress = { done: 3 - count, all: 3 };
  return { revision, isPaused: false, items, deliveries, holds: [], progress };
}

it.each([
  ['they are published meanwhile', true],
  ['the control: they wait still', false],
])('says how many it concerns: %s', async (_name, areSent) => {
  let snapshot = waiting(1, 3);
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'n' }) },
    outbox: {
      list: () => snapshot,
      removal: (): ConnectionRemoval => {
        return { cancelled: snapshot.items.length, newerCancelled: 0, sending: 0, inDoubt: 0 };
      },
    },
  });
  await Promise.all([connections.start(), outbox.start()]);
  // What holds the pointer while a dialog leaves is no matter here.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  render(Confirmations);
  render(ConnectionList);
  await user.click(screen.getByRole('button', { name: 'More for Northwind' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const said = 'Publishing is cancelled for 3 themes in the outbox.';
  await screen.findByText(new RegExp(said, 'u'));

  if (areSent) {
    snapshot = waiting(2, 0);
    main.emit('outbox.changed', snapshot);
  }
  await waitFor(() => {
    expect(document.body.textContent.includes(said)).toBe(!areSent);
  });
});
