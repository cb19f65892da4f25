/**
 * Many files were given other names, or taken away, while Foyer was closed: at the start the bin is listed a few times, not
 * once for each. With 3,000 deletions in it, listing it takes some 7 ms: 1,500 renamed files made a start of 22 s out of 1.6 s.
 */
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  endLibrary,
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

it('lists the bin a few times where many files got other names', async () => {
  const folders = await temporaryLibraryFolders();
  for (let at = 0; at < 40; at += 1) await putTheme(folders, `${at}.json`, themeDocument());
  const { library } = testLibrary(folders);
  await library.start();
  await endLibrary(library);
  for (let at = 0; at < 40; at += 1)
    await rename(join(folders.themes, `${at}.json`), join(folders.themes, `Theme ${at}.json`));
  listed.times = 0;
  const after = testLibrary(folders).library;
  await after.start();
  expect((await after.handlers.list(undefined)).themes).toHaveLength(40);
  expect(listed.times).toBeLessThan(10);
});

it('lists the bin a few times where others took many files away', async () => {
  const folders = await temporaryLibraryFolders();
  for (let at = 0; at < 40; at += 1) await putTheme(folders, `${at}.json`, themeDocument());
  const { library } = testLibrary(folders);
  await library.start();
  await endLibrary(library);
  for (let at = 1; at < 40; at += 1) await unlink(join(folders.themes, `${at}.json`));
  listed.times = 0;
  const after = testLibrary(folders).library;
  await after.start();
  expect((await after.handlers.list(undefined)).themes).toHaveLength(1);
  expect(listed.times).toBeLessThan(10);
});
