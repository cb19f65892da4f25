/** A theme is published again at a person’s word, also while an older version of it is being sent. */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery } from '@shared/theme/status';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
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

const list: Connection[] = [
  { ...trialConnection('northwind'), label: 'Northwind' },
  { ...trialConnection('kestrel'), label: 'Kestrel' },
];
/** Published once, and changed since. */
const harbour: OpenTheme = {
  id: 't1',
  version: 2,
  name: 'Harbour',
  tags: [],
  theme: newTheme(),
  isReadOnly: false,
  canUndo: false,
  canRedo: false,
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: list.map(({ id }) => ({ connectionId: id, relation: 'changed' as const })),
  publications: {},
};

async function publishToBoth(toNorthwind: Delivery): Promise<FakeMain> {
  const user = userEvent.setup();
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
    library: {
      open: () => harbour,
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], holds: [], progress: { done: 0, all: 1 } },
        deliveries:
          toNorthwind === 'idle'
            ? []
            : [{ themeId: 't1', connectionId: 'northwind', delivery: toNorthwind }],
      }),
      answers: () => [],
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: 'Status on each connection' }));
  await user.click(await screen.findByRole('button', { name: 'Publish to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Harbour/u }));
  await user.click(dialog.getByRole('checkbox', { name: /Kestrel/u }));
  await user.click(dialog.getByRole('button', { name: 'Publish to 2 connections' }));
  await waitFor(() => expect(asked(main)).toContain('kestrel'));
  return main;
}

const asked = (main: FakeMain) =>
  main.log
    .filter(({ name }) => name === 'outbox.publish')
    .flatMap(({ input }) => (input as { connectionIds: string[] }).connectionIds)
    .sort();

it('the control: it goes to both connections where nothing is on its way', async () => {
  const main = await publishToBoth('idle');
  await waitFor(() => expect(asked(main)).toEqual(['kestrel', 'northwind']));
});

it('the control: it goes to both where an older version waits', async () => {
  const main = await publishToBoth('waiting');
  await waitFor(() => expect(asked(main)).toEqual(['kestrel', 'northwind']));
});

it('it goes to both where an older version is being sent to one of them', async () => {
  const main = await publishToBoth('sending');
  await waitFor(() => expect(asked(main)).toEqual(['kestrel', 'northwind']));
});
