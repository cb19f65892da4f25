/**
 * One theme is exported, and its file can't be read just then: another program wrote half of it, or has it for a moment.
 * Why it isn't exported is said; not that there is no such theme.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { trial } from './trial-transfer';

/** What exporting these gives, of two of which the file of the first is damaged as it is read. */
async function exported(names: readonly string[]) {
  const mine = await trial();
  await mine.library.start();
  await mine.transfer.importTexts({
    files: ['One', 'Two'].map((name) => ({
      name,
      text: JSON.stringify({ name, theme: newTheme() }),
    })),
  });
  await mine.library.flush();
  const { themes } = await mine.library.handlers.list(undefined);
  for (const file of await readdir(mine.themes)) {
    const path = join(mine.themes, file);
    const text = await readFile(path, 'utf8');
    if (text.includes('"name": "One"')) await writeFile(path, text.slice(0, 40));
  }
  mine.saves = join(mine.root, 'saved.foyer');
  return mine.transfer.exportThemes({ themes: themes.filter(({ name }) => names.includes(name)) });
}

const damaged = expect.objectContaining({ code: 'fileDamaged' }) as unknown;

it('the control: beside another one, it is named with the reason', async () => {
  expect(await exported(['One', 'Two'])).toMatchObject({
    count: 1,
    leftOut: [{ name: 'One', problem: damaged }],
  });
});

it('alone, it is said why', async () => {
  await expect(exported(['One'])).rejects.toMatchObject({ problem: damaged });
});
