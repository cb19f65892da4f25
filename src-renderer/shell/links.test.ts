import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import App from '../App.svelte';
import { connections } from '../state/connections.svelte';
import { navigation } from '../state/navigation.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { type FakeMain, installFakeMain } from '../testing/fake-main';
import { fakeUpdates } from '../testing/fake-updates';
import { layers } from '../ui/layers';
import PreviewRequestHost from './PreviewRequestHost.svelte';

/** A link that opens a theme while a person fills in a form, which lies over a screen or is one. */
describe('a link that opens a theme over a form', () => {
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
});

/**
 * A workspace was connected twice under one name, as a service's own name suggests it. A link of a colleague asks for
 * the connection of that name. Foyer sends nothing, which is right; but it doesn't say that no connection has the name,
 * which two have: the terminal says of the same “Several connections are named Northwind”.
 */
describe('a link to a connection’s name that two have', () => {
  // Compiled ahead; it is loaded when the first one is asked for.
  beforeAll(
    () => Promise.all([import('../screens/previews/PreviewDialog.svelte'), layers.load()]),
    120_000,
  );

  afterEach(() => {
    if (previewStarter.current) previewStarter.close();
    cleanup();
    connections.end();
  });

  it.each([
    [
      'the control: none has the name',
      'unknownConnection',
      'There is no connection named Northwind',
    ],
    ['two have the name', 'severalConnections', 'Several connections are named Northwind'],
  ] as const)('a link to a connection by its name: %s', async (_, kind, title) => {
    const list = [trialConnection('first'), trialConnection('second', { workspaceId: 'w2' })];
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list, currentId: 'first' }) },
      previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
    });
    await connections.start();
    render(PreviewRequestHost);
    main.emit('previews.asked', { kind, name: 'Northwind' });
    await screen.findByRole('dialog', { name: title });
    const settings = screen.queryByRole('button', { name: 'Open settings' });
    expect(settings !== null).toBe(kind === 'severalConnections');
    if (!settings) return;
    await userEvent.click(settings);
    expect(navigation.current.screen).toBe('settings');
  });
});
