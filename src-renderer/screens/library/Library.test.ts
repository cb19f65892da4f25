import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { preferencesSchema } from '@shared/bridge/app';
import type { Connection } from '@shared/connection';
import type { ThemeSummary, UnreadableFile } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { app } from '../../state/app.svelte';
import { bin } from '../../state/bin.svelte';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { navigation } from '../../state/navigation.svelte';
import { reports } from '../../ui/reports.svelte';
import { undoLatestToast } from '../../ui/toast';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import Library from './Library.svelte';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Confirmations from '../../ui/Confirmations.svelte';
import Toasts from '../../ui/Toasts.svelte';

// Menus and dialogs are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);

const northwind: Connection = {
  id: 'northwind',
  label: 'Northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
  host: 'northwind.example',
  isPractice: false,
  tokenState: 'keychain',
  keepsClientIds: 'yes',
};

const southwind: Connection = { ...northwind, id: 'southwind', label: 'Southwind' };

/** Six themes, newest first by name: three columns, two rows. */
function sixThemes(): ThemeSummary[] {
  return [
    sampleSummary('Aurora', { tags: ['Events'], place: { relation: 'changed' } }),
    sampleSummary('Blueprint', { tags: ['Support'], place: { relation: 'same' } }),
    sampleSummary('Citrus', { tags: ['Events'] }),
    sampleSummary('Dune'),
    sampleSummary('Ember'),
    sampleSummary('Fern', { tags: ['Sales'] }),
  ].map((theme, index) => ({ ...theme, updatedAt: `2024-11-20T10:00:0${9 - index}.000Z` }));
}

/** What a deletion of the theme is in the bin. */
const entryOf = (id: string): string => `${id}-1`;

/** A main that keeps a library in memory. */
function installLibrary(
  first: ThemeSummary[],
  unreadable: UnreadableFile[],
  removable: (ids: string[]) => string[],
  list: Connection[],
): FakeMain {
  let revision = 1;
  let themes = first;
  let binned: ThemeSummary[] = [];
  const change = (upserted: ThemeSummary[], removed: string[] = []): undefined => {
    revision += 1;
    const changed = new Set([...upserted.map(({ id }) => id), ...removed]);
    themes = [...themes.filter(({ id }) => !changed.has(id)), ...upserted];
    main.emit('library.changed', { revision, upserted, removed });
  };
  const themeOf = (id: string): ThemeSummary => {
    const theme = themes.find((other) => other.id === id);
    if (!theme) throw new ProblemError({ code: 'notFound', what: 'theme' });
    return theme;
  };
  const main = installFakeMain({
    library: {
      list: () => ({ revision, themes, unreadable, ids: [1], folder: '/home/mia/Foyer' }),
      create: () => ({ id: 'new' }),
      file: () => ({ file: 'untitled-theme-0193a5b2.json' }),
      rename: ({ id, name }) => {
        const { name: replaced } = themeOf(id);
        change([{ ...themeOf(id), name }]);
        return { replaced };
      },
      setTagsOfMany: ({ themes: tagged }) => {
        change(tagged.map(({ id, tags }) => ({ ...themeOf(id), tags })));
        return { ids: tagged.map(({ id }) => id), problem: null };
      },
      duplicate: ({ ids }) => {
        const copies = ids.map((id) => ({
          ...themeOf(id),
          id: `${id}-copy`,
          name: `${themeOf(id).name} copy`,
        }));
        change(copies);
        return { ids: copies.map(({ id }) => id), problem: null };
      },
      remove: ({ ids }) => {
        const done = removable(ids);
        binned.push(...done.map(themeOf));
        change([], done);
        const isAll = done.length === ids.length;
        return {
          ids: done,
          entries: done.map(entryOf),
          problem: isAll ? null : { code: 'storageReadOnly', path: '/home' },
        };
      },
      restore: ({ entries }) => {
        const back = binned.filter(({ id }) => entries.includes(entryOf(id)));
        binned = binned.filter((theme) => !back.includes(theme));
        change(back);
        const ids = back.map(({ id }) => id);
        return { ids, entries: ids.map(entryOf), problem: null, alreadyHere: 0, unlinked: 0 };
      },
      bin: () => ({
        themes: binned.map(({ id, name, tags, theme }) => ({
          ...{ entry: entryOf(id), id, name, tags, theme, file: `${id}.json`, folder: null },
          ...{ removedAt: '2024-11-20T10:00:00.000Z', daysLeft: 30, publications: 0 },
        })),
        unread: [],
        damaged: [],
      }),
    },
    connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], holds: [], progress: { done: 0, all: 0 } },
        deliveries: [
          { themeId: 'id-dune', connectionId: 'northwind', delivery: 'refused' as const },
        ],
      }),
      publish: ({ themeIds, connectionIds }) => {
        const [connectionId = ''] = connectionIds;
        const isRefused = themeIds.includes('id-dune');
        return {
          queued: themeIds.length - Number(isRefused),
          cancelled: [],
          problems: isRefused
            ? [{ themeId: 'id-dune', connectionId, problem: { code: 'intentNotStored' as const } }]
            : [],
        };
      },
    },
    app: {
      showFolder: () => undefined,
      showLibraryFile: () => undefined,
      setPreferences: (changes) =>
        preferencesSchema.parse({ ...app.state.preferences, ...changes }),
    },
  });
  return main;
}

