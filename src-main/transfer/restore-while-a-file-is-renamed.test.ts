/**
 * A program that keeps folders the same (rsync, FreeFileSync) renames a theme's file: it copies it first, and removes the
 * old one at its end, minutes later. In between somebody restores a backup in which the theme is as it was before, and
 * keeps both; nobody has done anything with the copy.
 */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
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
  mine.saves = join(mine.root, 'backup.foyer');
  await mine.transfer.backup(undefined);
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Inter' }] });
  await library.handlers.keepVersion({ id, name: 'As signed' });
  expect(await library.saveEdits()).toEqual([]);
  await library.rescan();
  await copyFile(before, after);
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  await meanwhile(mine);
  await rm(before);
  await library.rescan();
  const all = (await library.handlers.list(undefined)).themes;
  const font = newTheme().general.font;
  const present = all.filter(({ theme }) => theme.general.font !== font);
  const { versions } = await library.handlers.versions({ id: present[0]?.id ?? '' });
  return {
    isItself: present.map((theme) => theme.id === id),
    versions: versions.flatMap(({ name }) => name ?? []),
  };
}

it('control: it is the theme that it was, with its history', async () => {
  expect(await renamed(async () => {})).toEqual({ isItself: [true], versions: ['As signed'] });
});

it('control: it is that also where a backup of another theme was restored meanwhile', async () => {
  const now = await renamed(async (mine) => {
    const other = themeDocument({ name: 'Lagoon' });
    await writeFile(
      join(mine.root, 'other.foyer'),
      JSON.stringify({ foyer: 'backup', format: 1, exportedAt: '', themes: [other], parts: {} }),
    );
    mine.opens = [join(mine.root, 'other.foyer')];
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(report).toMatchObject({ added: 1 });
  });
  expect(now.isItself).toContain(true);
  expect(now.versions).toEqual(['As signed']);
});

it('is that also where a backup was restored meanwhile', async () => {
  const now = await renamed(async (mine) => {
    mine.opens = [join(mine.root, 'backup.foyer')];
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(report).toMatchObject({ keptBoth: 1 });
  });
  expect(now).toEqual({ isItself: [true], versions: ['As signed'] });
});
