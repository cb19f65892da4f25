/**
 * Themes that lie in the bin were put back from a backup. Two seconds later the list of files is brought up to date, for
 * which the bin is read; that takes its time where the disk is slow, or the bin large. A theme that a person deletes
 * meanwhile stays deleted.
 */
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('leaves a theme deleted', async () => {
  const { library, folders, document, id } = await libraryOfOne();
  const names = async () => (await library.handlers.list(undefined)).themes.map(({ name }) => name);
  await library.handlers.remove({ ids: [id] });
  await library.putBack(document, 'keepBoth');
  const bin = held('readFrom', (path) => /[\\/]profile[\\/]bin[\\/]/u.test(path));
  await bin.isReached;
  await library.handlers.remove({ ids: [id] });
  expect(await names()).toEqual([]);
  bin.letGo();
  await library.flush();
  expect(await themesOnDisk(folders)).toEqual([]);
  // Not even a look at the folder (the window gets the focus) would let it go.
  await library.rescan();
  expect(await names()).toEqual([]);
});
