/**
 * A person removes a saved filter and saves another search under its name. Undo brings the removed one back
 * under a name like its own, as it does with a preview shortcut.
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

it.each<[string, string, string]>([
  ['the control: the other has another name', 'Spring', 'Client A'],
  ['the other has its name', 'Client A', 'Client A 2'],
])('a removed filter comes back: %s', async (_name, name, expected) => {
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
    library: { list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }) },
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
  await waitFor(() =>
    expect(preferences.savedFilters).toMatchObject([
      { name: expected, query: 'sand' },
      { name, query: 'beach' },
    ]),
  );
});
