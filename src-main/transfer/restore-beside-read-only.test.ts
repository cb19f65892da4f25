/** A backup that comes back into a shared folder in which one theme's file may not be written. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type * as Disk from 'node:fs/promises';
import { themeDocument } from '../library/testing/fixture-library';
import type { BackupPart } from './transfer';
import { trial } from './trial-transfer';

// As `chmod a-w locked.json` is for everybody but root, whom nothing stops.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Disk>();
  const access: typeof real.access = (path, mode) =>
    mode === real.constants.W_OK && String(path).endsWith('/locked.json')
      ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
      : real.access(path, mode);
  return { ...real, access };
});

it('leaves out the theme whose file is locked, and restores the rest', async () => {
  const shortcuts: BackupPart = {
    name: 'shortcuts',
    collect: () => [],
    prepare: () => () => Promise.resolve(3),
  };
  const mine = await trial({ parts: [shortcuts] });
  const locked = themeDocument({ name: 'Locked' });
  await writeFile(join(mine.themes, 'locked.json'), JSON.stringify(locked));
  const themes = [
    { ...locked, tags: ['other'] },
    ...['One', 'Two', 'Three'].map((name) => themeDocument({ name })),
  ];
  const path = join(mine.root, 'backup.foyer');
  const parts = { shortcuts: [] };
  await writeFile(path, JSON.stringify({ foyer: 'backup', format: 1, themes, parts }));
  mine.opens = [path];
  expect(await mine.transfer.restore({ ifDifferent: 'replace' })).toMatchObject({
    added: 3,
    notDone: 0,
    failed: [{ part: 'themes', name: 'Locked' }],
    parts: { shortcuts: 3 },
    partsNotDone: [],
  });
});
