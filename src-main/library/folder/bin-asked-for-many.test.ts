/**
 * All themes were deleted, and a sync program brings their files back. The bin is listed for all of them together: once for
 * each, a folder of 2,000 takes ten seconds longer, in which nothing else that others change is seen.
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

it('lists the bin a few times, however many come back', async () => {
  const folders = await temporaryLibraryFolders();
  const all = Array.from({ length: 40 }, () => themeDocument());
  const putAll = () => Promise.all(all.map((each, at) => putTheme(folders, `${at}.json`, each)));
  await putAll();
  const { library } = testLibrary(folders);
  await library.start();
  await library.handlers.remove({ ids: all.map(({ id }) => id) });
  await putAll();
  listed.times = 0;
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(40);
  expect(listed.times).toBeLessThan(10);
});

it('lists it a few times where many themes get a tag, none of which was ever deleted', async () => {
  const folders = await temporaryLibraryFolders();
  const all = Array.from({ length: 40 }, () => themeDocument());
  await Promise.all(all.map((each, at) => putTheme(folders, `${at}.json`, each)));
  const { library } = testLibrary(folders);
  await library.start();
  await library.rescan();
  listed.times = 0;
  await library.handlers.setTagsOfMany({
    themes: all.map(({ id, tags }) => ({ id, tags: [...tags, 'new'] })),
  });
  // The list of files is brought up to date, as it is two seconds later.
  await library.flush();
  expect(listed.times).toBeLessThan(10);
});
