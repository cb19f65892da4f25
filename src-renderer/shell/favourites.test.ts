/** Favourites, what was opened last, and saved filters, as the library and the sidebar show them. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import { trialConnection } from '@shared/trial-connection';
import Sidebar from './Sidebar.svelte';
import { app } from '../state/app.svelte';
import { connections } from '../state/connections.svelte';
import { libraryView } from '../state/library-view.svelte';
import { library } from '../state/library.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import { pretendLayout } from '../testing/layout-in-jsdom';
import { sampleSummary } from '../testing/sample-summaries';
import { layers } from '../ui/layers';
import { undoLatestToast } from '../ui/toast';
import Library from '../screens/library/Library.svelte';

beforeAll(() => layers.load(), 120_000);
beforeAll(() => pretendLayout({ width: 1064, height: 700, rowHeight: 212 }));

const user = userEvent.setup();
const northwind = trialConnection('northwind', { label: 'Northwind' });
const southwind = trialConnection('southwind', { label: 'Southwind' });

/** A window with a sidebar, over three themes; the last edited first. */
async function show(given: Partial<Preferences> = {}): Promise<{ kept: () => Preferences }> {
  const on = (connectionId: string) => ({
    ...{ connectionId, relation: 'same' as const, delivery: 'idle' as const },
    publishedAt: '2024-11-20T10:00:00.000Z',
  });
  const themes = ['Aurora', 'Citrus', 'Dune'].map((name, at) => ({
    ...sampleSummary(name, { tags: name === 'Dune' ? ['Sand'] : [] }),
    updatedAt: `2024-11-20T10:00:0${9 - at}.000Z`,
    ...(name === 'Citrus' && { places: [on('northwind'), on('southwind')] }),
  }));
  let preferences: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
    ...given,
  };
  installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: (changes) =>
        (preferences = preferencesSchema.parse({ ...preferences, ...changes })),
    },
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' }),
    },
    connections: {
      list: () => ({ revision: 1, list: [northwind, southwind], currentId: 'northwind' }),
    },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], holds: [], deliveries: [] },
        progress: { done: 0, all: 0 },
      }),
    },
  });
  await app.start();
  await connections.start();
  await outbox.start();
  await library.start();
  render(Sidebar);
  render(Library);
  await screen.findByRole('gridcell', { name: /^Aurora/u });
  return { kept: () => preferences };
}

const names = () =>
  screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label')?.split(',')[0]);

beforeEach(() => libraryView.clear());
afterEach(() => {
  cleanup();
  for (const state of [app, connections, outbox, library]) state.end();
});

it('a star makes a theme a favourite, which has a filter; a second press takes it away', async () => {
  const { kept } = await show();
  expect(screen.queryByRole('button', { name: /^Favourites/u })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Favourite: Dune' }));
  expect(kept().favourites).toEqual(['id-dune']);
  expect(screen.getByRole('gridcell', { name: /^Dune, .*favourite/u })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Favourites 1' }));
  await waitFor(() => expect(names()).toEqual(['Dune']));
  await user.click(screen.getByRole('button', { name: 'Favourite: Dune' }));
  await waitFor(() => expect(screen.queryAllByRole('gridcell')).toEqual([]));
  expect(kept().favourites).toEqual([]);
});

it('a card’s menu adds to the favourites, and says the other thing of one that is among them', async () => {
  const { kept } = await show({ favourites: ['id-aurora'] });
  const menu = async (name: string, item: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await menu('Dune', 'Add to favourites');
  await waitFor(() => expect(kept().favourites).toEqual(['id-dune', 'id-aurora']));
  await menu('Aurora', 'Remove from favourites');
  await waitFor(() => expect(kept().favourites).toEqual(['id-dune']));
});

it('the last opened can be shown first, the others as they were edited', async () => {
  await show({ recentThemes: ['id-dune', 'id-gone'], librarySort: 'opened' });
  await waitFor(() => expect(names()).toEqual(['Dune', 'Aurora', 'Citrus']));
});

it('what is shown is saved under a name, shown again at a press, renamed and removed', async () => {
  const { kept } = await show();
  const save = () => screen.queryByRole('button', { name: 'Save filter' });
  expect(save()).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'sand');
  await user.click(await screen.findByRole('button', { name: 'Save filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this filter?' });
  const field = within(dialog).getByRole('textbox', { name: 'Name' });
  expect(field).toHaveValue('sand');
  await user.clear(field);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(field).toBeInvalid();
  await user.type(field, 'Beaches{Enter}');
  const filters = await screen.findByRole('list', { name: 'Saved filters' });
  expect(kept().savedFilters).toEqual([
    { name: 'Beaches', query: 'sand', filter: 'all', tag: null },
  ]);
  expect(within(filters).getByRole('button', { name: 'Beaches' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await waitFor(() => expect(save()).toBeNull());
  // Not with the button that is gone.
  await waitFor(() => expect(screen.getByRole('button', { name: /^Tag:/u })).toHaveFocus());

  await user.click(screen.getByRole('button', { name: /^Library/u }));
  await waitFor(() => expect(names()).toHaveLength(3));
  await user.click(within(filters).getByRole('button', { name: 'Beaches' }));
  await waitFor(() => expect(names()).toEqual(['Dune']));

  const more = async (item: string) => {
    await user.click(within(filters).getByRole('button', { name: /^More for the filter/u }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await more('Rename');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2{Enter}');
  expect(await within(filters).findByRole('button', { name: 'Beaches 2' })).toBeVisible();
  await more('Remove');
  await waitFor(() => expect(kept().savedFilters).toEqual([]));
  undoLatestToast();
  await waitFor(() => expect(kept().savedFilters).toMatchObject([{ name: 'Beaches 2' }]));
});

it('the list has a column for each thing, and the status on each connection', async () => {
  await show({ libraryLayout: 'list' });
  const heads = await screen.findByRole('group', { name: 'Sort' });
  expect(
    within(heads)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(['Name', 'Tag', 'Status', 'Last edited', 'Font']);
  expect(heads).toHaveTextContent('Colours');
  const citrus = screen.getByRole('gridcell', { name: /^Citrus/u });
  for (const words of ['Northwind: Published', 'Southwind: Published']) {
    expect(within(citrus).getByTitle(words)).toBeVisible();
  }
});

it('“Published on 2” opens where, with the state on each connection', async () => {
  await show();
  await user.click(screen.getByRole('button', { name: /^Published on 2/u }));
  const dialog = await screen.findByRole('dialog', { name: 'Citrus on each connection' });
  const rows = await within(dialog).findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Northwind.*Published/su),
    expect.stringMatching(/Southwind.*Published/su),
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
