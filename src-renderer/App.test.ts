import type { AppState } from '@shared/bridge/app';
import type { Connections } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import App from './App.svelte';
import { installFakeMain } from './testing/fake-main';
import { library } from './state/library.svelte';
import { navigation } from './state/navigation.svelte';
import { fakeUpdates } from './testing/fake-updates';

const state: AppState = {
  preferences: { appearance: 'dark', textSize: 125, locale: 'en', loadPictures: true },
  platform: 'windows',
  version: '0.1.0',
  electron: '45.4.1',
  hasKnownHoles: false,
  isFirstRun: false,
};
const none: Connections = { revision: 1, list: [], currentId: null };

function start(
  changes: Partial<AppState> = {},
  answer: () => AppState = () => ({ ...state, ...changes }),
) {
  const main = installFakeMain({
    pictures: { size: () => ({ count: 0, bytes: 0 }) },
    updates: { state: () => fakeUpdates() },
    app: {
      state: answer,
      ready: () => undefined,
      diagnostics: () => ({
        versions: {},
        profileFolder: '/p',
        libraryFolder: '/l',
        logFolder: '/p/logs',
        keychain: { state: 'ready' },
      }),
    },
    connections: { list: () => none },
    library: { list: () => ({ revision: 1, themes: [], unreadable: [], folder: '/l' }) },
    outbox: {
      list: () => ({
        revision: 1,
        isPaused: false,
        items: [],
        deliveries: [],
        holds: [],
        progress: { done: 0, all: 0 },
      }),
    },
    previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
    proxy: { waiting: () => null },
  });
  render(App);
  return main;
}

// Loaded ahead, so that a test does not wait for the compiler.
beforeAll(() => import('./screens/settings/Settings.svelte'), 60_000);
beforeEach(() => navigation.go({ screen: 'library' }));

describe('the start', () => {
  it('takes what main knows, shows the library, and only then says that it is ready', async () => {
    const main = start();
    expect(await screen.findByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
    await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('app.ready'));
    expect(
      main.log
        .map((call) => call.name)
        .filter((name) => name !== 'app.ready')
        .sort(),
    ).toEqual([
      'app.state',
      'connections.list',
      'library.list',
      'outbox.list',
      'previews.list',
      'proxy.waiting',
      'updates.state',
    ]);
    const page = document.documentElement;
    expect(page.dataset['platform']).toBe('windows');
    expect(page.style.fontSize).toBe('125%');
    expect(page.lang).toBe('en');
  });

  it('offers practice and connecting at the first run, with nothing beside them', async () => {
    start({ isFirstRun: true });
    expect(await screen.findByRole('heading', { name: 'Welcome to Foyer' })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Look around first' }));
    expect(await screen.findByRole('navigation', { name: 'Places' })).toBeVisible();
  });

  it('says why it can’t start, and tries again', async () => {
    let isBroken = true;
    start({}, () => {
      if (isBroken) throw new ProblemError({ code: 'internal', id: 'x1' });
      return state;
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  });
});

describe('going from screen to screen', () => {
  it('puts the focus on the new heading and names the window', async () => {
    start();
    await userEvent.click(await screen.findByRole('button', { name: 'Settings' }));
    const heading = await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toBe('Settings · Foyer');
  });

  it('lets the keyboard skip the sidebar', async () => {
    start();
    await screen.findByRole('heading', { name: 'Library', level: 1 });
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('a screen that throws', () => {
  it('says so in its place, leaves the rest at work, and can be shown again', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = vi.spyOn(library, 'folder', 'get').mockImplementation(() => {
      throw new Error('broken on purpose');
    });
    start();
    await userEvent.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This screen stopped working');
    expect(screen.getByRole('navigation', { name: 'Places' })).toBeVisible();
    expect(errors).toHaveBeenCalled();
    broken.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Reload this screen' }));
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    errors.mockRestore();
  });
});
