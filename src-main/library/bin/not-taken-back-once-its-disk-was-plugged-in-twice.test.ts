/**
 * The library lies on a disk that a person unplugs and plugs in again while Foyer runs: it gets another device number,
 * and later its first one again. Folder, inode and the moment when it was made are the same: no other library was ever
 * there, and `Ctrl Z` takes a deletion back.
 */
import { expect, it, vi } from 'vitest';
import { disk } from '../testing/disk-number';
import { libraryOfOne } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { withDiskNumber } = await import('../testing/disk-number');
  return withDiskNumber(await original());
});

it.each([
  ['with a third number', 2097n],
  ['with its first number', 2065n],
])('a deletion is taken back once the disk was plugged in twice: %s', async (_name, device) => {
  disk.device = 2065n;
  const { library, id } = await libraryOfOne();
  const { handlers } = library;
  await library.start();
  disk.device = 2081n;
  await library.rescan();
  const { entries } = await handlers.remove({ ids: [id] });
  disk.device = device;
  await library.rescan();
  await handlers.restore({ entries });
  expect((await handlers.list(undefined)).themes.map((theme) => theme.id)).toEqual([id]);
});
