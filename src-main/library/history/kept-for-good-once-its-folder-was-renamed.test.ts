/**
 * A person renames the library's folder while Foyer is closed, and chooses it under its new name: it is the same library, as
 * Foyer knows ("a library whose folder you renamed is still the same one"). "A theme's history is deleted with its last
 * deletion": it is in no other folder, for under the former name there is none.
 */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

async function leftOfHistory(how: 'moved by Foyer' | 'renamed' | 'renamed while Foyer was closed') {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  const { id } = document;
  await putTheme(folders, 'a.json', document);
  await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
  const renamed = join(folders.root, 'renamed');
  let { library } = testLibrary(folders, { mayUse: () => true });
  await library.handlers.keepVersion({ id, name: 'As the client signed it' });
  if (how === 'moved by Foyer') await mkdir(renamed);
  else {
    if (how !== 'renamed') await endLibrary(library);
    await rename(folders.themes, renamed);
    if (how !== 'renamed') {
      ({ library } = testLibrary(folders, { mayUse: () => true }));
      await library.rescan();
    }
  }
  await library.handlers.useFolder({ folder: renamed, move: how === 'moved by Foyer' });
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  const { entries } = await library.handlers.remove({ ids: [id] });
  expect(await library.handlers.discard({ entries })).toMatchObject({ entries, problem: null });
  return (await library.handlers.versions({ id })).versions.map(({ name }) => name);
}

it.each(['moved by Foyer', 'renamed', 'renamed while Foyer was closed'] as const)(
  'nothing is left of it where the folder was %s',
  async (how) => {
    expect(await leftOfHistory(how)).toEqual([]);
  },
);
