/**
 * The bin can't be read for a moment when its screen is opened, as a virus scanner has it, and is read a moment later.
 * What is shown then is not said to be unreadable.
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import type { BinnedTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);

const aster: BinnedTheme = {
  ...{ entry: 'aster-1', id: 'aster', name: 'Aster', tags: [] },
  ...{ theme: newTheme(), file: 'aster.json', folder: '/f' },
  ...{ removedAt: '2026-01-02T03:04:05.000Z', daysLeft: 12, publications: 0 },
};

it('says that the bin can’t be read only as long as it can’t', async () => {
  let isHeld = true;
  const main = installFakeMain({
    library: {
      bin: () => {
        if (isHeld) throw new ProblemError({ code: 'storageNoPermission', path: '/profile/bin' });
        return { themes: [aster], unread: [], damaged: [] };
      },
    },
  });
  render(Bin);
  // The control: as long as it can't be read, that is said.
  expect(await screen.findByText(/\/profile\/bin/u)).toBeVisible();
  isHeld = false;
  main.emit('library.changed', { revision: 2, upserted: [], removed: [] });
  expect(await screen.findByRole('heading', { name: 'Aster' })).toBeVisible();
  expect(screen.queryByText(/\/profile\/bin/u)).toBeNull();
});
