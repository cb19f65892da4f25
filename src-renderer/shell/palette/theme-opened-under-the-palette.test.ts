/**
 * The palette is open over the library, with the command chosen that deletes or publishes a theme there, and a link opens
 * another theme: it waits, as it does for a dialog. Enter does what the person chose, to the theme that they chose it for,
 * on the screen that they chose it on, and nothing where that theme is no longer there.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import PreviewRequestHost from '../PreviewRequestHost.svelte';
import ScreenHost from '../ScreenHost.svelte';
import PaletteHost from './PaletteHost.svelte';

const user = userEvent.setup();
const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'yes' });

beforeAll(
  () =>
    Promise.all([
      import('./palette-parts'),
      import('../../screens/studio/Studio.svelte'),
      layers.load(),
    ]),
  120_000,
);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
});

async function open(typed: string): Promise<FakeMain> {
  const themes = ['Harbour', 'Quay'].map((name) => sampleSummary(name, { id: name }));
  const main = installFakeMain({
    app: { recentCommands: () => [], noteCommand: () => undefined },
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
      starters: () => [],
      open: ({ id }): OpenTheme => ({
        ...{ id, version: 2, name: id, tags: [], theme: newTheme(), isReadOnly: false },
        ...{ canUndo: false, canRedo: false, places: [], publications: {} },
        save: { kind: 'saved', at: '2026-11-20T14:05:00' },
      }),
      versions: () => ({ versions: [], unreadable: 0 }),
      remove: ({ ids }) => ({ ids, entries: ids, problem: null }),
    },
    pictures: { show: () => [] },
    previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
    outbox: {
      answers: () => [],
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
    },
  });
  await connections.start();
  await library.start();
  render(ScreenHost);
  render(PreviewRequestHost);
  const card = () => screen.queryByRole('gridcell', { name: /^Harbour,/u });
  await waitFor(() => expect(card()).not.toBeNull());
  card()?.focus();
  render(PaletteHost, { open: true, showShortcuts: () => undefined });
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard(typed);
  return main;
}

const about = (main: FakeMain) =>
  main.log.flatMap(({ name, input }) =>
    name === 'library.remove' || name === 'outbox.publish' ? [input] : [],
  );

it.each([
  ['the control: no link comes', 'delete', false],
  ['a link opens another theme', 'delete', true],
  ['the control: no link comes', 'publish', false],
  ['a link opens another theme', 'publish', true],
])('Enter is about the theme that was chosen: %s, %s', async (_name, typed, isLinked) => {
  const main = await open(typed);
  if (isLinked) main.emit('app.openTheme', { id: 'Quay' });
  expect(navigation.current).toEqual({ screen: 'library' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(about(main)).toHaveLength(1));
  expect(about(main)).toMatchObject([
    typed === 'delete' ? { ids: ['Harbour'] } : { themeIds: ['Harbour'] },
  ]);
  // What it is done to is on the screen still.
  expect(navigation.current).toEqual({ screen: 'library' });
});

it('is the link’s turn where nothing is chosen', async () => {
  const main = await open('delete');
  main.emit('app.openTheme', { id: 'Quay' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'Quay' }));
  expect(about(main)).toEqual([]);
});

it.each(['delete', 'publish'])(
  'Enter is about no other theme where the chosen one is away, until the person chooses again: %s',
  async (typed) => {
    const main = await open(typed);
    const chosen = () => screen.queryByRole('option', { selected: true });
    await waitFor(() => expect(chosen()).toHaveTextContent('Harbour'));
    // The library's screen goes on with another card.
    libraryView.activeId = 'Quay';
    await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent('Quay'));
    await user.keyboard('{Enter}');
    expect(screen.getByRole('combobox')).toBeVisible();
    expect(chosen()).toBeNull();
    expect(about(main)).toEqual([]);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(chosen()).toHaveTextContent('Quay'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(about(main)).toHaveLength(1));
    expect(about(main)).toMatchObject([
      typed === 'delete' ? { ids: ['Quay'] } : { themeIds: ['Quay'] },
    ]);
  },
);
