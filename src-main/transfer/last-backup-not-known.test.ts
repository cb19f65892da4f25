/**
 * Settings says when the last backup was made, or *No backups made on this computer yet.* Backups were made, and
 * the file that tells of them can't be read, is damaged, or is a newer Foyer's: then it isn't said that there
 * was none. The next backup puts a note in the place of a damaged one, which is kept.
 */
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
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

const known = { at: '2026-11-21T09:30:00.000Z', count: 0 };

const said = () => mine.transfer.lastBackup(undefined);

it('the control: the file can be read', async () => {
  expect(await said()).toEqual(known);
});

it('a virus scanner has the file for a moment', async () => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const disk = illDisk((path) => path === file, 'EBUSY', 'open');
  expect(await said()).toBe('unknown');
  disk.heal();
  expect(await said()).toEqual(known);
});

it('a newer Foyer saved it', async () => {
  const newer = { ...(JSON.parse(await readFile(file, 'utf8')) as object), format: 99 };
  await writeFile(file, JSON.stringify(newer));
  expect(await said()).toBe('unknown');
  expect(await mine.transfer.backup(undefined)).toMatchObject({ file: 'backup.foyer' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(newer);
});

it('it was cut short, and a backup is saved after that', async () => {
  await truncate(file, 10);
  expect(await said()).toBe('unknown');
  // Looking at it twice makes it no better known.
  expect(await said()).toBe('unknown');
  expect(await mine.transfer.backup(undefined)).toMatchObject({ file: 'backup.foyer' });
  expect(await said()).toEqual(known);
  const kept = await readdir(join(mine.root, 'profile', 'generations'));
  expect(kept).toContainEqual(expect.stringMatching(/^transfer \(damaged \w+\)\.json$/u));
});