async function show(
  themes: ThemeSummary[],
  unreadable: UnreadableFile[] = [],
  removable = (ids: string[]) => ids,
  list = [northwind],
): Promise<FakeMain> {
  const main = installLibrary(themes, unreadable, removable, list);
  await connections.start();
  await outbox.start();
  await library.start();
  render(Library);
  return main;
}

const card = (name: string) =>
  screen.findByRole('gridcell', { name: new RegExp(`^${name},`, 'u') });
const shownNames = () =>
  screen
    .queryAllByRole('gridcell')
    .map((cell) => cell.getAttribute('aria-label')?.split(',')[0] ?? '');
const focusedName = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0];
const chosenNames = () =>
  screen
    .queryAllByRole('gridcell', { selected: true })
    .map((cell) => cell.getAttribute('aria-label')?.split(',')[0]);
const callsOf = (main: FakeMain, name: string) =>
  main.log.filter((call) => call.name === name).map(({ input }) => input);

beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
  libraryView.activeId = null;
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

describe('what is shown', () => {
  it('shows every theme with its status and tags, last edited first', async () => {
    await show(sixThemes());
    await card('Aurora');
    expect(shownNames()).toEqual(['Aurora', 'Blueprint', 'Citrus', 'Dune', 'Ember', 'Fern']);
    expect(await card('Aurora')).toHaveAccessibleName('Aurora, Unpublished changes, Events');
    expect(await card('Dune')).toHaveAccessibleName('Dune, Failed');
  });

  it('searches as one types, over tags too, and finds everything again', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await card('Aurora');
    libraryView.askForSearch();
    await waitFor(() =>
      expect(screen.getByRole('searchbox', { name: 'Search themes' })).toHaveFocus(),
    );
    await person.keyboard('events');
    await waitFor(() => expect(shownNames()).toEqual(['Aurora', 'Citrus']));
    expect(screen.getByText('2 themes shown')).toBeInTheDocument();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(shownNames()).toHaveLength(6));
  });

  it('says when nothing matches, and clears the search', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await person.type(screen.getByRole('searchbox'), 'harbr');
    expect(await screen.findByText('No theme matches “harbr”')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(shownNames()).toHaveLength(6));
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('filters by status, with counts', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    const attention = screen.getByRole('button', { name: 'Needs attention 1' });
    await person.click(attention);
    expect(attention).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(shownNames()).toEqual(['Dune']));
    await person.click(screen.getByRole('button', { name: 'Drafts 3' }));
    await waitFor(() => expect(shownNames()).toEqual(['Citrus', 'Ember', 'Fern']));
  });

  it('filters by tag and sorts by name from their menus', async () => {
    onTestFinished(async () => {
      await app.prefer({ librarySort: 'edited' });
      // The size of the text, which jsdom takes for pixels.
      document.documentElement.removeAttribute('style');
    });
    const person = userEvent.setup();
    await show(sixThemes().map((theme, at) => ({ ...theme, updatedAt: `200${at}` })));
    await card('Fern');
    expect(shownNames()).toEqual(['Fern', 'Ember', 'Dune', 'Citrus', 'Blueprint', 'Aurora']);
    screen.getByRole('button', { name: 'Tag: Any tag' }).focus();
    await person.keyboard('{Enter}');
    await screen.findByRole('menu', { name: 'Tag' });
    await person.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('button', { name: 'Tag: Events' });
    expect(shownNames()).toEqual(['Citrus', 'Aurora']);
    screen.getByRole('button', { name: 'Sort: Last edited' }).focus();
    await person.keyboard('{Enter}');
    await screen.findByRole('menu', { name: 'Sort' });
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await screen.findByRole('button', { name: 'Sort: Name' });
    expect(shownNames()).toEqual(['Aurora', 'Citrus']);
  });

  it('is empty in words, with a way on', async () => {
    const person = userEvent.setup();
    await show([]);
    expect(screen.getByText('Your library is empty')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'See starter themes' }));
    expect(navigation.current).toEqual({ screen: 'starters' });
  });

  it('names the files that cannot be read, with the reason, and leaves them alone', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes(), [
      {
        file: 'harbour-0192.json',
        problem: { code: 'fileDamaged', path: '/f/harbour-0192.json', detail: 'Line 12: cut off' },
      },
      { file: 'kiln.json', problem: { code: 'fileNewer', path: '/f/kiln.json' } },
      { file: 'third.json', problem: { code: 'fileNewer', path: '/f/third.json' } },
    ]);
    const title = await screen.findByText('3 files in the library folder can’t be read');
    const notice = title.closest<HTMLElement>('[role=status]');
    if (!notice) throw new Error('The notice has no role.');
    expect(within(notice).getByText(/Line 12: cut off/u)).toHaveTextContent('harbour-0192.json');
    expect(notice).toHaveTextContent('They stay where they are');
    expect(notice).not.toHaveTextContent('third.json');
    await person.click(within(notice).getByRole('button', { name: '1 more' }));
    expect(notice).toHaveTextContent('third.json');
    await person.click(within(notice).getByRole('button', { name: 'Show the folder' }));
    expect(callsOf(main, 'app.showFolder')).toEqual(['library']);
    expect(await card('Aurora')).toBeInTheDocument();
  });

  it('draws only what is in sight of a thousand', async () => {
    await show(Array.from({ length: 1_000 }, (_, at) => sampleSummary(`Theme ${at}`)));
    await waitFor(() => expect(shownNames().length).toBeGreaterThan(8));
    expect(shownNames().length).toBeLessThan(40);
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '334');
  });
});

