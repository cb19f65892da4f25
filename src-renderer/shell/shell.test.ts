import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
import { sharedCommands, type SharedCommand } from '@shared/shared-commands';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeMain } from '../testing/fake-main';
import { app } from '../state/app.svelte';
import { connections } from '../state/connections.svelte';
import { library } from '../state/library.svelte';
import { libraryView } from '../state/library-view.svelte';
import { navigation } from '../state/navigation.svelte';
import { report } from '../ui/report';
import { reports } from '../ui/reports.svelte';
import { toast } from '../ui/toast';
import { fakeUpdates } from '../testing/fake-updates';
import { listenToCommands } from './commands';
import { registerCommands } from '../state/commands.svelte';
import ReportedProblems from './ReportedProblems.svelte';
import ShortcutsDialog from './ShortcutsDialog.svelte';
import Sidebar from './Sidebar.svelte';
import StatusBar from './StatusBar.svelte';
import { windowCommands } from './palette/window-commands';
import { places } from './window-actions';
import { layers } from '../ui/layers';

// Menus and dialogs are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);

const practice = trialConnection('p', {
  label: 'Practice',
  baseAddress: 'http://127.0.0.1:4000/v1',
  colour: 'green',
  host: '127.0.0.1:4000',
  isPractice: true,
});
const kestrel: Connection = {
  ...practice,
  id: 'k',
  label: 'Kestrel',
  host: 'kestrel.example',
  isPractice: false,
  tokenState: 'missing',
};

const theme = (id: string, tags: string[]): ThemeSummary => ({
  id,
  name: id,
  tags,
  updatedAt: '2024-11-14T09:31:00Z',
  theme: newTheme(),
  hasCustomCss: false,
  isReadOnly: false,
  places: [],
});

async function start(currentId: string | null = 'p') {
  let finish = () => undefined as void;
  const create = vi.fn(
    () =>
      new Promise<{ id: string }>((resolve) => {
        finish = () => resolve({ id: 'new' });
      }),
  );
  const main = installFakeMain({
    app: {
      state: () => ({
        preferences: {
          appearance: 'light' as const,
          textSize: 100,
          locale: 'en' as const,
          loadPictures: true,
        },
        platform: 'linux' as const,
        version: '0.1.0',
        electron: '25.1.1',
        hasKnownHoles: true,
        isFirstRun: false,
      }),
      undoInField: () => undefined,
    },
    updates: { state: () => fakeUpdates() },
    connections: {
      list: () => ({ revision: 1, list: [practice, kestrel], currentId }),
      select: () => undefined,
    },
    library: {
      list: () => ({
        revision: 1,
        themes: [theme('a', ['Booking']), theme('b', ['Booking', 'Sales'])],
        unreadable: [],
        ids: [1],
        folder: '/library',
      }),
      create,
    },
  });
  await Promise.all([app.start(), connections.start(), library.start()]);
  return { main, create, finishCreating: () => finish() };
}

beforeEach(() => {
  navigation.go({ screen: 'library' });
  libraryView.clear();
});

