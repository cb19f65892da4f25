/** A backup that comes back into a folder in which some files can't be read. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { failing } from '../library/testing/fake-disk';
import { themeDocument } from '../library/testing/fixture-library';
import type { BackupPart } from './transfer';
import { trial, type Trial } from './trial-transfer';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const shortcuts: BackupPart = {
  name: 'shortcuts',
  collect: () => [],
  prepare: () => () => Promise.resolve(3),
};

/** A person whose library has one file, and a backup of these themes. */
async function withBackup(there: ThemeDocument, themes: readonly ThemeDocument[]): Promise<Trial> {
  const mine = await trial({ parts: [shortcuts] });
  await writeFile(join(mine.themes, 'there.json'), JSON.stringify(there));
  const path = join(mine.root, 'backup.json');
  const backup = { foyer: 'backup', format: 1, exportedAt: 'x', themes, parts: { shortcuts: [] } };
  await writeFile(path, JSON.stringify(backup));
  mine.opens = [path];
  return mine;
}

const isThere = (path: string) => path.endsWith('/there.json');
const three = () => ['One', 'Two', 'Three'].map((name) => themeDocument({ name }));

it('restores everything beside a file that is another person’s to read', async () => {
  const mine = await withBackup(themeDocument({ name: 'Private' }), three());
  failing('EACCES', 'readFrom', isThere);
  await mine.library.start();
  expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
    added: 3,
    notDone: 0,
    failed: [],
    parts: { shortcuts: 3 },
    partsNotDone: [],
  });
});

it.each(['EACCES', 'EIO'] as const)(
  'leaves out the theme whose own file can’t be read (%s), and restores the rest',
  async (code) => {
    const known = themeDocument({ name: 'Known' });
    const mine = await withBackup(known, [{ ...known, name: 'Older' }, ...three()]);
    await mine.library.start();
    failing(code, 'readFrom', isThere);
    expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
      notDone: 0,
      failed: [{ part: 'themes', name: 'Older' }],
      parts: { shortcuts: 3 },
      partsNotDone: [],
    });
  },
);

it('goes on with the rest of a backup while a file can’t be read for a moment', async () => {
  const mine = await withBackup(themeDocument({ name: 'Busy' }), three());
  const { heal } = failing('EIO', 'readFrom', isThere);
  await mine.library.start();
  // It may hold any of them.
  expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
    added: 0,
    notDone: 0,
    failed: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    parts: { shortcuts: 3 },
  });
  heal();
  await mine.library.rescan();
  expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({ added: 3 });
});