describe('the keyboard', () => {
  it('moves in two dimensions and opens with Enter', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    (await card('Aurora')).focus();
    await person.keyboard('{ArrowRight}');
    expect(focusedName()).toBe('Blueprint');
    await person.keyboard('{ArrowDown}');
    expect(focusedName()).toBe('Ember');
    await person.keyboard('{Home}');
    expect(focusedName()).toBe('Dune');
    await person.keyboard('{End}');
    expect(focusedName()).toBe('Fern');
    await person.keyboard('{ArrowUp}');
    expect(focusedName()).toBe('Citrus');
    expect(screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)).toHaveLength(1);
    await person.keyboard('{Enter}');
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'id-citrus' });
  });

  it('leaves what is chosen alone while a dialog lies over it that has no focus yet', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    (await card('Aurora')).focus();
    await person.keyboard(' ');
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    await person.keyboard('{Escape}');
    expect(chosenNames()).toEqual(['Aurora']);
    dialog.remove();
    await person.keyboard('{Escape}');
    expect(chosenNames()).toEqual([]);
  });

  it('chooses with Space, extends with Shift, takes all with Ctrl+A, clears with Escape', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    (await card('Aurora')).focus();
    await person.keyboard(' ');
    expect(chosenNames()).toEqual(['Aurora']);
    await person.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(chosenNames()).toEqual(['Aurora', 'Blueprint', 'Citrus']);
    expect(await screen.findByText('3 selected')).toBeInTheDocument();
    await person.keyboard('{Control>}a{/Control}');
    expect(chosenNames()).toHaveLength(6);
    await person.keyboard('{Escape}');
    expect(chosenNames()).toEqual([]);
  });

  it('keeps the name that is being typed when the whole window is left', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    (await card('Blueprint')).focus();
    await person.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: 'New name for Blueprint' });
    await person.keyboard('Plan');
    // The field stays the active element of a page that has the focus no longer.
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await fireEvent.blur(field);
    await waitFor(() =>
      expect(callsOf(main, 'library.rename')).toEqual([{ id: 'id-blueprint', name: 'Plan' }]),
    );
    hasFocus.mockRestore();
  });

  it('renames with F2, keeps with Enter, leaves with Escape', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    (await card('Blueprint')).focus();
    await person.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: 'New name for Blueprint' });
    expect(field).toHaveFocus();
    await person.keyboard('Nothing{Escape}');
    expect(callsOf(main, 'library.rename')).toEqual([]);
    await waitFor(() => expect(focusedName()).toBe('Blueprint'));
    await person.keyboard('{F2}Plan{Enter}');
    await waitFor(() => expect(focusedName()).toBe('Plan'));
    expect(callsOf(main, 'library.rename')).toEqual([{ id: 'id-blueprint', name: 'Plan' }]);
  });

  it('duplicates with Ctrl+D', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    (await card('Ember')).focus();
    await person.keyboard('{Control>}d{/Control}');
    expect(await card('Ember copy')).toBeInTheDocument();
    expect(callsOf(main, 'library.duplicate')).toEqual([{ ids: ['id-ember'] }]);
  });

  it('publishes with its keys the card in use, once, and all that are chosen', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    (await card('Ember')).focus();
    await person.keyboard('{Control>}{Shift>}{p>3/}{/Shift}{/Control}');
    await waitFor(() => expect(callsOf(main, 'outbox.publish')).toHaveLength(1));
    await person.keyboard(' {ArrowRight} {Control>}{Shift>}p{/Shift}{/Control}');
    await waitFor(() =>
      expect(callsOf(main, 'outbox.publish')).toEqual([
        { themeIds: ['id-ember'], connectionIds: ['northwind'] },
        { themeIds: ['id-ember', 'id-fern'], connectionIds: ['northwind'] },
      ]),
    );
  });

  it('has in the palette what can be done with the card in use, or with what is chosen', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    const found = (label: string) => commands.list.find((command) => command.label === label);
    expect(found('Rename')).toBeUndefined();
    (await card('Ember')).focus();
    for (const label of ['Open', 'Rename', 'Duplicate', 'Publish to Northwind', 'Delete']) {
      expect(found(label)?.context).toBe('Ember');
    }
    expect(found('Publish to Northwind')?.sends).toBe(true);
    await person.keyboard(' {ArrowRight} ');
    expect(found('Rename')).toBeUndefined();
    expect(found('Duplicate')?.context).toBe('2 selected');
    found('Publish 2 themes to Northwind')?.run();
    await waitFor(() =>
      expect(callsOf(main, 'outbox.publish')).toEqual([
        { themeIds: ['id-ember', 'id-fern'], connectionIds: ['northwind'] },
      ]),
    );
  });

  it('deletes with Delete, goes on at the next card, and takes it back', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    (await card('Blueprint')).focus();
    await person.keyboard('{Delete}');
    await waitFor(() => expect(shownNames()).not.toContain('Blueprint'));
    await waitFor(() => expect(focusedName()).toBe('Citrus'));
    expect(undoLatestToast()).toBe(true);
    await waitFor(() => expect(shownNames()).toContain('Blueprint'));
    expect(callsOf(main, 'library.restore')).toEqual([{ entries: [entryOf('id-blueprint')] }]);
  });
});