describe('Sidebar', () => {
  it('goes to the places, and says which one is shown', async () => {
    await start();
    render(Sidebar);
    expect(screen.getByRole('button', { name: 'Library 2' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Billing' }));
    expect(navigation.current).toEqual({ screen: 'billing' });
    expect(screen.getByRole('button', { name: 'Billing' })).toHaveAttribute('aria-current', 'page');
  });

  it('has no place that the command palette does not know', async () => {
    await start();
    render(Sidebar);
    const commands = windowCommands({
      starters: [],
      showShortcuts: () => undefined,
      checkConnection: () => undefined,
    });
    const known = commands.filter(({ group }) => group === 'places').map(({ label }) => label);
    for (const place of ['Library', 'Previews', 'Activity', 'Starter themes', 'Bin', 'Settings']) {
      expect(screen.getByRole('button', { name: new RegExp(`^${place}`, 'u') })).toBeVisible();
      expect(known).toContain(place);
    }
  });

  it('shows the themes of a tag, and all again', async () => {
    await start();
    render(Sidebar);
    await userEvent.click(screen.getByRole('button', { name: 'Booking 2' }));
    expect(libraryView.tag).toBe('Booking');
    await userEvent.click(screen.getByRole('button', { name: 'Library 2' }));
    expect(libraryView.tag).toBeNull();
  });

  it('switches the connection by keyboard', async () => {
    const { main } = await start();
    render(Sidebar);
    screen.getByRole('button', { name: /Connection: Practice/u }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('menuitemcheckbox', { name: /^Practice/u })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: /^Kestrel/u }));
    await waitFor(() =>
      expect(main.log.at(-1)).toEqual({ name: 'connections.select', input: { id: 'k' } }),
    );
  });
});

describe('StatusBar', () => {
  const showShortcuts = vi.fn();

  it('says that practice is practice, and that the runtime is for tests', async () => {
    await start();
    render(StatusBar, { showShortcuts });
    const bar = screen.getByRole('contentinfo');
    expect(bar).toHaveTextContent('Practice, nothing is real');
    expect(bar).toHaveTextContent('Test runtime, Electron 25');
  });

  it('says that a token is missing, and leads to its connection', async () => {
    await start('k');
    render(StatusBar, { showShortcuts });
    await userEvent.click(screen.getByRole('button', { name: 'Kestrel: token missing' }));
    expect(navigation.current).toEqual({ screen: 'settings' });
    expect(navigation.inSettings).toEqual({ connectionId: 'k' });
  });

  it('follows the network', async () => {
    await start();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    render(StatusBar, { showShortcuts });
    expect(screen.getByText('Online')).toBeVisible();
    online.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(await screen.findByText('Offline')).toBeVisible();
    online.mockRestore();
  });
});

describe('commands', () => {
  let end = () => undefined as void;
  const showShortcuts = vi.fn();
  afterEach(() => {
    end();
    showShortcuts.mockClear();
  });

  it('makes one theme at one press, and opens it', async () => {
    const { create, finishCreating } = await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    await userEvent.keyboard('{Control>}nn{/Control}');
    finishCreating();
    await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'new' }));
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('goes to settings, to the search, and to the list of keys', async () => {
    await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    await userEvent.keyboard('{Control>},{/Control}');
    expect(navigation.current.screen).toBe('settings');
    const asked = libraryView.searchesAsked;
    await userEvent.keyboard('/');
    expect(navigation.current.screen).toBe('library');
    expect(libraryView.searchesAsked).toBe(asked + 1);
    await userEvent.keyboard('?');
    expect(showShortcuts).toHaveBeenCalledTimes(1);
  });

  it('goes to each place by its key, and back from the studio', async () => {
    await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    for (const [at, { screen }] of places.entries()) {
      await userEvent.keyboard(`{Alt>}[Digit${at + 1}]{/Alt}`);
      expect(navigation.current).toEqual({ screen });
    }
    for (const keys of ['{Escape}', '{Alt>}{ArrowLeft}{/Alt}']) {
      navigation.go({ screen: 'studio', themeId: 'a' });
      await userEvent.keyboard(keys);
      expect(navigation.current).toEqual({ screen: 'library', isBack: true });
    }
    navigation.go({ screen: 'settings' });
    await userEvent.keyboard('{Escape}');
    expect(navigation.current).toEqual({ screen: 'settings' });
  });

  it('leaves the studio by Escape only where nothing else hears it', async () => {
    await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    navigation.go({ screen: 'studio', themeId: 'a' });
    const field = document.createElement('input');
    document.body.append(field);
    await userEvent.type(field, '{Escape}');
    field.remove();
    const hear = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', hear);
    await userEvent.keyboard('{Escape}');
    document.removeEventListener('keydown', hear);
    expect(navigation.current.screen).toBe('studio');
  });

  it('goes from theme to theme in the order of the library, also when that changes', async () => {
    const { main } = await start();
    const opened = () => navigation.current.screen === 'studio' && navigation.current.themeId;
    main.emit('library.changed', { revision: 2, upserted: [theme('c', [])], removed: [] });
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    navigation.go({ screen: 'studio', themeId: 'a' });
    await userEvent.keyboard('{Control>}{PageDown}{/Control}');
    expect(opened()).toBe('b');
    // By an edit it is the newest.
    const edited = { ...theme('b', []), updatedAt: '2024-11-15T09:31:00Z' };
    main.emit('library.changed', { revision: 3, upserted: [edited], removed: [] });
    await userEvent.keyboard('{Control>}{PageDown}{/Control}');
    expect(opened()).toBe('c');
    await userEvent.keyboard('{Control>}{PageDown}{/Control}');
    expect(opened()).toBe('a');
    await userEvent.keyboard('{Control>}{PageUp}{PageUp}{/Control}');
    expect(opened()).toBe('b');
    expect(libraryView.activeId).toBe('b');
  });

  it('lets a screen answer the system’s menu before the window', async () => {
    const { main } = await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    const run = vi.fn();
    const endScreen = registerCommands(() => [
      { id: 'here', group: 'screen', label: 'Here', menu: 'publish', run },
    ]);
    main.emit('app.command', 'publish');
    endScreen();
    main.emit('app.command', 'publish');
    expect(run).toHaveBeenCalledTimes(1);
    main.emit('app.command', 'bin');
    expect(navigation.current.screen).toBe('bin');
  });

  it('leaves plain keys to a field that is typed in', async () => {
    await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    const field = document.createElement('input');
    document.body.append(field);
    await userEvent.type(field, '?/');
    expect(field).toHaveValue('?/');
    expect(showShortcuts).not.toHaveBeenCalled();
    field.remove();
  });

  it('does the same at the system’s menu', async () => {
    const { main } = await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    main.emit('app.command', 'shortcuts');
    main.emit('app.command', 'settings');
    expect(showShortcuts).toHaveBeenCalledTimes(1);
    expect(navigation.current.screen).toBe('settings');
  });

  it('does nothing at the system’s menu behind a dialog', async () => {
    const { main } = await start();
    navigation.go({ screen: 'library' });
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    main.emit('app.command', 'settings');
    main.emit('app.command', 'newTheme');
    expect(navigation.current.screen).toBe('library');
    expect(main.log.filter(({ name }) => name === 'library.create')).toEqual([]);
    dialog.remove();
  });

  it('undoes at the system’s menu where one types', async () => {
    const { main } = await start();
    end = listenToCommands({ showShortcuts, showPalette: () => undefined });
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    main.emit('app.command', 'undo');
    main.emit('app.command', 'redo');
    const asked = () => main.log.filter(({ name }) => name === 'app.undoInField');
    expect(asked().map(({ input }) => input)).toEqual(['undo', 'redo']);

    // An editor with a history of its own takes the key.
    field.addEventListener('keydown', (event) => event.preventDefault());
    main.emit('app.command', 'undo');
    expect(asked()).toHaveLength(2);
    field.remove();
    main.emit('app.command', 'undo');
    expect(asked()).toHaveLength(2);
  });
});

