/**
 * While Foyer is closed, a person renames the library's folder and puts a copy of it in its place. At the next start the list
 * of libraries is held for a moment (a virus scanner, a sync program); then it can be read. In the copy they delete a theme
 * for good. "A theme's history is deleted with its last deletion, and never while the theme is … in another folder that was
 * your library's": it is in the renamed one, which they open again.
 */
import { cp, rename } from 'node:fs/promises';
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

async function named(isHeld: boolean) {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  const { id } = document;
  await putTheme(folders, 'a.json', document);
  await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
  let { library } = testLibrary(folders, { mayUse: () => true });
  await library.handlers.keepVersion({ id, name: 'As the client signed it' });
  const renamed = join(folders.root, 'renamed');
  await endLibrary(library);
  await rename(folders.themes, renamed);
  await cp(renamed, folders.themes, { recursive: true });

  const disk = isHeld
    ? failing('EBUSY', 'readFrom', (file) => file.includes('libraries.json'))
    : undefined;
  ({ library } = testLibrary(folders, { mayUse: () => true, folder: openThemes(folders) }));
  await library.handlers.list(undefined);
  disk?.heal();
  await vi.waitFor(() => expect(library.id()).toBeDefined(), { timeout: 5_000 });
  await library.rescan();
  const { entries } = await library.handlers.remove({ ids: [id] });
  await library.handlers.discard({ entries });
  await library.handlers.useFolder({ folder: renamed, move: false });
  const { themes } = await library.handlers.list(undefined);
  const { versions } = await library.handlers.versions({ id });
  return {
    isThere: themes.some((theme) => theme.id === id),
    named: versions.map(({ name }) => name),
  };
}

it.each([
  ['control: the list can be read at the start', false],
  ['the list can be read a moment later', true],
])('the theme has its history: %s', async (_name, isHeld) => {
  expect(await named(isHeld)).toEqual({ isThere: true, named: ['As the client signed it'] });
});