describe('all themes deleted by one key', () => {
  it('are named with the way back, and the empty library says where they are', async () => {
    const person = userEvent.setup();
    render(Toasts);
    await show(sixThemes());
    const end = bin.start();
    (await card('Aurora')).focus();
    await person.keyboard('{Control>}a{/Control}{Delete}');
    expect(
      await screen.findByText('6 themes deleted. Get them back with Ctrl Z or from the bin.'),
    ).toBeVisible();
    expect(await screen.findByText('6 deleted themes are in the bin.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Open the bin' }));
    expect(navigation.current).toEqual({ screen: 'bin' });
    end();
  });

  it('are back with one undo, and an undo that is overtaken changes nothing', async () => {
    const person = userEvent.setup();
    render(Toasts);
    const main = await show(sixThemes());
    (await card('Blueprint')).focus();
    await person.keyboard('{F2}Plan{Enter}');
    await waitFor(() => expect(shownNames()).toContain('Plan'));
    await person.keyboard('{Control>}a{/Control}{Delete}');
    await waitFor(() => expect(library.count).toBe(0));
    expect(undoLatestToast()).toBe(true);
    await waitFor(() => expect(shownNames()).toHaveLength(6));
    // In the studio, say.
    await window.foyer.invoke('library.rename', { id: 'id-blueprint', name: 'Newer' });
    await waitFor(() => expect(shownNames()).toContain('Newer'));
    expect(undoLatestToast()).toBe(true);
    expect(
      await screen.findByText('Nothing was undone: Newer has been changed since'),
    ).toBeInTheDocument();
    expect(callsOf(main, 'library.rename')).toHaveLength(2);
  });
});

