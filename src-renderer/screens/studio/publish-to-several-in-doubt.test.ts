/**
 * A later save of a theme may have arrived at Kestrel, and waits for a decision. The theme is published to
 * Northwind and Kestrel at once, by the same dialog from the library or from the studio: publishing to several is no
 * word about the save in doubt (decision 0009), so main is handed both in one call, which it tells from a word
 * about that one by (`publish` in src-main/outbox/outbox-handlers.ts). What main does otherwise is shown in
 * src-main/outbox/publish-changed.test.ts.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from '../library/Library.svelte';
import { toast } from '../../ui/toast';
import Studio from './Studio.svelte';

vi.mock('../../ui/toast', async (original) => ({
  ...(await original<typeof import('../../ui/toast')>()),
  toast: vi.fn(),
}));

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

const list: Connection[] = [
  trialConnection('northwind', { label: 'Northwind' }),
  trialConnection('kestrel', { label: 'Kestrel', workspaceId: 'w2' }),
];
const places = list.map(({ id }) => ({ connectionId: id, relation: 'changed' as const }));
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
  ...{ isReadOnly: false, canUndo: false, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  ...{ places, publications: {} },
};
const user = userEvent.setup();

async function begun(): Promise<FakeMain> {
  const themes = [sampleSummary('Harbour', { id: 't1' })];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
      open: () => harbour,
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], holds: [], progress: { done: 0, all: 1 } },
        deliveries: [{ themeId: 't1', connectionId: 'kestrel', delivery: 'unknown' }],
      }),
      answers: () => [],
      publish: () => ({
        ...{ queued: 1, cancelled: [], problems: [] },
        undecided: [{ themeId: 't1', connectionId: 'kestrel' }],
      }),
    },
  });
  await connections.start();
  await outbox.start();
  await library.start();
  return main;
}

/** Northwind is chosen already. Gives what main was handed, call by call. */
async function publishToBoth(main: FakeMain): Promise<string[][]> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Harbour' }));
  await user.click(dialog.getByRole('checkbox', { name: /Kestrel/u }));
  await user.click(dialog.getByRole('button', { name: 'Publish to 2 connections' }));
  const calls = () =>
    main.log
      .filter(({ name }) => name === 'outbox.publish')
      .map(({ input }) => (input as { connectionIds: string[] }).connectionIds);
  await waitFor(() => expect(calls().flat().sort()).toEqual(['kestrel', 'northwind']));
  return calls();
}

it('the control: from the library', async () => {
  const main = await begun();
  render(Library);
  const card = await screen.findByRole('gridcell', { name: /^Harbour,/u });
  await user.pointer({ keys: '[MouseRight]', target: card });
  await user.click(await screen.findByText('Publish to…'));
  expect(await publishToBoth(main)).toEqual([['northwind', 'kestrel']]);
});

it('from the studio', async () => {
  const main = await begun();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: 'Status on each connection' }));
  await user.click(await screen.findByRole('button', { name: 'Publish to…' }));
  expect(await publishToBoth(main)).toEqual([['northwind', 'kestrel']]);
  // Kestrel isn't the one on show.
  const waiting = '1 theme is waiting for your decision in the outbox';
  await waitFor(() => expect(vi.mocked(toast)).toHaveBeenLastCalledWith(waiting));
});
