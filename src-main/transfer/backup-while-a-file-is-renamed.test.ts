/**
 * A program that keeps folders the same (rsync, FreeFileSync) renames a theme's file: it copies it first, and removes the
 * old one at its end, minutes later. In between somebody saves a backup, which changes nothing in the library.
 */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { themeDocument } from '../library/testing/fixture-library';
import { trial, type Trial } from './trial-transfer';

/** What the theme is once its file was renamed so; a version of it has a name. */
async function renamed(meanwhile: (mine: Trial) => Promise<unknown>) {
  const mine = await trial();
  const { library, themes } = mine;
  const document = themeDocument({ name: 'Harbour' });
  const { id } = document;
  const [before, after] = [join(themes, 'harbour.json'), join(themes, 'brand.json')];
  await writeFile(before, JSON.stringify(document));
  await library.handlers.keepVersion({ id, name: 'As signed' });
  await copyFile(before, after);
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  await meanwhile(mine);
  await rm(before);
  await library.rescan();
  const [theme, ...others] = (await library.handlers.list(undefined)).themes;
  expect(others).toEqual([]);
  const { versions } = await library.handlers.versions({ id: theme?.id ?? '' });
  return { isItself: theme?.id === id, versions: versions.map(({ name }) => name) };
}

it('control: it is the theme that it was, with its history', async () => {
  expect(await renamed(async () => {})).toEqual({ isItself: true, versions: ['As signed'] });
});

it('is that also where a backup was saved meanwhile', async () => {
  const now = await renamed(async (mine) => {
    mine.saves = join(mine.root, 'backup.foyer');
    await mine.transfer.backup(undefined);
  });
  expect(now).toEqual({ isItself: true, versions: ['As signed'] });
});
