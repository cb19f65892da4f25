/**
 * A person put a copy in the place of the library, and Foyer ran with that. At a later start a scanner holds libraries.json for
 * a moment, in which they put the first one back. Foyer goes on, then and at each start after that.
 */
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  openThemes,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['control: the list can be read', false],
  ['the list is held', true],
])('the library is shown: %s', async (_name, isHeld) => {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  await putTheme(folders, 'a.json', document);
  const start = () => testLibrary(folders, { folder: openThemes(folders) }).library;
  const shown = async (library: ReturnType<typeof start>) => {
    try {
      return (await library.handlers.list(undefined)).themes.map(({ name }) => name);
    } catch (error) {
      return String(error);
    }
  };
  const aside = join(folders.root, 'aside');

  let library = start();
  await library.start();
  await endLibrary(library);
  await rename(folders.themes, aside);
  await cp(aside, folders.themes, { recursive: true });
  library = start();
  await library.start();
  await endLibrary(library);

  const disk = isHeld
    ? failing('EIO', 'readFrom', (path) => path.includes('libraries.json'))
    : undefined;
  library = start();
  await library.start();
  await rename(folders.themes, join(folders.root, 'copy'));
  await rename(aside, folders.themes);
  await library.rescan();
  disk?.heal();
  await library.readKnown();
  await library.rescan();
  const here = await shown(library);
  await endLibrary(library);
  library = start();
  const next = await shown(library);
  await rm(join(folders.root, 'copy'), { recursive: true });
  expect({ here, next }).toEqual({ here: ['Harbour'], next: ['Harbour'] });
});
