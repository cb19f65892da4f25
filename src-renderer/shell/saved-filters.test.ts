import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Preferences, preferencesSchema, type SavedFilter } from '@shared/bridge/app';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { app } from '../state/app.svelte';
import { connections } from '../state/connections.svelte';
import { libraryView } from '../state/library-view.svelte';
import { library } from '../state/library.svelte';
import { savedFilters } from '../state/saved-filters.svelte';
import { installFakeMain } from '../testing/fake-main';
import Toasts from '../ui/Toasts.svelte';
import { layers } from '../ui/layers';
import { reports } from '../ui/reports.svelte';
import { latestUndo, undoLatestToast } from '../ui/toast';
import ReportedProblems from './ReportedProblems.svelte';
import Sidebar from './Sidebar.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  cleanup();
  for (const state of [app, connections, library]) state.end();
});

/**
 * The dialog in which a saved filter gets another name is closed while main is still writing that, on a slow disk. That
 * it failed is said above the screen, and a dialog that was opened since stays as it is.
 */
describe('the dialog of a filter’s name is closed while it is being saved', () => {
  const person = userEvent.setup();
  const full: Problem = { code: 'storageFull', path: '/home/mia/.foyer/preferences.json' };
  let end: (error?: Error) => void = () => undefined;

  /** A person renames the filter Beaches to Shores; it is under way until `end` says how it ends. */
  async function save(): Promise<void> {
    const over = new Promise<void>((done, fail) => {
      end = (error) => (error === undefined ? done() : fail(error));
    });
    let preferences: Preferences = {
      ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
      savedFilters: [
        { name: 'Beaches', query: 'sand', filter: 'all', tag: null },
        { name: 'Woods', query: 'tree', filter: 'all', tag: null },
      ],
    };
    const main = installFakeMain({
      app: {
        state: () => ({
          ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
          ...{ hasKnownHoles: false, isFirstRun: false },
        }),
        setPreferences: async (changes) => {
          await over;
          return (preferences = preferencesSchema.parse({ ...preferences, ...changes }));
        },
      },
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      },
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    });
    await app.start();
    await connections.start();
    await library.start();
    render(ReportedProblems);
    render(Sidebar);
    await rename('Beaches');
    await person.clear(name());
    await person.type(name(), 'Shores');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(main.log.some((call) => call.name === 'app.setPreferences')).toBe(true),
    );
  }

  async function rename(filter: string): Promise<void> {
    await person.click(
      await screen.findByRole('button', { name: `More for the filter ${filter}` }),
    );
    await person.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await screen.findByRole('dialog', { name: `Rename the filter ${filter}` });
  }

  async function close(): Promise<void> {
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }

  const name = () => screen.getByRole('textbox', { name: 'Name' });
  const settled = () => new Promise((done) => setTimeout(done));

  it('the control: what failed is said in the dialog that is still there', async () => {
    await save();
    end(new ProblemError(full));
    await waitFor(() =>
      expect(screen.getByRole('dialog')).toHaveTextContent(problemText(full).what),
    );
  });

  it('the control: the dialog that is still there is closed when it is saved', async () => {
    await save();
    end();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('what failed is said above the screen once the dialog was closed', async () => {
    await save();
    await close();
    end(new ProblemError(full));
    expect(await screen.findByText(problemText(full).what)).toBeVisible();
  });

  it('the next dialog is not closed, and keeps what was typed in it', async () => {
    await save();
    await close();
    await rename('Woods');
    await person.type(name(), ' of the north');
    end();
    await settled();
    expect(screen.getByRole('dialog', { name: 'Rename the filter Woods' })).toBeVisible();
    expect(name()).toHaveValue('Woods of the north');
  });
});

/**
 * A person removes a saved filter and saves another search under its name. Undo brings the removed one back
 * under a name like its own, as it does with a preview shortcut.
 */
describe('a removed filter is brought back, whose name is taken', () => {
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
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      },
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
});
