import type { AppState, Preferences } from '@shared/bridge/app';
import type { Connection, Connections } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { ConnectionRemoval } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { app } from '../../state/app.svelte';
import { connections } from '../../state/connections.svelte';
import { fakeUpdates } from '../../testing/fake-updates';
import Confirmations from '../../ui/Confirmations.svelte';
import Settings from './Settings.svelte';
import { layers } from '../../ui/layers';

// Menus and dialogs are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);

const kestrel = trialConnection('k', {
  label: 'Kestrel',
  baseAddress: 'https://kestrel.example/v1',
  colour: 'green',
  host: 'kestrel.example',
});
const northwind: Connection = { ...kestrel, id: 'n', label: 'Northwind', tokenState: 'missing' };
const snapshot: Connections = { revision: 1, list: [kestrel, northwind], currentId: 'k' };
const state: AppState = {
  preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  platform: 'linux',
  version: '0.1.0',
  electron: '25.1.1',
  hasKnownHoles: true,
  isFirstRun: false,
};

type Handlers = Parameters<typeof installFakeMain>[0];

const nothing: ConnectionRemoval = {
  cancelled: 0,
  newerCancelled: 0,
  sending: 0,
  inDoubt: 0,
};

let libraryFolder: string | null = '/library';
afterEach(() => (libraryFolder = '/library'));

async function show(more: Handlers['connections'] = {}, removal: Partial<ConnectionRemoval> = {}) {
  let preferences: Preferences = state.preferences;
  let kept = { count: 12, bytes: 3_400_000 };
  const main = installFakeMain({
    app: {
      state: () => state,
      setPreferences: (changes) => (preferences = { ...preferences, ...changes } as Preferences),
      diagnostics: () => ({
        versions: { Foyer: '0.1.0', Electron: '25.1.1' },
        profileFolder: '/profile',
        libraryFolder,
        logFolder: '/profile/logs',
        keychain: { state: 'locked' },
      }),
      copyText: () => undefined,
      showFolder: () => undefined,
    },
    connections: { list: () => snapshot, ...more },
    outbox: {
      removal: ({ connectionId }) => (connectionId === 'n' ? { ...nothing, ...removal } : nothing),
    },
    pictures: { size: () => kept, clear: () => void (kept = { count: 0, bytes: 0 }) },
    transfer: { lastBackup: () => null },
    updates: { state: () => fakeUpdates() },
    launcher: {
      state: () => ({
        keys: '',
        keysWork: false,
        keysAreDoubtful: false,
        hasTray: false,
        isInTray: true,
        closesToTray: false,
        startsAtLogin: null,
      }),
    },
  });
  await Promise.all([app.start(), connections.start()]);
  render(Confirmations);
  render(Settings);
  return main;
}

