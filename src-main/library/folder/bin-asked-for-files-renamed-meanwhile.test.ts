/** Many files were given other names while Foyer was closed: at the start the bin is listed a few times, not once for each. */
import { rename } from 'node:fs/promises';
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
