/**
 * A virus scanner holds the bin, or a file in it, in the moment in which a person opens the bin. The screen says that
 * Foyer keeps trying: it does, and shows what is there once it can be read, without a press of *Try again*.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BinContent, BinnedTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

const aster: BinnedTheme = {
  ...{ entry: 'aster-1', id: 'aster', name: 'Aster', tags: [] },
  ...{ theme: newTheme(), file: 'aster.json', folder: '/f' },
  ...{ removedAt: '2026-01-02T03:04:05.000Z', daysLeft: 12, publications: 0 },
};

/** Opens a bin that can't be read at first in that way, and can be right after; `said` is what is said of it. */
async function opened(held: () => BinContent, said: RegExp): Promise<void> {
  let isHeld = true;
  installFakeMain({
    library: { bin: () => (isHeld ? held() : { themes: [aster], unread: [], damaged: [] }) },
  });
  render(Bin);
  expect(await screen.findByText(said)).toBeVisible();
  isHeld = false;
}

const oneFile = (): BinContent => ({ themes: [], unread: ['aster-1.json'], damaged: [] });
const all = (): BinContent => {
  throw new ProblemError({ code: 'storageFailed', path: '/profile/bin', detail: 'EIO' });
};

it('the control: it is there once a person tries it again', async () => {
  await opened(oneFile, /Foyer keeps trying/u);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Aster' })).toBeVisible();
});

it.each([
  ['one file of it', oneFile, /Foyer keeps trying/u],
  ['all of it', all, /\/profile\/bin/u],
])('keeps trying: %s', async (_what, held, said) => {
  await opened(held, said);
  expect(await screen.findByRole('heading', { name: 'Aster' }, { timeout: 4_000 })).toBeVisible();
});