async function choose(connection: string, item: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: `More for ${connection}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the parts', () => {
  const shown = () =>
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

  it('are listed, and a search leaves those that have its words', async () => {
    await show({});
    const list = screen.getByRole('navigation', { name: 'Parts of the settings' });
    expect(within(list).getAllByRole('button')).toHaveLength(7);
    await userEvent.click(within(list).getByRole('button', { name: 'Backup' }));
    expect(screen.getByRole('heading', { name: 'Backup' })).toHaveFocus();

    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    await userEvent.type(search, 'text size');
    await waitFor(() => expect(shown()).toEqual(['Appearance']));
    await userEvent.clear(search);
    await userEvent.type(search, 'zebra');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(shown().length).toBeGreaterThan(5));
  });
});

describe('connections', () => {
  it('lists them with what is known of their tokens, and uses another', async () => {
    const main = await show({ select: () => undefined });
    expect(screen.getByText(/kestrel.example · w1 · token in the keychain/u)).toBeVisible();
    const row = screen.getByRole('listitem', { name: 'Northwind' });
    expect(row).toHaveTextContent('no token stored');
    await userEvent.click(within(row).getByRole('button', { name: 'Use' }));
    expect(main.log.at(-1)).toEqual({ name: 'connections.select', input: { id: 'n' } });
  });

  it('removes only after the question was answered', async () => {
    const main = await show({ remove: () => undefined });
    await choose('Kestrel', 'Remove');
    const question = await screen.findByRole('dialog', { name: 'Remove Kestrel and its token?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep it' }));
    expect(main.log.map((call) => call.name)).not.toContain('connections.remove');

    await choose('Kestrel', 'Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(main.log.at(-1)).toEqual({ name: 'connections.remove', input: { id: 'k' } }),
    );
  });

  it.each<[Partial<ConnectionRemoval>, string]>([
    // The control: nothing of it is in the outbox.
    [{}, ''],
    [
      { inDoubt: 1 },
      'Foyer isn’t sure whether the last save of 1 theme arrived, and won’t send it again. ',
    ],
    [{ cancelled: 2 }, 'Publishing is cancelled for 2 themes in the outbox. '],
    [
      { newerCancelled: 1, sending: 1 },
      'Foyer isn’t sure whether the last save of 1 theme arrived; its newer version, which waits for your ' +
        'decision, is cancelled. 1 theme is being sent and may still arrive. ',
    ],
  ])('says before it removes one what becomes of what waits: %o', async (removal, said) => {
    await show({}, removal);
    await choose('Northwind', 'Remove');
    const question = await screen.findByRole('dialog', { name: 'Remove Northwind?' });
    expect(question).toHaveAccessibleDescription(`${said}Your themes stay in your library.`);
    await userEvent.click(within(question).getByRole('button', { name: 'Keep it' }));
  });

  it('shows what can be done to one with an icon each, so that the words stand in line', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'More for Kestrel' }));
    await screen.findByRole('menuitem', { name: 'Forget token' });
    const items = screen.getAllByRole('menuitem');
    expect(
      items.filter((item) => !item.querySelector('svg')).map((item) => item.textContent),
    ).toEqual([]);
  });

  it('has nothing to forget where no token is stored', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'More for Northwind' }));
    await screen.findByRole('menuitem', { name: 'Enter token' });
    expect(screen.queryByRole('menuitem', { name: 'Forget token' })).not.toBeInTheDocument();
  });

  it('forgets a token of where the connection led as it asked', async () => {
    const main = await show({ forgetToken: () => undefined });
    await choose('Kestrel', 'Forget token');
    const button = await screen.findByRole('button', { name: 'Forget token' });
    const moved = { ...kestrel, baseAddress: 'https://elsewhere.example/v1' };
    main.emit('connections.changed', { ...snapshot, revision: 2, list: [moved, northwind] });
    await userEvent.click(button);
    await waitFor(() => expect(main.log.at(-1)?.name).toBe('connections.forgetToken'));
    expect(main.log.at(-1)?.input).toMatchObject({ reach: { baseAddress: kestrel.baseAddress } });
  });

  it('takes a token, with the choice to do without the keychain', async () => {
    const main = await show({
      replaceToken: ({ keep }) => {
        if (keep === 'keychain') throw new ProblemError({ code: 'keychainLocked' });
      },
    });
    await choose('Northwind', 'Enter token');
    await userEvent.type(await screen.findByLabelText('Token'), 'new-token{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('locked');
    await userEvent.click(screen.getByRole('button', { name: 'Keep the token until Foyer quits' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const { baseAddress, workspaceId, preset, presentation } = northwind;
    const reach = { baseAddress, workspaceId, preset, presentation };
    expect(main.log.at(-1)).toEqual({
      name: 'connections.replaceToken',
      input: { id: 'n', reach, token: 'new-token', keep: 'session' },
    });
  });

  it('edits in a dialog', async () => {
    const main = await show({ edit: () => undefined });
    await choose('Kestrel', 'Edit');
    const name = await screen.findByLabelText('Name');
    await userEvent.type(name, ' & Co{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(main.log.at(-1)).toMatchObject({
      name: 'connections.edit',
      input: { id: 'k', input: { label: 'Kestrel & Co' } },
    });
  });
});

describe('appearance', () => {
  it('takes effect at once', async () => {
    await show();
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked());
    await userEvent.selectOptions(screen.getByLabelText('Text size'), '200%');
    await waitFor(() => expect(document.documentElement.style.fontSize).toBe('200%'));
    await userEvent.click(screen.getByRole('radio', { name: 'System' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'System' })).toBeChecked());
  });

  it('changes the language of what is on screen', async () => {
    await show();
    await userEvent.selectOptions(screen.getByLabelText('Language'), 'en-XA');
    expect(await screen.findByRole('heading', { name: /^\[Séťťíñĝš/u })).toBeVisible();
    expect(document.documentElement.lang).toBe('en-XA');
    await app.prefer({ locale: 'en' });
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  });
});

describe('diagnostics', () => {
  it('shows and copies what is known, the keychain’s state included', async () => {
    const main = await show();
    expect(await screen.findByText(/it’s probably locked/u)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Copy all' }));
    expect(await screen.findByText('This build doesn’t check for updates')).toBeVisible();
    const text = String(main.log.at(-1)?.input);
    expect(text).toContain('Electron: 25.1.1');
    expect(text).toContain('/profile/logs');
    await userEvent.click(screen.getByRole('button', { name: 'Show log' }));
    expect(main.log.at(-1)).toEqual({ name: 'app.showFolder', input: 'log' });
  });

  it('says that the library’s folder isn’t known, and which it is once that can be read', async () => {
    libraryFolder = null;
    const main = await show();
    const copied = async (): Promise<string> => {
      await userEvent.click(await screen.findByRole('button', { name: 'Copy all' }));
      return String(main.log.at(-1)?.input);
    };
    expect(await copied()).toContain('Library folder: not known');
    libraryFolder = '/library';
    main.emit('app.preferencesChanged', state.preferences);
    await waitFor(async () => expect(await copied()).toContain('Library folder: /library'));
  });
});
