/**
 * A backup of a newer Foyer has one saved filter, or a star, that this one does not know, as a preferences'
 * file may (decision 0015: another entry of a list needs no new number). It takes none of the others along.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import type { BackupPart } from './transfer';
import { trial } from './trial-transfer';

type Lists = Pick<Preferences, 'savedFilters' | 'favourites'>;

const listsSchema = preferencesSchema.pick({ savedFilters: true, favourites: true });
const filter = (name: string, kind = 'all') => ({ name, query: name, filter: kind, tag: null });

/** A person's Foyer, with a part of its backups that has these lists. */
async function withLists(kept: object = {}) {
  let here: Lists = {};
  const part: BackupPart = {
    name: 'preferences',
    collect: () => kept,
    prepare(value) {
      const given = listsSchema.parse(value);
      return () => {
        here = given;
        return Promise.resolve(1);
      };
    },
  };
  const mine = await trial({ parts: [part] });
  const file = join(mine.root, 'Foyer backup.foyer');
  mine.opens = [file];
  mine.saves = file;
  return { ...{ mine, file }, here: () => here };
}

/** What a person has, and is told, once a backup with these lists is restored. */
async function restored(savedFilters: readonly object[], favourites: readonly unknown[]) {
  const { mine, file, here } = await withLists();
  const exportedAt = '2026-11-20T09:30:00.000Z';
  const parts = { preferences: { savedFilters, favourites } };
  const backup = { foyer: 'backup', format: 1, exportedAt, themes: [], parts };
  await writeFile(file, JSON.stringify(backup));
  const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  const { savedFilters: filters, favourites: stars } = here();
  return { names: filters?.map(({ name }) => name), stars, failed: report?.failed };
}

it('the control: all of them are known', async () => {
  const { names, stars, failed } = await restored([filter('Spring'), filter('Last')], ['aurora']);
  expect({ names, stars, failed }).toEqual({
    ...{ names: ['Spring', 'Last'], stars: ['aurora'], failed: [] },
  });
});

it('a filter that is not known is left out alone, and named', async () => {
  const { names, stars, failed } = await restored(
    [filter('Spring'), filter('Old ones', 'archived'), filter('Last')],
    ['aurora'],
  );
  expect({ names, stars }).toEqual({ names: ['Spring', 'Last'], stars: ['aurora'] });
  const fault = { reason: 'notOneOf', at: 'parts.preferences.savedFilters.1.filter' };
  expect(failed).toMatchObject([{ name: 'Old ones', problem: { fault } }]);
});

it('so is a star, and the filters are there', async () => {
  const { names, stars, failed } = await restored(
    [filter('Spring')],
    ['aurora', 'citrus', { theme: 'of-a-newer-foyer' }, 'mistral'],
  );
  expect({ names, stars }).toEqual({ names: ['Spring'], stars: ['aurora', 'citrus', 'mistral'] });
  expect(failed).toMatchObject([{ problem: { fault: { at: 'parts.preferences.favourites.2' } } }]);
});

it('where none of the filters is known, the stars are there', async () => {
  const { names, stars, failed } = await restored([filter('Old ones', 'archived')], ['aurora']);
  expect({ names, stars }).toEqual({ names: undefined, stars: ['aurora'] });
  expect(failed?.map(({ name }) => name)).toEqual(['Old ones']);
});

it('a list of which hardly anything can be read is left out as one', async () => {
  const numbers = Array.from({ length: 2_000 }, (_none, at) => at);
  const { names, stars, failed } = await restored([filter('Spring')], numbers);
  expect({ names, stars }).toEqual({ names: ['Spring'], stars: undefined });
  expect(failed?.map(({ name }) => name)).toEqual(['favourites']);
});

it('one that would not be read back is left out as the backup is saved, alone and named', async () => {
  const savedFilters = [filter('Spring'), filter('Old ones', 'archived')];
  const { mine, file } = await withLists({ savedFilters });
  const saved = await mine.transfer.backup(undefined);
  expect(saved?.leftOut.map(({ name }) => name)).toEqual(['Old ones']);
  const written = JSON.parse(await readFile(file, 'utf8')) as object;
  expect(written).toMatchObject({ parts: { preferences: { savedFilters: [filter('Spring')] } } });
});
