import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
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
import { fakeUpdates } from '../testing/fake-updates';
import { listenToCommands } from './commands';
import ReportedProblems from './ReportedProblems.svelte';
import ShortcutsDialog from './ShortcutsDialog.svelte';
import Sidebar from './Sidebar.svelte';
import StatusBar from './StatusBar.svelte';
import { windowCommands } from './palette/window-commands';
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
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Practice' })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Kestrel' }));
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
    expect(bar).toHaveTextContent('Practice service, nothing is real');
    expect(bar).toHaveTextContent('Test runtime, Electron 25');
  });

  it('says that a token is missing', async () => {
    await start('k');
    render(StatusBar, { showShortcuts });
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Kestrel: token missing');
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
});

describe('what lies around', () => {
  it('lists the keys', async () => {
    await start();
    render(ShortcutsDialog, { open: true });
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog).toHaveTextContent('New theme');
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
