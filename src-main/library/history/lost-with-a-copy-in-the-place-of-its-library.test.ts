/**
 * A person renames the library's folder and puts a copy of it in its place, in which they delete a theme for good. "A
 * theme's history is deleted with its last deletion, and never while the theme is in the library … or is in another folder
 * that was your library's": it is in the renamed one, which they open again.
 */
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  endLibrary,
  openThemes,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

type Where = 'elsewhere' | 'there' | 'there, while Foyer was closed';

async function named(where: Where) {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  const { id } = document;
  await putTheme(folders, 'a.json', document);
  await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
  let { library } = testLibrary(folders, { mayUse: () => true });
  await library.handlers.keepVersion({ id, name: 'As the client signed it' });
  const [renamed, copy] = ['renamed', 'copy'].map((name) => join(folders.root, name)) as [
    string,
    string,
  ];
  if (where === 'elsewhere') {
    await cp(folders.themes, copy, { recursive: true });
    await library.handlers.useFolder({ folder: copy, move: false });
  } else {
    if (where !== 'there') await endLibrary(library);
    await rename(folders.themes, renamed);
    await cp(renamed, folders.themes, { recursive: true });
    if (where !== 'there') {
      ({ library } = testLibrary(folders, { mayUse: () => true, folder: openThemes(folders) }));
    }
    await library.rescan();
  }
  await library.handlers.list(undefined);
  const { entries } = await library.handlers.remove({ ids: [id] });
  await library.handlers.discard({ entries });
  const own = where === 'elsewhere' ? folders.themes : renamed;
  await library.handlers.useFolder({ folder: own, move: false });
  const { themes } = await library.handlers.list(undefined);
  const { versions } = await library.handlers.versions({ id });
  return {
    isThere: themes.some((theme) => theme.id === id),
    named: versions.map(({ name }) => name),
  };
}

it.each<[string, Where]>([
  ['control: the copy is elsewhere', 'elsewhere'],
  ['the copy is in its place', 'there'],
  ['the copy is in its place at the next start', 'there, while Foyer was closed'],
])('the theme has its history: %s', async (_name, where) => {
  expect(await named(where)).toEqual({ isThere: true, named: ['As the client signed it'] });
});
