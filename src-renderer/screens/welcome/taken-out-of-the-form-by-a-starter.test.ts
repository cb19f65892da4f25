/**
 * At the first run a person presses a starter theme, the disk takes its time over the new folder, and they go on with the
 * form beside it: the workspace's token, which some services show once, is half typed when the theme is there. As where
 * practising takes its time, who went on to the form stays there, and what is typed there stays too.
 */
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { app } from '../../state/app.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';
import Toasts from '../../ui/Toasts.svelte';
import Welcome from './Welcome.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => navigation.go({ screen: 'welcome' }));
afterEach(() => app.end());

const user = userEvent.setup();
let main: FakeMain;
let goOn: () => void;

async function pressStarter(): Promise<void> {
  const disk = new Promise<void>((done) => (goOn = done));
  main = installFakeMain({
    app: {
      state: () => ({
        ...{ platform: 'linux', version: '1', electron: '1', hasKnownHoles: false },
        preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
        isFirstRun: true,
      }),
    },
    library: {
      starters: () => [{ id: 'harbour', name: 'Harbour', tags: [], theme: newTheme() }],
      create: async () => {
        await disk;
        return { id: 'new' };
      },
    },
  });
  await app.start();
  render(Toasts);
  render(Welcome);
  await user.click(await screen.findByRole('button', { name: /Harbour/u }));
  await waitFor(() =>
    expect(main.log).toContainEqual(expect.objectContaining({ name: 'library.create' })),
  );
}

/** The disk is done. */
async function made(): Promise<void> {
  const going = vi.spyOn(navigation, 'goFrom').mockClear();
  goOn();
  await waitFor(() => expect(going).toHaveBeenCalledOnce());
}

it('the control: who waits for it is in the new theme', async () => {
  await pressStarter();
  await made();
  expect(navigation.current).toEqual({ screen: 'studio', themeId: 'new' });
  await waitFor(() => expect(app.state.isFirstRun).toBe(false));
});

it('who went on to the form stays there, with the token that they typed', async () => {
  await pressStarter();
  await user.click(screen.getByRole('button', { name: 'Connect a workspace' }));
  await user.type(screen.getByLabelText(/^Token/u), 'shown-only-once');
  await made();
  expect(await screen.findByText('Your new theme is in the library')).toBeVisible();
  expect(navigation.current).toEqual({ screen: 'welcome' });
  expect(screen.getByLabelText(/^Token/u)).toHaveValue('shown-only-once');
});

it('the first run is over once the theme is open, also where a dialog lay over it', async () => {
  await pressStarter();
  const close = openDialogs.add();
  await made();
  expect(navigation.current).toEqual({ screen: 'welcome' });
  close();
  await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'new' }));
  await waitFor(() => expect(app.state.isFirstRun).toBe(false));
});
