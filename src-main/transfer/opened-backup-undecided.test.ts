/**
 * A theme and a backup are opened with Foyer. The theme is imported, and its report is on show; the backup's question
 * waits until that is closed, so that nobody has seen it. Then Foyer quits. The guide: it asks first where files that
 * you opened aren't imported yet.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { trial } from './trial-transfer';

const theme = JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() });
const backup = JSON.stringify({ foyer: 'backup', format: 1, themes: [JSON.parse(theme)] });

/** Opened, and taken by the window. */
async function opened() {
  const mine = await trial();
  const files = { 'a.foyer': theme, 'backup.foyer': backup };
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(mine.root, name);
    await writeFile(path, text);
    paths.push(path);
  }
  mine.open(paths);
  expect(mine.underWay()).toEqual(['opened']);
  const taken = await mine.transfer.importOpened(undefined);
  expect(taken?.report?.imported.map(({ name }) => name)).toEqual(['Harbour']);
  const [waiting] = taken?.backups ?? [];
  expect(waiting?.file).toBe('backup.foyer');
  return { mine, id: waiting?.id ?? '' };
}

it('the control: decided on, it holds up no end', async () => {
  const { mine, id } = await opened();
  await mine.transfer.dropOpened({ id });
  expect(mine.underWay()).toEqual([]);
});

it('as long as nobody has decided, a quit asks first', async () => {
  const { mine } = await opened();
  expect(mine.underWay()).toEqual(['opened']);
});
