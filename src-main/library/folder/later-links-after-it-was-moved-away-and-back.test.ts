/**
 * A person moves the library elsewhere and later back, and one file of the first folder, which is no text, stays there
 * meanwhile. A theme is published. Then they rename the folder, and a sync program puts the theme's older file in its place:
 * Foyer knows the folder under its new name, and what was known of the library with it, so the link stays.
 */
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const mayUse = () => true;

async function linksAfter(isMoved: boolean, isAnyLeft: boolean) {
  const { library: first, folders, id } = await libraryOfOne({}, { mayUse });
  const before = await readFile(join(folders.themes, 'a.json'), 'utf8');
  if (isAnyLeft) await writeFile(join(folders.themes, 'odd.json'), Buffer.from([0xff, 0xfe, 0xfd]));
  await first.start();
  if (isMoved) {
    const elsewhere = join(folders.root, 'elsewhere');
    await mkdir(elsewhere);
    for (const folder of [elsewhere, folders.themes])
      await first.handlers.useFolder({ folder, move: true });
  }
  await endLibrary(first);
  // What they do on another day.
  const { library: second } = testLibrary(folders, { mayUse });
  await second.start();
  await second.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await endLibrary(second);
  const renamed = join(folders.root, 'renamed');
  await rename(folders.themes, renamed);
  const file = join(renamed, 'a.json');
  const old = new Date(Date.now() - 3_600_000);
  await writeFile(file, before);
  await utimes(file, old, old);
  const { library } = testLibrary({ ...folders, themes: renamed }, { mayUse });
  const { themes } = await library.handlers.list(undefined);
  const theme = themes.find((each) => each.id === id);
  return theme?.places.flatMap(({ templateId }) => templateId ?? []);
}

it.each([
  ['control: it was never moved', false, true],
  ['control: moved away and back as a whole', true, false],
  ['moved away and back, and a file stayed meanwhile', true, true],
])('the theme keeps its link: %s', async (_name, isMoved, isAnyLeft) => {
  expect(await linksAfter(isMoved, isAnyLeft)).toEqual(['t']);
});
