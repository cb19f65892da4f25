/** Themes were deleted more than thirty days ago, and the disk does not let go of one of them, or takes its time. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  onDay,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([0, 1])('the other one goes all the same (%d)', async (place) => {
  const folders = await temporaryLibraryFolders();
  const first = testLibrary(folders, { now: onDay(0) }).library;
  const { id: one } = await first.handlers.create({ name: 'One' });
  const { id: other } = await first.handlers.create({ name: 'Other' });
  await first.handlers.remove({ ids: [one, other] });
  await endLibrary(first);
  const bin = join(folders.profile, 'bin');
  const stays = (await readdir(bin))[place] ?? '';
  failing('EACCES', 'unlink', (path) => path.endsWith(stays));
  for (const day of [10, 20, 31]) {
    const { library } = testLibrary(folders, { now: onDay(day) });
    await library.start();
    await endLibrary(library);
  }
  expect(await readdir(bin)).toEqual([stays]);
});

it('nobody waits for it while the disk takes its time to read what is in the bin', async () => {
  const folders = await temporaryLibraryFolders();
  const first = testLibrary(folders).library;
  const { id } = await first.handlers.create({ name: 'Deleted' });
  await first.handlers.remove({ ids: [id] });
  await endLibrary(first);
  const inBin = join(folders.profile, 'bin');
  const slow = held('readFrom', (path) => path.startsWith(inBin));
  const { library } = testLibrary(folders);
  await library.start();
  await slow.isReached;
  await library.handlers.create({ name: 'New' });
  slow.letGo();
  await endLibrary(library);
});
