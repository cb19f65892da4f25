/**
 * A person presses F2 on a card, types another name and quits before Enter: the window hands it over. Whether the theme is there, its
 * file says, and the disk takes its time: a few seconds, or, on a share that doesn't answer any more, for ever. After a moment the name
 * is said to be of a theme that can't be read, and not of one that is gone; and the end is held up no longer.
 */
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { failing, held } from '../testing/fake-disk';
import { libraryOfOne, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const ends = [
  ['the question at the end', 'saveEdits'],
  ['the end', 'flush'],
] as const;
const unread = [{ problem: { code: 'storageNotRead' } }];

async function libraryOnSlowDisk() {
  const made = await libraryOfOne({ name: 'Harbour' }, { pace: savedWhenAsked, readWithinMs: 0 });
  await made.library.start();
  return { ...made, isIt: (path: string) => path === join(made.folders.themes, 'a.json') };
}

it.each(ends)('a name that was handed over is named: %s', async (_, end) => {
  const { library, folders, id, isIt } = await libraryOnSlowDisk();
  const slow = held('readFrom', isIt);
  const handing = Promise.resolve(library.handlers.renameLater({ id, name: 'Lagoon' }));
  await slow.isReached;
  expect(await library[end]()).toMatchObject(unread);
  slow.letGo();
  await handing;
  expect(await library.flush()).toEqual([]);
  expect((await themesOnDisk(folders)).map(({ name }) => name)).toEqual(['Lagoon']);
});

it.each(ends)('so is one that waits since its file could not be read: %s', async (_, end) => {
  const { library, id, isIt } = await libraryOnSlowDisk();
  const { heal } = failing('EIO', 'readFrom', isIt);
  await library.handlers.renameLater({ id, name: 'Lagoon' });
  heal();
  const stuck = held('readFrom', isIt);
  onTestFinished(() => void stuck.letGo());
  const ending = library[end]();
  await stuck.isReached;
  expect(await ending).toMatchObject(unread);
});
