/** A theme is published to several connections from the studio, and could not even be queued for one of them. */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { reports } from '../../ui/reports.svelte';
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

const damaged = {
  code: 'fileDamaged',
  path: '/profile/outbox/a.json',
  detail: '',
  damage: { reason: 'changedBytes' },
} as const;

/** Publishes to both, of which the outbox takes none for the connection. */
async function publishToBoth(refused: string): Promise<void> {
  const user = userEvent.setup();
  const main: FakeMain = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
    library: {
      open: () => harbour,
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], holds: [], deliveries: [] },
        progress: { done: 0, all: 1 },
      }),
      answers: () => [],
      publish: ({ connectionIds }) => ({
        queued: connectionIds.length - 1,
        cancelled: [],
        problems: [{ themeId: 't1', connectionId: refused, problem: damaged }],
      }),
    },
  });
  for (const { id } of reports.list) reports.dismiss(id);
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: 'Status on each connection' }));
  await user.click(await screen.findByRole('button', { name: 'Publish to…' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Harbour/u }));
  await user.click(dialog.getByRole('checkbox', { name: /Kestrel/u }));
  await user.click(dialog.getByRole('button', { name: 'Publish to 2 connections' }));
  await waitFor(() =>
    expect(main.log.filter(({ name }) => name === 'outbox.publish')).toHaveLength(1),
  );
}

const told = () =>
  reports.list.flatMap(({ problem, unsent }) => (problem.code === 'fileDamaged' ? [unsent] : []));

it('the control: it is told in the studio of the connection in use', async () => {
  await publishToBoth('northwind');
  expect(await screen.findByText(/a\.json/u)).toBeVisible();
  expect(told()).toEqual([]);
});

it('it is told above the studio of another one, by its name', async () => {
  await publishToBoth('kestrel');
  await waitFor(() => expect(told()).toEqual(['Harbour couldn’t be published to Kestrel']));
});
