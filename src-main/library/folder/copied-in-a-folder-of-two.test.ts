/**
 * Two people have Foyer open on one shared folder. One of them copies a theme's file in the file manager: "a copy made by
 * hand becomes a theme of its own", once, though both Foyers see it at the same time. Nor does a program that renames a file by
 * copying it, and removing the first one later, leave two.
 */
import { copyFile, mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, openThemes, testLibrary, themesOnDisk } from '../testing/fixture-library';

const settled = () => new Promise((resolve) => setTimeout(resolve, 500));

async function themesAfter(how: 'copied' | 'renamed', people: 1 | 2): Promise<number> {
  const { folders, library } = await libraryOfOne();
  await library.start();
  if (people === 2) {
    const profile = join(folders.root, 'profile of another');
    await mkdir(profile);
    const second = testLibrary({ ...folders, profile }, { folder: openThemes(folders) }).library;
    await second.start();
  }
  await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
  await settled();
  if (how === 'renamed') {
    await unlink(join(folders.themes, 'a.json'));
    await settled();
  }
  await library.rescan();
  return (await themesOnDisk(folders)).length;
}

it.each([
  ['control: one Foyer is open', 1],
  ['two are', 2],
] as const)('a copy is one theme: %s', async (_name, people) => {
  const counts = [];
  for (let time = 0; time < 3; time += 1) counts.push(await themesAfter('copied', people));
  expect(counts).toEqual([2, 2, 2]);
});

it.each([
  ['control: one Foyer is open', 1],
  ['two are', 2],
] as const)('a file that was renamed by copying is one theme: %s', async (_name, people) => {
  const counts = [];
  for (let time = 0; time < 3; time += 1) counts.push(await themesAfter('renamed', people));
  expect(counts).toEqual([1, 1, 1]);
});
