/**
 * Another program renames a theme's file by copying it and removing the first one much later, over a start of Foyer at
 * which the index can't be read for a moment: the theme keeps its ID all the same.
 */
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { endLibrary, libraryOfOne, testLibrary } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: it can be read', false, false],
  ['it can’t be read at one start', true, false],
  ['it can’t be read at one start, and the first file goes away in that run', true, true],
])('a file that was copied before is the theme once the first one is gone: %s', async (...how) => {
  const [, isUnread, isSameRun] = how;
  const { folders, library: first, id } = await libraryOfOne();
  await first.start();
  const path = (file: string) => join(folders.themes, file);
  await writeFile(path('renamed.json'), await readFile(path('a.json')));
  await first.rescan();
  expect((await first.handlers.list(undefined)).themes).toHaveLength(2);
  await endLibrary(first);

  const isIndex = (file: string) => file.endsWith('library-index.jsonl');
  const disk = isUnread ? failing('EIO', 'readFrom', isIndex) : undefined;
  let { library } = testLibrary(folders);
  await library.start();
  disk?.heal();
  if (isSameRun) await library.flush();
  else {
    await endLibrary(library);
    ({ library } = testLibrary(folders));
    await library.start();
  }
  await unlink(path('a.json'));
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
});
