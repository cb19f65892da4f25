/**
 * A theme and a backup are opened with Foyer, and a window has taken them. The theme is imported, and its report is on
 * show; the backup's question waits until that is closed, so that nobody has seen it. Until a person has decided, a quit
 * asks first, and a window that comes after a crash of the page hears of it.
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

it.each(['dropped', 'restored'])('the control: once it is %s, it holds up no end', async (how) => {
  const { mine, id } = await opened();
  if (how === 'dropped') await mine.transfer.dropOpened({ id });
  else await mine.transfer.restoreOpened({ id, ifDifferent: 'keepBoth' });
  expect(mine.underWay()).toEqual([]);
  const before = mine.openedTold;
  mine.tellOpened();
  expect(mine.openedTold).toBe(before);
  expect(await mine.transfer.importOpened(undefined)).toBeNull();
});

it('as long as nobody has decided, a quit asks first', async () => {
  const { mine } = await opened();
  expect(mine.underWay()).toEqual(['openedBackup']);
});

it('a window that comes after a crash of the page hears of it, and can decide', async () => {
  const { mine, id } = await opened();
  const before = mine.openedTold;
  // What the page has said, once it is there again.
  mine.tellOpened();
  expect(mine.openedTold).toBe(before + 1);
  expect(await mine.transfer.importOpened(undefined)).toEqual({
    report: null,
    backups: [{ id, file: 'backup.foyer' }],
  });
  const answer = { id, ifDifferent: 'keepBoth' } as const;
  expect(await mine.transfer.restoreOpened(answer)).not.toBeNull();
});
