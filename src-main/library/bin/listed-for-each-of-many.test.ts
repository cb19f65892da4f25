/**
 * A person empties the bin after they deleted many themes, or restores them all. The bin is listed for all of them
 * together: once or twice for each, a bin of 2,000 takes ten seconds longer, in which no theme can be made, imported or
 * deleted.
 */
import { expect, it, vi } from 'vitest';
import {
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const listed = vi.hoisted(() => ({ times: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, ...more: never[]) => {
    if (/[\\/]profile[\\/]bin$/u.test(path)) listed.times += 1;
    return real.readdir(path, ...more);
  };
  return { ...real, readdir };
});

/** A library of which all themes were deleted. */
async function withFullBin() {
  const folders = await temporaryLibraryFolders();
  const all = Array.from({ length: 40 }, () => themeDocument());
  await Promise.all(all.map((each, at) => putTheme(folders, `${at}.json`, each)));
  const { library } = testLibrary(folders);
  await library.start();
  const { entries } = await library.handlers.remove({ ids: all.map(({ id }) => id) });
  expect(entries).toHaveLength(40);
  listed.times = 0;
  return { handlers: library.handlers, entries };
}

it('lists the bin a few times, however many are deleted for good', async () => {
  const { handlers, entries } = await withFullBin();
  expect((await handlers.discard({ entries })).entries).toHaveLength(40);
  expect(listed.times).toBeLessThan(10);
});

it('lists it a few times, however many are restored', async () => {
  const { handlers, entries } = await withFullBin();
  expect((await handlers.restore({ entries })).entries).toHaveLength(40);
  expect(listed.times).toBeLessThan(10);
});
