/**
 * The library lies on a disk that is not mounted at the start: an empty folder lies in its place, and the index, which says
 * so, is held by a scanner for a moment. Nothing says that the library is empty, or is written to that place.
 */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { endLibrary, libraryOfOne, testLibrary } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([false, true])('is missing: the index is held %s', async (isHeld) => {
  const { library, folders } = await libraryOfOne();
  await library.start();
  await endLibrary(library);
  await rename(folders.themes, `${folders.themes}-unmounted`);
  await mkdir(folders.themes);
  const scanner = isHeld
    ? failing('EBUSY', 'readFrom', (path) => path.endsWith('library-index.jsonl'))
    : undefined;
  const after = testLibrary(folders).library;
  const asked = await after.handlers.list(undefined).then(
    ({ themes, folderProblem }) => ({ themes: themes.length, folderProblem }),
    () => 'missing',
  );
  scanner?.heal();
  await after.rescan();
  const created = await after.handlers.create({ name: 'New' }).then(
    () => 'created',
    () => 'refused',
  );
  expect([asked, created, await readdir(folders.themes)]).toEqual(['missing', 'refused', []]);
});
