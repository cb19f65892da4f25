/**
 * The library lies on a disk that is not mounted at the start: an empty folder lies in its place, and the index, which says
 * so, is held by a scanner for a moment. Nothing says that the library is empty, or is written to that place.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { endLibrary, libraryOfOne, problem, testLibrary } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const missing = problem('libraryFolderMissing');
const holdIndex = () =>
  failing('EBUSY', 'readFrom', (path) => path.endsWith('library-index.jsonl'));

/** A library of one theme that was started once, and ended. */
async function closed() {
  const { library, folders } = await libraryOfOne();
  await library.start();
  await endLibrary(library);
  return folders;
}

it.each([false, true])('is missing: the index is held %s', async (isHeld) => {
  const folders = await closed();
  await rename(folders.themes, `${folders.themes}-unmounted`);
  await mkdir(folders.themes);
  const scanner = isHeld ? holdIndex() : undefined;
  const { library } = testLibrary(folders);
  await expect(library.handlers.list(undefined)).rejects.toMatchObject(missing);
  scanner?.heal();
  await library.rescan();
  await expect(library.handlers.create({ name: 'New' })).rejects.toMatchObject(missing);
  expect(await readdir(folders.themes)).toEqual([]);
});

it('is empty once the index says that others took all files away', async () => {
  const folders = await closed();
  await rm(join(folders.themes, 'a.json'));
  const scanner = holdIndex();
  const { handlers } = testLibrary(folders).library;
  await expect(handlers.list(undefined)).rejects.toMatchObject(missing);
  scanner.heal();
  expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
});

it('can be begun anew in that place while the index is still held', async () => {
  const folders = await closed();
  await rename(folders.themes, `${folders.themes}-unmounted`);
  await mkdir(folders.themes);
  holdIndex();
  const { handlers } = testLibrary(folders).library;
  await expect(handlers.list(undefined)).rejects.toMatchObject(missing);
  await handlers.makeFolder(undefined);
  expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
});
