/** Many themes are duplicated, and the list of files is brought up to date two seconds later: the bin is listed a few times. */
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

it('lists the bin a few times where many themes are made at once', async () => {
  const folders = await temporaryLibraryFolders();
  await putTheme(folders, 'a.json', themeDocument());
  const { library } = testLibrary(folders);
  await library.start();
  await library.rescan();
  for (let at = 0; at < 40; at += 1) await library.putBack(themeDocument(), 'keepBoth');
  listed.times = 0;
  await library.flush();
  expect(listed.times).toBeLessThan(10);
});
