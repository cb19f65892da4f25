/**
 * Two computers keep the library the same by a sync program, and a theme is edited on both. On the one that comes second, the
 * program puts aside what was edited there, as a conflicted copy, and puts the other's in its place, at the same moment. Both
 * versions are kept, and the library asks which it is to be, whatever the program calls its copies.
 */
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { libraryOfOne } from '../testing/fixture-library';

const theirTheme = { ...newTheme(), customCss: '/* theirs */' };

/** The themes' styles, and of which other theme each is told to be a version. */
async function shown(copyName: string, isBoth: boolean) {
  const { library, folders, document, id } = await libraryOfOne();
  const { handlers } = library;
  await handlers.open({ id });
  await handlers.edit({ id, edits: [{ field: 'customCss', value: '/* ours */' }] });
  await library.saved(id);
  const file = join(folders.themes, 'a.json');
  const theirs = JSON.stringify({ ...document, theme: theirTheme });
  const comes = join(folders.root, 'theirs.json');
  await writeFile(comes, theirs);
  if (isBoth) {
    await rename(file, join(folders.themes, copyName));
    await rename(comes, file);
  } else {
    // The control: one comes after the other.
    const ours = await readFile(file, 'utf8');
    await copyFile(comes, file);
    await library.rescan();
    await writeFile(join(folders.themes, copyName), ours);
  }
  await library.rescan();
  const { themes } = await handlers.list(undefined);
  const all = themes.map(async (each) => ({
    css: (await library.current(each.id)).theme.customCss,
    isVersion: each.conflictOf !== undefined,
  }));
  return Promise.all(all);
}

it.each([
  ['control: the copy comes after the other’s version', "a (Anna's conflicted copy).json", false],
  ['Dropbox', "a (Anna's conflicted copy 2026-11-27).json", true],
  ['OneDrive', 'a-ANNAS-PC.json', true],
  ['Syncthing', 'a.sync-conflict-20261127-093000-ABCDEFG.json', true],
])('the library asks which version it is: %s', async (_name, copyName, isBoth) => {
  const themes = await shown(copyName, isBoth);
  expect(themes.map(({ css }) => css).sort()).toEqual(['/* ours */', '/* theirs */']);
  expect(themes.filter(({ isVersion }) => isVersion)).toHaveLength(1);
});
