/** A file that was opened with Foyer is refused: a quit asks until a person has read that, whatever becomes of a window. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trial } from './trial-transfer';

/** A broken file is opened, and a window has what came of it. */
async function refused() {
  const mine = await trial();
  const open = async (name: string): Promise<string[]> => {
    const path = join(mine.root, name);
    await writeFile(path, '{"foyer":"themes","format":1,"themes":[{"name":7}]}');
    mine.open([path]);
    return failedIn(await mine.transfer.importOpened(undefined));
  };
  expect(await open('a.foyer')).toEqual(['a.foyer']);
  return { mine, open };
}

const failedIn = (opened: { report: { failed: { file: string }[] } | null } | null): string[] =>
  (opened?.report?.failed ?? []).map(({ file }) => file);

it('asks until it is read, each once', async () => {
  const { mine, open } = await refused();
  expect(mine.underWay()).toEqual(['openedRefused']);
  expect(await open('b.foyer')).toEqual(['b.foyer']);
  await mine.transfer.refusedRead({ files: ['a.foyer'] });
  expect(mine.underWay()).toEqual(['openedRefused']);
  await mine.transfer.refusedRead({ files: ['b.foyer'] });
  expect(mine.underWay()).toEqual([]);
});

it('a window that comes after one that is gone tells of it', async () => {
  const { mine } = await refused();
  const before = mine.openedTold;
  mine.tellOpened();
  expect(mine.openedTold).toBe(before + 1);
  expect(failedIn(await mine.transfer.importOpened(undefined))).toEqual(['a.foyer']);
  await mine.transfer.refusedRead({ files: ['a.foyer'] });
  mine.tellOpened();
  expect(mine.openedTold).toBe(before + 1);
  expect(mine.underWay()).toEqual([]);
});
