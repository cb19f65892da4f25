/**
 * A link that opens a theme while a person fills in the form for one more connection, which is a screen and lies over none: the
 * token, which some services show once, is as little lost to it as what is typed in the form for a connection that there is.
 */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { beforeAll, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { newTheme } from '@shared/theme/theme';
import App from '../App.svelte';
import { installFakeMain } from '../testing/fake-main';
import { fakeUpdates } from '../testing/fake-updates';
import { navigation } from '../state/navigation.svelte';
import { layers } from '../ui/layers';

beforeAll(
  () =>
    Promise.all([
      import('../screens/welcome/Welcome.svelte'),
      import('../screens/studio/Studio.svelte'),
      layers.load(),
    ]),
  120_000,
);

it('loses nothing of what was typed there', async () => {
  const user = userEvent.setup();
  const connection = trialConnection('northwind', { label: 'Northwind' });
  const main = installFakeMain({
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
  navigation.go({ screen: 'welcome' });
  await user.click(await screen.findByRole('button', { name: 'Connect a workspace' }));
  const token = () => screen.findByLabelText(/^Token/u);
  await user.type(await token(), 'shown-only-once');

  // A page in the browser, a chat, or `foyer foyer://theme/ID` in a terminal.
  main.emit('app.openTheme', { id: 't1' });
  await tick();
  expect(navigation.current.screen).toBe('welcome');
  expect(await token()).toHaveValue('shown-only-once');
});
