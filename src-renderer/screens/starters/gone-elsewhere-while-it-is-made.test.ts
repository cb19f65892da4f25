/**
 * A theme is made on a slow disk, of a starter or blank, and the person goes on elsewhere meanwhile: they stay there and are told, as
 * they are where a copy is made. What is typed in a dialog goes with its screen, and what is typed in another theme would go on in the
 * name of the new one.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { newTheme as defaults } from '@shared/theme/theme';
import { newTheme } from '../../features/themes/theme-actions';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { openDialogs } from '../../ui/open-dialogs.svelte';
import Toasts from '../../ui/Toasts.svelte';
import Starters from './Starters.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  render(Toasts);
  main = installFakeMain({
    library: {
      starters: () => [{ id: 'dusk', name: 'Dusk', tags: [], theme: defaults() }],
      create: async () => {
        await new Promise<void>((done) => (goOn = done));
        return { id: 'new' };
      },
    },
  });
});

let main: FakeMain;
let goOn: () => void;

/** The disk makes it, while the person goes on elsewhere. */
async function made(goElsewhere = () => {}): Promise<void> {
  await waitFor(() =>
    expect(main.log).toContainEqual(expect.objectContaining({ name: 'library.create' })),
  );
  goElsewhere();
  goOn();
}

const isTold = () => screen.findByText('Your new theme is in the library');

async function useStarter(): Promise<void> {
  navigation.go({ screen: 'starters' });
  render(Starters);
  await userEvent.click(await screen.findByRole('button', { name: /Dusk/u }));
}

const inNew = { screen: 'studio', themeId: 'new' };
const harbour = { screen: 'studio', themeId: 'harbour' } as const;

it('the control: who stays with the starters is in the new theme', async () => {
  await useStarter();
  await made();
  await waitFor(() => expect(navigation.current).toEqual(inNew));
});

it('of a starter: a dialog that was opened in the library meanwhile stays', async () => {
  await useStarter();
  await made(() => {
    navigation.go({ screen: 'library' });
    onTestFinished(openDialogs.add());
  });
  expect(await isTold()).toBeVisible();
  expect(navigation.current).toEqual({ screen: 'library' });
});

it('of a starter: who opened another theme meanwhile stays there', async () => {
  await useStarter();
  await made(() => navigation.go(harbour));
  expect(await isTold()).toBeVisible();
  expect(navigation.current).toEqual(harbour);
});

it('the control, blank: who stays in the library is in the new theme', async () => {
  navigation.go({ screen: 'library' });
  void newTheme();
  await made();
  await waitFor(() => expect(navigation.current).toEqual(inNew));
});

it('blank: who opened another theme meanwhile stays there', async () => {
  navigation.go({ screen: 'library' });
  void newTheme();
  await made(() => navigation.go(harbour));
  expect(await isTold()).toBeVisible();
  expect(navigation.current).toEqual(harbour);
});