describe('the palette', () => {
  const offered = () =>
    windowCommands({
      starters: [],
      showShortcuts: () => undefined,
      checkConnection: () => undefined,
    });

  it('has each command of the one table, but for those that a screen brings itself', async () => {
    await start();
    const inLibrary = offered();
    navigation.go({ screen: 'studio', themeId: 'a' });
    const known = new Set([...inLibrary, ...offered()].map(({ label }) => label));
    const { palette, publish, undo, redo, ...shared } = sharedCommands;
    const itsOwn = [palette, publish, undo, redo].map(({ label }) => label());
    const missing = Object.values(shared)
      .map(({ label }) => label())
      .filter((label) => !known.has(label) && !itsOwn.includes(label));
    expect(missing).toEqual([]);
  });

  it('takes back what was done last in the library', async () => {
    await start();
    const undo = vi.fn(() => Promise.resolve('done' as const));
    toast('Harbour deleted', { undo });
    const command = offered().find(({ label }) => label === 'Undo the last action');
    expect(command?.context).toBe('Harbour deleted');
    command?.run();
    await waitFor(() => expect(undo).toHaveBeenCalledTimes(1));
    expect(offered().map(({ label }) => label)).not.toContain('Undo the last action');
  });
});

describe('what lies around', () => {
  it('lists the keys', async () => {
    await start();
    render(ShortcutsDialog, { open: true });
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const rows = [...dialog.querySelectorAll('.row')].map((row) => row.textContent?.trim());
    for (const { label, keys } of Object.values<SharedCommand>(sharedCommands)) {
      const isListed = rows.some((row) => row?.startsWith(label()));
      expect(isListed, label()).toBe(keys.length > 0);
    }
  });

  it('shows a reported problem until it is dismissed', async () => {
    render(ReportedProblems);
    report(new Error('odd'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong inside Foyer');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(reports.list).toEqual([]);
  });
});
