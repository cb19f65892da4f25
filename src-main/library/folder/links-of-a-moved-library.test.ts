import { cp, mkdir, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  putTheme,
  putThemeOf,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

/**
 * Others took the file of a published theme away. The library is moved on its disk, and the theme's file from before it
 * was published comes back: it is older than what the theme was, in whichever folder, and the link stays.
 */
describe('the library is moved, and an older file comes back', () => {
  const anHourAgo = () => new Date(Date.now() - 3_600_000);

  it.each([
    ['the control: it stayed where it was', false],
    ['it was moved', true],
  ])('stays linked: %s', async (_name, isMoved) => {
    const { library, folders, document, id } = await libraryOfOne({}, { mayUse: () => true });
    await putTheme(folders, 'b.json', themeDocument());
    await library.start();
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.flush();
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    const themes = isMoved ? join(folders.root, 'moved') : folders.themes;
    if (isMoved) {
      await mkdir(themes);
      await library.handlers.useFolder({ folder: themes, move: true });
    }
    await putThemeOf(anHourAgo(), { ...folders, themes }, 'a.json', document);
    await library.rescan();
    expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
  });
});

/**
 * A person moves the library elsewhere and later back, and one file of the first folder, which is no text, stays there
 * meanwhile. A theme is published. Then they rename the folder, and a sync program puts the theme's older file in its place:
 * Foyer knows the folder under its new name, and what was known of the library with it, so the link stays.
 */
describe('the library is moved away and back, and an older file comes back', () => {
  const mayUse = () => true;

  async function linksAfter(isMoved: boolean, isAnyLeft: boolean) {
    const { library: first, folders, id } = await libraryOfOne({}, { mayUse });
    const before = await readFile(join(folders.themes, 'a.json'), 'utf8');
    if (isAnyLeft)
      await writeFile(join(folders.themes, 'odd.json'), Buffer.from([0xff, 0xfe, 0xfd]));
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
});

/**
 * A theme is published. Then a person renames the library's folder, and a sync program (or “previous versions”) puts the
 * theme's older file in its place: it is still the same library, of which the profile knows what the theme was, also where
 * Foyer is told the new name only by its next start. What it knows of another library that had that name says nothing of it.
 */
describe('the library’s folder is renamed, and an older file is put there', () => {
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
});
