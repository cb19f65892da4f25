/**
 * A person searches the settings, which leaves the panels that have the words. Then the status bar says that there is a
 * newer Foyer, and they press that; or they choose *Report a problem* in the help menu, or choose it once more.
 */
import type { AppState } from '@shared/bridge/app';
import { trialConnection } from '@shared/trial-connection';
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { app } from '../../state/app.svelte';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { helpActions } from '../../shell/help-actions';
import UpdatesButton from '../../shell/UpdatesButton.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { fakeUpdates } from '../../testing/fake-updates';
import { layers } from '../../ui/layers';
import Settings from './Settings.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
  navigation.go({ screen: 'library' });
});

const state: AppState = {
  preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  ...{ platform: 'linux', version: '0.1.0', electron: '25.1.1' },
  ...{ hasKnownHoles: true, isFirstRun: false },
};

async function show(): Promise<void> {
  installFakeMain({
    app: {
      state: () => state,
      diagnostics: () => ({
        ...{ versions: { Foyer: '0.1.0' }, profileFolder: '/profile', libraryFolder: '/library' },
        ...{ logFolder: '/profile/logs', keychain: { state: 'locked' } },
      }),
    },
    connections: {
      list: () => ({ revision: 1, list: [trialConnection('k')], currentId: 'k' }),
    },
    pictures: { size: () => ({ count: 0, bytes: 0 }) },
    transfer: { lastBackup: () => null },
    updates: {
      state: () => ({
        ...fakeUpdates(),
        ...{ looks: 'daily', isPutOff: false },
        step: { name: 'found', version: '9.9.9', notes: '', how: 'install' },
      }),
    },
    launcher: {
      state: () => ({
        ...{ keys: '', keysWork: false, keysAreDoubtful: false, hasTray: false },
        ...{ isInTray: true, closesToTray: false, startsAtLogin: null },
      }),
    },
  });
  await Promise.all([app.start(), connections.start()]);
  navigation.go({ screen: 'settings' });
  render(UpdatesButton);
  render(Settings);
}

const part = (id: string) => document.querySelector(`[data-part="${id}"]`);

async function search(): Promise<void> {
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'text size');
  await waitFor(() => expect(part('updates')).not.toBeVisible());
}

const pressUpdate = async () =>
  userEvent.click(await screen.findByRole('button', { name: /9\.9\.9/u }));
function reportProblem(): void {
  helpActions(() => undefined)
    .find(({ id }) => /problem/iu.test(id))
    ?.run();
}
const diagnostics = () => screen.getByRole('heading', { name: 'Diagnostics' });

it('the control: without a search, both are there', async () => {
  await show();
  await pressUpdate();
  expect(part('updates')).toBeVisible();
  reportProblem();
  await waitFor(() => expect(diagnostics()).toHaveFocus());
});

it('shows the update that was pressed in the status bar', async () => {
  await show();
  await search();
  await pressUpdate();
  await waitFor(() => expect(part('updates')).toBeVisible());
});

it('shows what Report a problem leads to', async () => {
  await show();
  await search();
  reportProblem();
  await waitFor(() => expect(part('diagnostics')).toBeVisible());
});

it.each([
  ['outside', 'Launcher and tray'],
  ['library', 'Library'],
  ['pictures', 'Images'],
] as const)('shows %s to whoever is led to it', async (id, title) => {
  await show();
  await search();
  navigation.goToSettings({ part: id });
  const heading = within(part(id) as HTMLElement).getByRole('heading', { hidden: true });
  expect(heading).toHaveTextContent(title);
  await waitFor(() => expect(heading).toHaveFocus());
  expect(heading).toBeVisible();
});

it('shows it again to whoever went elsewhere in the settings', async () => {
  await show();
  reportProblem();
  await waitFor(() => expect(diagnostics()).toHaveFocus());
  await userEvent.click(screen.getByRole('searchbox', { name: 'Search settings' }));
  reportProblem();
  await waitFor(() => expect(diagnostics()).toHaveFocus());
});
