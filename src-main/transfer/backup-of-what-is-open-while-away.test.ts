/** The library's disk is unplugged while a theme is open, and somebody saves a backup over the one before. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { themeDocument } from '../library/testing/fixture-library';
import { trial, type Trial } from './trial-transfer';

/** Three themes, and a good backup of them. */
async function backedUp(): Promise<Trial & { ids: string[] }> {
  const mine = await trial();
  const themes = ['One', 'Two', 'Three'].map((name) => themeDocument({ name }));
  for (const theme of themes) {
    await writeFile(join(mine.themes, `${theme.name}.json`), JSON.stringify(theme));
  }
  mine.saves = join(mine.root, 'backup.foyer');
  expect(await mine.transfer.backup(undefined)).toMatchObject({ count: 3, leftOut: [] });
  return Object.assign(mine, { ids: themes.map(({ id }) => id) });
}

async function inBackup({ saves = '' }: Trial): Promise<string[]> {
  const { themes } = JSON.parse(await readFile(saves, 'utf8')) as { themes: ThemeDocument[] };
  return themes.map(({ name }) => name).sort();
}

it('does not replace a good backup with one of the theme alone that is open', async () => {
  const mine = await backedUp();
  const [id = ''] = mine.ids;
  await mine.library.handlers.open({ id });
  await rename(mine.themes, `${mine.themes} away`);
  await Promise.resolve(mine.transfer.backup(undefined)).catch(() => undefined);
  expect(await inBackup(mine)).toEqual(['One', 'Three', 'Two']);
});

it('control: the same where none is open', async () => {
  const mine = await backedUp();
  await rename(mine.themes, `${mine.themes} away`);
  await Promise.resolve(mine.transfer.backup(undefined)).catch(() => undefined);
  expect(await inBackup(mine)).toEqual(['One', 'Three', 'Two']);
});
