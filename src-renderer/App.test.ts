import type { AppState } from '@shared/bridge/app';
import type { Connection, Connections } from '@shared/connection';
import type { FirstScreen } from '@shared/first-screen';
import { firstScreenElement } from '@shared/first-screen-element';
import type { LibrarySnapshot } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import App from './App.svelte';
import { installFakeMain } from './testing/fake-main';
import { library } from './state/library.svelte';
import { navigation } from './state/navigation.svelte';
import { fakeUpdates } from './testing/fake-updates';
import { pretendLayout } from './testing/layout-in-jsdom';
import { sampleSummary } from './testing/sample-summaries';
import { reports } from './ui/reports.svelte';

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
  others: Parameters<typeof installFakeMain>[0] = {},
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
    library: { list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/l' }) },
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
    ...others,
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
    const later = ['app.ready', 'proxy.waiting'];
    expect(
      main.log
        .map((call) => call.name)
        .filter((name) => !later.includes(name))
        .sort(),
    ).toEqual([
      'app.state',
      'connections.list',
      'library.list',
      'outbox.list',
      'previews.list',
      'updates.state',
    ]);
    // A question that a proxy asked before is found as well, after the first screen.
    await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('proxy.waiting'));
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

describe('a start that is handed the window as it was last seen', () => {
  const northwind: Connection = {
    id: 'northwind',
    label: 'Northwind',
    baseAddress: 'https://chat.northwind.example/v1',
    host: 'chat.northwind.example',
    workspaceId: 'w1',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'none' },
    isPractice: false,
    keepsClientIds: 'unknown',
    tokenState: 'keychain',
  };
  const known: Connections = { revision: 9, list: [northwind], currentId: 'northwind' };

  beforeEach(() => pretendLayout({ width: 900, height: 600, rowHeight: 200 }));

  function hand(library: Partial<FirstScreen['library']> = {}): void {
    const summer = sampleSummary('Summer');
    const first: FirstScreen = {
      state,
      connections: known,
      library: {
        themes: [{ ...summer, tags: ['spa'] }],
        count: 300,
        counts: { all: 300, draft: 299, published: 1 },
        tags: [{ name: 'spa', count: 12 }],
        deliveries: [{ themeId: summer.id, connectionId: 'northwind', delivery: 'waiting' }],
        ...library,
      },
    };
    const element = document.createElement('script');
    element.type = 'application/json';
    element.id = firstScreenElement;
    element.textContent = JSON.stringify(first);
    document.head.append(element);
  }

  it('shows it at once, and what main answers in its place', async () => {
    hand();
    let answer: (snapshot: LibrarySnapshot) => void = () => undefined;
    start({}, () => state, {
      connections: { list: () => ({ ...known, revision: 0 }) },
      outbox: { list: () => new Promise(() => undefined) },
      library: { list: () => new Promise((resolve) => (answer = resolve)) },
    });
    await screen.findByRole('gridcell', { name: /^Summer, Waiting to publish/u });
    expect(screen.getByRole('button', { name: /^Connection: Northwind/u })).toBeVisible();
    expect(screen.getByRole('button', { name: 'All 300' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'spa 12' })).toBeVisible();
    expect(document.getElementById(firstScreenElement)).toBeNull();

    answer({
      revision: 1,
      unreadable: [],
      ids: [1],
      folder: '/l',
      themes: [sampleSummary('Autumn')],
    });
    await screen.findByRole('gridcell', { name: /^Autumn, / });
    expect(screen.queryByRole('gridcell', { name: /^Summer, / })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'All 1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'spa 12' })).not.toBeInTheDocument();
  });

  it('does not say that the outbox is empty before main has said so', async () => {
    hand();
    let answer: (snapshot: LibrarySnapshot) => void = () => undefined;
    start({}, () => state, {
      connections: { list: () => ({ ...known, revision: 0 }) },
      outbox: { list: () => new Promise(() => undefined) },
      library: { list: () => new Promise((resolve) => (answer = resolve)) },
    });
    await screen.findByRole('gridcell', { name: /^Summer, Waiting to publish/u });
    const isSaid = screen.queryByText('Outbox empty') !== null;
    answer({
      revision: 1,
      unreadable: [],
      ids: [1],
      folder: '/l',
      themes: [sampleSummary('Autumn')],
    });
    await screen.findByRole('gridcell', { name: /^Autumn, / });
    expect(isSaid).toBe(false);
  });

  it('does not go on saying what waited once main can’t say what waits', async () => {
    hand();
    start({}, () => state, {
      connections: { list: () => ({ ...known, revision: 0 }) },
      outbox: {
        list: () => {
          throw new ProblemError({ code: 'internal', id: 'x1' });
        },
      },
      library: {
        list: () => ({
          revision: 1,
          unreadable: [],
          ids: [1],
          folder: '/l',
          themes: [sampleSummary('Summer')],
        }),
      },
    });
    await screen.findByRole('button', { name: 'All 1' });
    await screen.findByRole('gridcell', { name: /^Summer, / });
    for (const { id } of reports.list) reports.dismiss(id);
    expect(screen.queryByRole('gridcell', { name: /Waiting to publish/u })).toBeNull();
  });

  it('offers to publish what changed only once it knows how many that are', async () => {
    const changed = (name: string) =>
      sampleSummary(name, { place: { relation: 'changed', templateId: name } });
    hand({ themes: [changed('Summer')], deliveries: [] });
    let answer: (snapshot: LibrarySnapshot) => void = () => undefined;
    start({}, () => state, {
      connections: { list: () => ({ ...known, revision: 0 }) },
      library: { list: () => new Promise((resolve) => (answer = resolve)) },
    });
    await screen.findByRole('gridcell', { name: /^Summer, / });
    await userEvent.click(screen.getByRole('button', { name: /outbox/iu }));
    await screen.findByRole('dialog', { name: 'Outbox' });
    // Pressed, it publishes all that main knows of.
    const early = screen.queryByRole('button', { name: 'Publish 1 changed theme to Northwind' });
    const themes = [changed('Summer'), changed('Autumn')];
    answer({ revision: 1, unreadable: [], ids: [1], folder: '/l', themes });
    await screen.findByRole('button', { name: 'Publish all 2 changed themes to Northwind' });
    expect(early).toBeNull();
  });

  it('shows none of it where main can’t say what is there', async () => {
    hand();
    start({}, () => state, {
      library: {
        list: () => {
          throw new ProblemError({ code: 'libraryFolderMissing', path: '/l' });
        },
      },
    });
    await screen.findByRole('button', { name: 'Choose another folder' });
    expect(screen.queryByRole('gridcell')).not.toBeInTheDocument();
  });

  it('says why it can’t start after all', async () => {
    hand();
    start({}, () => {
      throw new ProblemError({ code: 'internal', id: 'x1' });
    });
    expect(await screen.findByRole('heading', { name: 'Foyer can’t start' })).toBeVisible();
    expect(screen.queryByRole('gridcell')).not.toBeInTheDocument();
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
