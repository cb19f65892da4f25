/** The library's disk is unplugged while somebody saves a backup over the one before. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { themeDocument } from '../library/testing/fixture-library';
import { trial } from './trial-transfer';

it('does not replace a good backup with one that has none of the themes', async () => {
  const mine = await trial();
  for (const name of ['One', 'Two', 'Three']) {
    await writeFile(join(mine.themes, `${name}.json`), JSON.stringify(themeDocument({ name })));
  }
  mine.saves = join(mine.root, 'backup.foyer');
  expect(await mine.transfer.backup(undefined)).toMatchObject({ count: 3, leftOut: [] });

  await rename(mine.themes, `${mine.themes} away`);
  // The themes are shown as they were last seen.
  expect((await mine.library.handlers.list(undefined)).themes).toHaveLength(3);
  await expect(Promise.resolve(mine.transfer.backup(undefined))).rejects.toThrow();
  const kept = JSON.parse(await readFile(mine.saves, 'utf8')) as { themes: unknown[] };
  expect(kept.themes).toHaveLength(3);
  expect(await mine.transfer.lastBackup(undefined)).toMatchObject({ count: 3 });
});
