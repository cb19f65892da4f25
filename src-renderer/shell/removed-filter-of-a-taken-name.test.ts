/**
 * A person removes a saved filter and saves another search under its name. The notification still says "Undo", and
 * `Ctrl Z` takes it for what was done last: the filter comes back under a name like it, as a preview shortcut does, or
 * at least it is said that it does not.
 */
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { preferencesSchema, type Preferences, type SavedFilter } from '@shared/bridge/app';
import Sidebar from './Sidebar.svelte';
import { app } from '../state/app.svelte';
import { connections } from '../state/connections.svelte';
import { libraryView } from '../state/library-view.svelte';
import { library } from '../state/library.svelte';
import { savedFilters } from '../state/saved-filters.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import { latestUndo, undoLatestToast } from '../ui/toast';
import Toasts from '../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  for (const state of [app, connections, library]) state.end();
});

it.each<[string, string]>([
  ['the control: the other has another name', 'Spring'],
  ['the other has its name', 'Client A'],
])('a removed filter comes back, or it is said why not: %s', async (_name, name) => {
  const user = userEvent.setup();
  const removed: SavedFilter = {
    name: 'Client A',
    query: 'sand',
    filter: 'draft',
    tag: 'Client A',
  };
  let preferences: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
    savedFilters: [removed],
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
    library: { list: () => ({ revision: 1, themes: [], unreadable: [], folder: '/f' }) },
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
  });
  await app.start();
  await connections.start();
  await library.start();
  render(Sidebar);
  render(Toasts);
  const filters = await screen.findByRole('list', { name: 'Saved filters' });
  await user.click(within(filters).getByRole('button', { name: /^More for the filter/u }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(preferences.savedFilters).toEqual([]));
  const offered = latestUndo();
  expect(offered).toBeDefined();

  libraryView.query = 'beach';
  await savedFilters.add(name);
  expect(latestUndo()).toBe(offered);
  undoLatestToast();
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Under whatever name; or what was to be taken back can be still, or it is said that it can't.
  const isBack = preferences.savedFilters?.some(({ query }) => query === 'sand') === true;
  const isSaid = screen.queryByText(/undone|again|already/iu) !== null;
  expect(isBack || isSaid || latestUndo() === offered).toBe(true);
});
