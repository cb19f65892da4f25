/**
 * A backup was opened with Foyer, its question is on show, and the window is closed to the tray (or the page crashes).
 * The person opens the very same file again, which brings the window back. It is one file, and one question.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { trial } from './trial-transfer';

const theme = { name: 'Harbour', tags: [], theme: newTheme() };
const backup = JSON.stringify({ foyer: 'backup', format: 1, themes: [theme] });

it('a backup that is opened again before anybody decided is asked about once', async () => {
  const mine = await trial();
  const path = join(mine.root, 'backup.foyer');
  await writeFile(path, backup);
  mine.open([path]);
  const first = await mine.transfer.importOpened(undefined);
  expect(first?.backups).toHaveLength(1);
  // Its window is gone; the file is opened again, and the next window takes what waits.
  mine.open([path]);
  const second = await mine.transfer.importOpened(undefined);
  expect(second?.backups.map(({ file }) => file)).toEqual(['backup.foyer']);
});

it('one that was decided on holds up no end, however often it was opened before', async () => {
  const mine = await trial();
  const path = join(mine.root, 'backup.foyer');
  await writeFile(path, backup);
  mine.open([path]);
  await mine.transfer.importOpened(undefined);
  mine.open([path]);
  const [asked] = (await mine.transfer.importOpened(undefined))?.backups ?? [];
  await mine.transfer.restoreOpened({ id: asked?.id ?? '', ifDifferent: 'keepBoth' });
  expect(mine.underWay()).toEqual([]);
});
