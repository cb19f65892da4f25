/**
 * A theme is published. Then a person renames the library's folder and chooses it under its new name, and a sync program
 * (or “previous versions”) puts the theme's older file in its place. "An older file that a sync program puts over a theme …
 * keeps the links that the theme has got since, also after a restart": without it the theme would be published as a second
 * template. "A library whose folder you renamed is still the same one."
 */
import { readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);

async function linksAfter(isRenamed: boolean) {
  const made = await libraryOfOne({}, { mayUse: () => true });
  const { folders, id } = made;
  const before = await readFile(join(folders.themes, 'a.json'), 'utf8');
  const old = new Date(Date.now() - 3_600_000);
  await made.library.start();
  await made.library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await endLibrary(made.library);

  const there = isRenamed ? join(folders.root, 'renamed') : folders.themes;
  if (isRenamed) await rename(folders.themes, there);
  await writeFile(join(there, 'a.json'), before);
  await utimes(join(there, 'a.json'), old, old);
  const { library } = testLibrary(folders, { mayUse: () => true });
  await library.rescan();
  if (isRenamed) {
    await library.handlers.useFolder({ folder: there, move: false });
  }
  const [theme] = (await library.handlers.list(undefined)).themes;
  return { isSame: theme?.id === id, links: theme?.places.map(({ templateId }) => templateId) };
}

it.each([
  ['control: the folder has its name', false],
  ['its folder was renamed', true],
])('the theme keeps its link: %s', async (_name, isRenamed) => {
  expect(await linksAfter(isRenamed)).toEqual({ isSame: true, links: ['t'] });
});
