/** The library's share goes away while a backup is being saved over the one before. */
import { renameSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { themeDocument } from '../library/testing/fixture-library';
import { trial } from './trial-transfer';

const count = 100;

/** How many themes the file has after a good backup, and one more of which that share has only a part. */
async function inTheSecond(goesAway: boolean): Promise<number> {
  let isToGo = false;
  const mine = await trial({
    onProgress: (progress, { themes }) => {
      if (!isToGo || progress === null) return;
      isToGo = false;
      renameSync(themes, `${themes} away`);
    },
  });
  for (let number = 0; number < count; number += 1) {
    const document = themeDocument({ name: `Theme ${String(number)}` });
    await writeFile(join(mine.themes, `${String(number)}.json`), JSON.stringify(document));
  }
  mine.saves = join(mine.root, 'backup.foyer');
  expect(await mine.transfer.backup(undefined)).toMatchObject({ count, leftOut: [] });
  isToGo = goesAway;
  await Promise.resolve(mine.transfer.backup(undefined)).catch(() => undefined);
  const { themes } = JSON.parse(await readFile(mine.saves, 'utf8')) as { themes: unknown[] };
  return themes.length;
}

it('control: a second backup has all themes', async () => {
  expect(await inTheSecond(false)).toBe(count);
});

it('does not replace a good backup with one of a part of the library', async () => {
  expect(await inTheSecond(true)).toBe(count);
});
