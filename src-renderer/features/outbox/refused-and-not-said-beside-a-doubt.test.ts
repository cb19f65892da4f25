/**
 * A first save may have arrived. The person presses *Send again* in the outbox, and the service refuses it: too long a name. The
 * row says so, as that of any refused theme does: where it looks as before, the button seems to have done nothing.
 */
import { render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OutboxItem } from '@shared/publishing';
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

const northwind: Connection = {
  id: 'northwind',
  label: 'Northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws-2',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
  host: 'northwind.example',
  isPractice: false,
  tokenState: 'keychain',
  keepsClientIds: 'no',
};

const harbour: Omit<OutboxItem, 'why'> = {
  themeId: 't1',
  connectionId: 'northwind',
  name: 'Harbour',
  since: '2026-01-02T03:04:05.000Z',
  isFirst: true,
};

it.each([
  ['the control: without a doubt', 'refused'],
  ['with a doubt', 'decision'],
] as const)('says that the service refused it: %s', async (_name, why) => {
  // As main lists it: src-main/outbox/doubt-in-the-words-of-a-later-try.test.ts.
  const item: OutboxItem = {
    ...harbour,
    why,
    ...(why === 'decision' && { mayHaveArrived: true, unsureTries: 1 }),
    outcome: { kind: 'rejected', status: 400, error: { message: 'Too long', issues: [] } },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [item], deliveries: [], holds: [] },
        progress: { done: 0, all: 1 },
      }),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  const list = within(screen.getByRole('list', { name: 'Waiting' }));
  expect(list.getByText(/The service refused it \(400\)/u)).toBeVisible();
});
