/**
 * The disk doesn't give the connections: nobody knows to which of them a theme is published, as its status says. Its
 * history doesn't say that it isn't published.
 */
import type { Connection, Connections } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
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

const northwind: Connection = { ...trialConnection('northwind'), label: 'Northwind' };

/** What the studio says of a theme's present. */
async function saidWith(snapshot: Connections): Promise<string> {
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: snapshot.list.map(({ id }) => ({ connectionId: id, relation: 'never' })),
  };
  installFakeMain({
    connections: { list: () => snapshot },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  return (await screen.findByRole('region', { name: 'History' })).textContent;
}

it('the control: they are read, and it was never published', async () => {
  const snapshot = { revision: 1, list: [northwind], currentId: 'northwind' };
  expect(await saidWith(snapshot)).toMatch(/Saved .*, not published/u);
});

it('they can’t be read', async () => {
  const problem = { code: 'storageNotRead' as const, files: ['connections.json'] };
  const said = await saidWith({ revision: 1, list: [], currentId: null, problem });
  expect(said).toMatch(/Saved /u);
  expect(said).not.toContain('not published');
});
