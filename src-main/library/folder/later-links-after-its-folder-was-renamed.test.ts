/**
 * A theme is published. Then a person renames the library's folder, and a sync program (or “previous versions”) puts the
 * theme's older file in its place: it is still the same library, of which the profile knows what the theme was, also where
 * Foyer is told the new name only by its next start. What it knows of another library that had that name says nothing of it.
 */
import { cp, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  type LibraryFolders,
  northwind,
  testLibrary,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const mayUse = () => true;
const anHourAgo = () => new Date(Date.now() - 3_600_000);

async function publishAndQuit(library: Library, id: string): Promise<void> {
  await library.start();
  await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await endLibrary(library);
}

/** The next start, with the library under that name. */
function startedIn(folders: LibraryFolders, themes: string): Library {
  return testLibrary({ ...folders, themes }, { mayUse }).library;
}

async function linksIn(library: Library, id: string) {
  const [theme] = (await library.handlers.list(undefined)).themes;
  const links = theme?.places.flatMap(({ templateId }) => templateId ?? []);
  return { isSame: theme?.id === id, links };
}

async function linksAfter(how: 'has its name' | 'renamed and chosen' | 'renamed and started in') {
  const { library: first, folders, id } = await libraryOfOne({}, { mayUse });
  const before = await readFile(join(folders.themes, 'a.json'), 'utf8');
  const old = anHourAgo();
  await publishAndQuit(first, id);
  const isRenamed = how !== 'has its name';
  const there = isRenamed ? join(folders.root, 'renamed') : folders.themes;
  if (isRenamed) await rename(folders.themes, there);
  await writeFile(join(there, 'a.json'), before);
  await utimes(join(there, 'a.json'), old, old);
  if (how === 'renamed and started in') return linksIn(startedIn(folders, there), id);
  const library = startedIn(folders, folders.themes);
  await library.rescan();
  if (isRenamed) await library.handlers.useFolder({ folder: there, move: false });
  return linksIn(library, id);
}

it.each(['has its name', 'renamed and chosen', 'renamed and started in'] as const)(
  'the theme keeps its link: %s',
  async (how) => {
    expect(await linksAfter(how)).toEqual({ isSame: true, links: ['t'] });
  },
);

it('a theme gets no link of the copy that lay in a folder of that name before', async () => {
  const { library: first, folders, id } = await libraryOfOne({}, { mayUse });
  await first.start();
  await endLibrary(first);
  const copy = join(folders.root, 'copy');
  await cp(folders.themes, copy, { recursive: true });
  await publishAndQuit(startedIn(folders, copy), id);
  await rename(copy, join(folders.root, 'aside'));
  await rename(folders.themes, copy);
  await utimes(join(copy, 'a.json'), anHourAgo(), anHourAgo());
  expect(await linksIn(startedIn(folders, copy), id)).toEqual({ isSame: true, links: [] });
});