describe('the pointer', () => {
  it('opens with a click', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await person.click(await card('Citrus'));
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'id-citrus' });
  });

  it('chooses with Ctrl, then with plain clicks, and never opens meanwhile', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await person.keyboard('{Control>}');
    await person.click(await card('Citrus'));
    await person.keyboard('{/Control}');
    await person.click(await card('Fern'));
    expect(chosenNames()).toEqual(['Citrus', 'Fern']);
    expect(navigation.current).toEqual({ screen: 'library' });
  });

  it('opens from a status what is true on each connection, and publishes from there', async () => {
    const person = userEvent.setup();
    const kestrel = { ...northwind, id: 'kestrel', label: 'Kestrel' };
    const places = [
      { connectionId: 'northwind', relation: 'never', delivery: 'idle' } as const,
      { connectionId: 'kestrel', relation: 'never', delivery: 'idle' } as const,
    ];
    await show([sampleSummary('Dune', { places })], [], undefined, [northwind, kestrel]);
    await person.click(
      await screen.findByRole('button', { name: 'Failed: Dune on each connection' }),
    );
    const popover = await screen.findByRole('dialog', { name: /Dune/u });
    await person.click(within(popover).getByRole('button', { name: 'Publish to…' }));
    expect(await screen.findByRole('dialog', { name: 'Publish Dune' })).toBeVisible();
  });

  it('has a menu for each card', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await fireEvent.contextMenu(await card('Citrus'), { button: 2, clientX: 10, clientY: 10 });
    const menu = await screen.findByRole('menu', { name: 'Actions for Citrus' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent?.trim()),
    ).toEqual([
      expect.stringContaining('Open'),
      expect.stringContaining('Rename'),
      expect.stringContaining('Duplicate'),
      expect.stringContaining('Publish to Northwind'),
      expect.stringContaining('Link to a template'),
      expect.stringContaining('Add to favourites'),
      expect.stringContaining('Edit tags'),
      expect.stringContaining('Compare…'),
      expect.stringContaining('Show its file'),
      expect.stringContaining('Export'),
      expect.stringContaining('Delete'),
    ]);
    await person.click(within(menu).getByRole('menuitem', { name: /Delete/u }));
    await waitFor(() => expect(shownNames()).not.toContain('Citrus'));
  });

  it('shows a theme’s file from its menu, and says what it is called and why that stays', async () => {
    const person = userEvent.setup();
    render(Toasts);
    const main = await show(sixThemes());
    await person.click(await screen.findByRole('button', { name: 'Actions for Citrus' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Show its file' }));
    const file = 'untitled-theme-0193a5b2.json';
    const told = await screen.findByText(/^The theme’s file is /u);
    expect(told).toHaveTextContent(`${file}. It keeps this name when you rename the theme, so`);
    expect(callsOf(main, 'app.showLibraryFile')).toEqual([file]);
  });

  it('publishes one theme from its menu, and asks where to with several connections', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes(), [], undefined, [northwind, southwind]);
    const choose = async (name: string, action: RegExp) => {
      await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await person.click(await screen.findByRole('menuitem', { name: action }));
    };
    await choose('Citrus', /^Publish to Northwind/u);
    await waitFor(() =>
      expect(callsOf(main, 'outbox.publish')).toEqual([
        { themeIds: ['id-citrus'], connectionIds: ['northwind'] },
      ]),
    );
    await choose('Fern', /^Publish to…/u);
    const dialog = await screen.findByRole('dialog', { name: 'Publish Fern' });
    await person.click(within(dialog).getByRole('checkbox', { name: /Southwind/u }));
    await person.click(within(dialog).getByRole('button', { name: 'Publish to 2 connections' }));
    await waitFor(() =>
      expect(callsOf(main, 'outbox.publish').at(-1)).toEqual({
        themeIds: ['id-fern'],
        connectionIds: ['northwind', 'southwind'],
      }),
    );
  });

  it('makes a new theme and opens it', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    await person.click(screen.getByRole('button', { name: 'New theme' }));
    await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'new' }));
    expect(callsOf(main, 'library.create')).toEqual([{}]);
  });
});

