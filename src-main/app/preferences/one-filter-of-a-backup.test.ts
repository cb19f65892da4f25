/**
 * A backup of a newer Foyer has one saved filter that this one does not know, as a preferences' file may (decision 0015,
 * `preferencesFormat`: another entry of a list needs no new number). It takes none of the others along.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trial } from '../../transfer/trial-transfer';
import { preferencesBackup, type BackedUpPreferences } from './preferences-backup';

type Kept = ReturnType<BackedUpPreferences['all']>;

const filter = (name: string, kind = 'all') => ({ name, query: name, filter: kind, tag: null });

/** What a person has, and is told, once a backup with these filters is restored on a new computer. */
async function restored(savedFilters: readonly object[], favourites: readonly unknown[]) {
  let here: Kept = {
    ...({ appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true } as const),
    ...{ launcherKeys: '', isInTray: true, closesToTray: false, looksForUpdates: null },
  };
  const nothing = () => Promise.reject(new Error('It is as it was.'));
  const mine = await trial({
    parts: [
      preferencesBackup({
        all: () => here,
        set: (changes) => {
          here = { ...here, ...(changes as Partial<Kept>) };
        },
        ...{ setTray: nothing, setLooksForUpdates: nothing, setLauncherKeys: nothing },
      }),
    ],
  });
  const file = join(mine.root, 'Foyer backup 2026-11-20.foyer');
  const exportedAt = '2026-11-20T09:30:00.000Z';
  const parts = { preferences: { savedFilters, favourites } };
  await writeFile(
    file,
    JSON.stringify({ foyer: 'backup', format: 1, exportedAt, themes: [], parts }),
  );
  mine.opens = [file];
  const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  return { names: here.savedFilters?.map(({ name }) => name), stars: here.favourites, report };
}

it('the control: all of them are known', async () => {
  const { names, stars } = await restored(
    [filter('Spring'), filter('Client A'), filter('Client B')],
    ['aurora'],
  );
  expect({ names, stars }).toEqual({
    names: ['Spring', 'Client A', 'Client B'],
    stars: ['aurora'],
  });
});

it('a filter that is not known is left out alone, and named', async () => {
  const { names, report } = await restored(
    [filter('Spring'), filter('Old ones', 'archived'), filter('Client B')],
    ['aurora'],
  );
  expect(names).toEqual(['Spring', 'Client B']);
  expect(report?.failed.map(({ name }) => name)).toEqual(['Old ones']);
});
