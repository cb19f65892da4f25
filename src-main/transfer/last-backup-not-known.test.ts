/**
 * Settings says when the last backup was made, or *No backups made on this computer yet.* Backups were made, and
 * the file that tells of them can't be read, is damaged, or is a newer Foyer's: then it isn't said that there
 * was none.
 */
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { trial, type Trial } from './trial-transfer';

let mine: Trial;
let file: string;

beforeEach(async () => {
  mine = await trial();
  mine.saves = join(mine.root, 'backup.foyer');
  await mine.transfer.backup(undefined);
  file = join(mine.root, 'profile', 'transfer.json');
});

/** What Settings shows: `none` is *No backups made on this computer yet.* */
async function said(): Promise<'none' | 'a time' | 'a problem'> {
  try {
    return (await mine.transfer.lastBackup(undefined)) === null ? 'none' : 'a time';
  } catch {
    return 'a problem';
  }
}

it('the control: the file can be read', async () => {
  expect(await said()).toBe('a time');
});

it('a virus scanner has the file for a moment', async () => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const disk = illDisk((path) => path === file, 'EBUSY', 'open');
  expect(await said()).not.toBe('none');
  disk.heal();
  expect(await said()).toBe('a time');
});

it('a newer Foyer saved it', async () => {
  const newer = { ...(JSON.parse(await readFile(file, 'utf8')) as object), format: 99 };
  await writeFile(file, JSON.stringify(newer));
  expect(await said()).not.toBe('none');
});

it('it was cut short, and a backup is saved after that', async () => {
  await truncate(file, 10);
  // As Settings does when it is opened.
  await said();
  expect(await mine.transfer.backup(undefined)).toMatchObject({ file: 'backup.foyer' });
  expect(await said()).not.toBe('none');
});