describe('several at once', () => {
  async function choose(person: ReturnType<typeof userEvent.setup>, ...names: string[]) {
    await person.keyboard('{Control>}');
    for (const name of names) await person.click(await card(name));
    await person.keyboard('{/Control}');
  }

  it('deletes them and takes all of them back', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await choose(person, 'Aurora', 'Fern');
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownNames()).toHaveLength(4));
    expect(screen.queryByText(/selected/u)).not.toBeInTheDocument();
    undoLatestToast();
    await waitFor(() => expect(shownNames()).toHaveLength(6));
  });

  it('takes back those that were deleted where not all could be, and says why', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes(), [], (ids) => ids.filter((id) => id !== 'id-fern'));
    await choose(person, 'Aurora', 'Fern');
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownNames()).toHaveLength(5));
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(reports.list.at(-1)?.problem.code).toBe('storageReadOnly');
    undoLatestToast();
    await waitFor(() =>
      expect(callsOf(main, 'library.restore')).toEqual([{ entries: [entryOf('id-aurora')] }]),
    );
  });

  it('never acts on what a search hides', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    await choose(person, 'Aurora', 'Fern');
    await person.type(screen.getByRole('searchbox'), 'fern');
    await screen.findByText('1 selected');
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(callsOf(main, 'library.remove')).toEqual([{ ids: ['id-fern'] }]));
  });

  it('puts them into the outbox', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    await choose(person, 'Aurora', 'Fern');
    await person.click(screen.getByRole('button', { name: 'Publish 2 themes to Northwind' }));
    await waitFor(() => expect(screen.queryByText(/selected/u)).not.toBeInTheDocument());
    expect(callsOf(main, 'outbox.publish')).toEqual([
      { themeIds: ['id-aurora', 'id-fern'], connectionIds: ['northwind'] },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The bar is gone with the button that was pressed.
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'gridcell'));
  });

  it('gives the keyboard to a card where copies are taken back, and all that was deleted', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await choose(person, 'Aurora', 'Fern');
    await person.click(screen.getByRole('button', { name: 'Duplicate' }));
    await waitFor(() => expect(chosenNames()).toEqual(['Aurora copy', 'Fern copy']));
    undoLatestToast();
    await waitFor(() => expect(shownNames()).toHaveLength(6));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'gridcell'));
    await person.keyboard('{Control>}a{/Control}');
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(library.count).toBe(0));
    undoLatestToast();
    await waitFor(() => expect(shownNames()).toHaveLength(6));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'gridcell'));
  });

  it('asks once before more than a few are published for the first time', async () => {
    const person = userEvent.setup();
    render(Confirmations);
    const many = Array.from({ length: 300 }, (_, index) => sampleSummary(`Theme ${index}`));
    const main = await show([...many, sampleSummary('Known', { place: { relation: 'changed' } })]);
    (await card('Theme 0')).focus();
    await person.keyboard('{Control>}a{/Control}');
    const publish = () => screen.getByRole('button', { name: /^Publish 301 themes to Northwind/u });
    await person.click(publish());
    const question = await screen.findByRole('dialog', {
      name: 'Publish 300 themes for the first time?',
    });
    expect(question).toHaveAccessibleDescription(
      'This creates 300 new templates on Northwind. Foyer can’t delete them there. They are sent one at a time: at a second each, that takes about 5 minutes.',
    );
    await person.click(within(question).getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(callsOf(main, 'outbox.publish')).toEqual([]);
    expect(screen.getByText('301 selected')).toBeVisible();
    await person.click(publish());
    await person.click(await screen.findByRole('button', { name: 'Publish all 301' }));
    await waitFor(() => expect(callsOf(main, 'outbox.publish')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'gridcell'));
  });

  it('asks nothing before a few, or before later saves of many', async () => {
    const person = userEvent.setup();
    render(Confirmations);
    const known = Array.from({ length: 40 }, (_, index) =>
      sampleSummary(`Theme ${index}`, { place: { relation: 'changed' } }),
    );
    const main = await show([
      ...known,
      ...['A', 'B', 'C', 'D', 'E'].map((one) => sampleSummary(one)),
    ]);
    (await card('Theme 0')).focus();
    await person.keyboard('{Control>}a{/Control}');
    await person.click(screen.getByRole('button', { name: /^Publish 45 themes to Northwind/u }));
    await waitFor(() => expect(callsOf(main, 'outbox.publish')).toHaveLength(1));
  });

  it('says which could not be queued', async () => {
    const person = userEvent.setup();
    await show(sixThemes());
    await choose(person, 'Aurora', 'Dune');
    await person.click(screen.getByRole('button', { name: /^Publish 2/u }));
    const dialog = await screen.findByRole('dialog', { name: '1 theme couldn’t be published' });
    expect(within(dialog).getByText('Dune')).toBeInTheDocument();
    await person.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('adds a tag to all and takes off one that they share', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    await choose(person, 'Aurora', 'Citrus');
    await person.click(screen.getByRole('button', { name: 'Tags' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags for 2 themes' });
    await person.click(within(dialog).getByRole('button', { name: 'Remove the tag Events' }));
    await person.type(within(dialog).getByRole('textbox', { name: 'Add a tag' }), 'sales');
    await person.click(within(dialog).getByRole('button', { name: 'Save tags' }));
    await waitFor(() =>
      expect(callsOf(main, 'library.setTagsOfMany')).toEqual([
        {
          themes: [
            { id: 'id-aurora', tags: ['Sales'], before: ['Events'] },
            { id: 'id-citrus', tags: ['Sales'], before: ['Events'] },
          ],
        },
      ]),
    );
    undoLatestToast();
    await waitFor(() =>
      expect(callsOf(main, 'library.setTagsOfMany').at(-1)).toEqual({
        themes: [
          { id: 'id-aurora', tags: ['Events'], before: ['Sales'] },
          { id: 'id-citrus', tags: ['Events'], before: ['Sales'] },
        ],
      }),
    );
  });

  it('keeps the tags that are being chosen while the theme’s file is away for a moment', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    await choose(person, 'Aurora');
    await person.click(screen.getByRole('button', { name: 'Tags' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags for Aurora' });
    const field = within(dialog).getByRole('textbox', { name: 'Add a tag' });
    await person.type(field, 'autumn{Enter}winter{Enter}spring');
    const aurora = sixThemes().filter(({ id }) => id === 'id-aurora');
    // A sync program takes the file away and puts a newer one there.
    main.emit('library.changed', { revision: 2, upserted: [], removed: ['id-aurora'] });
    const card = () => screen.queryByRole('gridcell', { name: /^Aurora/u, hidden: true });
    await waitFor(() => expect(card()).toBeNull());
    main.emit('library.changed', { revision: 3, upserted: aurora, removed: [] });
    const again = await screen.findByRole('dialog', { name: 'Tags for Aurora' });
    expect(within(again).getByRole('button', { name: /winter/u })).toBeVisible();
    expect(within(again).getByRole('textbox', { name: 'Add a tag' })).toHaveValue('spring');
  });

  it('refuses a tag that is too long where it is typed', async () => {
    const person = userEvent.setup();
    const main = await show(sixThemes());
    await choose(person, 'Aurora');
    await person.click(screen.getByRole('button', { name: 'Tags' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags for Aurora' });
    const field = within(dialog).getByRole('textbox', { name: 'Add a tag' });
    await person.type(field, `${'x'.repeat(41)}{Enter}`);
    expect(field).toHaveAccessibleDescription(/up to 40 characters/u);
    expect(field).toHaveValue('x'.repeat(41));
    expect(callsOf(main, 'library.setTagsOfMany')).toEqual([]);
  });
});
