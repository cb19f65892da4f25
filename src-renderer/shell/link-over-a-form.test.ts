/** A link that opens a theme while a person fills in a form, which lies over a screen or is one. */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { newTheme } from '@shared/theme/theme';
import App from '../App.svelte';
import { installFakeMain, type FakeMain } from '../testing/fake-main';
import { fakeUpdates } from '../testing/fake-updates';
import { navigation } from '../state/navigation.svelte';
import { layers } from '../ui/layers';

beforeAll(
  () =>
    Promise.all([
      import('../screens/settings/Settings.svelte'),
      import('../screens/studio/Studio.svelte'),
      import('../screens/welcome/Welcome.svelte'),
      layers.load(),
    ]),
  120_000,
);

const user = userEvent.setup();
const connection = trialConnection('northwind', { label: 'Northwind' });
let main: FakeMain;

beforeEach(async () => {
  main = installFakeMain({
    pictures: { size: () => ({ count: 0, bytes: 0 }), show: () => [] },
    updates: { state: () => fakeUpdates() },
    app: {
      state: () => ({
        preferences: { appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true },
        platform: 'linux',
        version: '0.1.0',
        electron: '45.4.1',
        hasKnownHoles: false,
        isFirstRun: false,
      }),
      ready: () => undefined,
      setPreferences: () => ({
        appearance: 'dark',
        textSize: 100,
        locale: 'en',
        loadPictures: true,
      }),
      diagnostics: () => ({
        versions: {},
        profileFolder: '/p',
        libraryFolder: '/l',
        logFolder: '/p/logs',
        keychain: { state: 'ready' },
      }),
    },
    connections: {
      list: () => ({ revision: 1, list: [connection], currentId: connection.id }),
      check: () => ({ verdict: 'good', status: 400, detail: '' }),
      add: () => ({ id: 'contoso' }),
    },
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/l' }),
      open: ({ id }) => ({
        id,
        version: 1,
        name: 'Harbour',
        tags: [],
        theme: newTheme(),
        isReadOnly: false,
        canUndo: false,
        canRedo: false,
        save: { kind: 'saved', at: '2026-11-20T14:05:00Z' },
        places: [],
        publications: {},
      }),
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    outbox: {
      answers: () => [],
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
  navigation.go({ screen: 'library' });
  render(App);
  await screen.findByRole('heading', { name: 'Library', level: 1 });
});

/** A page in the browser, a chat, or `foyer foyer://theme/ID` in a terminal. */
async function openByLink(): Promise<void> {
  main.emit('app.openTheme', { id: 't1' });
  await tick();
}

it('loses nothing of what was typed there', async () => {
  navigation.goToSettings({ connectionId: connection.id });
  const label = () => screen.findByRole('textbox', { name: 'Name' });
  await user.clear(await label());
  await user.type(await label(), 'Northwind, the new workspace');
  await openByLink();
  expect(await label()).toHaveValue('Northwind, the new workspace');
  expect(navigation.current.screen).toBe('settings');

  // Once the form is closed, it is the link's turn.
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeVisible();
});

it.each(['Cancel', 'Connect'])(
  'nor in the form for one more connection, which lies over nothing, until that is done: %s',
  async (done) => {
    navigation.go({ screen: 'welcome' });
    await user.click(await screen.findByRole('button', { name: 'Connect a workspace' }));
    await user.type(screen.getByLabelText(/^Name/u), 'Contoso');
    await user.type(screen.getByLabelText(/^Base address/u), 'https://chat.example/api/v1');
    await user.type(screen.getByLabelText(/^Workspace ID/u), 'contoso');
    await user.type(screen.getByLabelText(/^Token/u), 'shown-only-once');
    await openByLink();
    expect(navigation.current.screen).toBe('welcome');
    expect(screen.getByLabelText(/^Token/u)).toHaveValue('shown-only-once');

    await user.click(screen.getByRole('button', { name: done }));
    expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeVisible();
  },
);
