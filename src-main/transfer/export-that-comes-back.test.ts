/** An export beside a theme that an import would refuse: a file made by hand, or by another program. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { trial } from './trial-transfer';

const usual = newTheme();
const file = (id: string, name: string, theme: object) =>
  JSON.stringify({ format: 1, id, name, tags: [], updatedAt: '', publications: {}, theme });

it.each([
  // Fonts of its own, as base64 in the style sheet: more than the editor takes, less than a file may have.
  ['a long style sheet', { ...usual, customCss: `/* ${'x'.repeat(2_000_001)} */` }],
  ['a long font list', { ...usual, general: { ...usual.general, font: 'x'.repeat(2_001) } }],
  ['half of an emoji', { ...usual, customCss: '.a::after { content: "\ud83d" }' }],
])('of the whole library can be imported, or names %s as left out', async (_what, odd) => {
  const mine = await trial();
  await writeFile(join(mine.themes, 'odd.json'), file('odd', 'Odd', odd));
  await writeFile(join(mine.themes, 'good.json'), file('good', 'Good', usual));
  mine.saves = join(mine.root, 'all.foyer');
  const exported = await mine.transfer.exportThemes({ themes: 'all' });
  const told = exported?.leftOut.map(({ name }) => name) ?? [];

  const others = await trial();
  others.opens = [mine.saves];
  const report = await others.transfer.importFiles(undefined);
  const came = report?.imported.map(({ name }) => name) ?? [];
  // What is said to be in the file comes out of it.
  expect([...came, ...told].sort()).toEqual(['Good', 'Odd']);
});

it('of such a theme alone says why, and asks for no file', async () => {
  const mine = await trial();
  const odd = { ...usual, customCss: 'x'.repeat(2_000_001) };
  await writeFile(join(mine.themes, 'odd.json'), file('odd', 'Odd', odd));
  mine.saves = join(mine.root, 'odd.foyer');
  const fault = { reason: 'tooLong', at: 'theme.customCss', limit: 2_000_000 };
  await expect(
    mine.transfer.exportThemes({ themes: [{ id: 'odd', name: 'Odd' }] }),
  ).rejects.toMatchObject({
    problem: { code: 'exportRefused', name: 'Odd', fault },
  });
  await expect(readdir(mine.root)).resolves.not.toContain('odd.foyer');
});
