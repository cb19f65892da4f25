/**
 * Two people have Foyer open on one shared folder, and one of them copies a theme's file by hand. Both Foyers see the copy
 * at the same time, and only one can give it an ID: to the other it is a theme of its own then, and it adds none.
 */
import { copyFile, mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import {
  libraryOfOne,
  openThemes,
  testLibrary,
  themeFiles,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** One of them is about to give the copy an ID, and goes on only once the other has. */
async function copiedForTwo() {
  const { folders, library: first, id } = await libraryOfOne();
  await first.start();
  const profile = join(folders.root, 'profile of another');
  await mkdir(profile);
  const second = testLibrary({ ...folders, profile }, { folder: openThemes(folders) }).library;
  await second.start();
  const write = held('writeTo', (path) => path.startsWith(folders.themes));
  await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
  const looks = [first.rescan(), second.rescan()];
  await write.isReached;
  await Promise.race(looks);
  write.letGo();
  await Promise.all(looks);
  const copy = (await themesOnDisk(folders)).find((each) => each.id !== id);
  return { folders, first, second, id, copyId: copy?.id };
}

it('the copy is one theme, and the same to both', async () => {
  const { folders, first, second, id, copyId } = await copiedForTwo();
  expect(await themeFiles(folders)).toEqual(['a.json', 'b.json']);
  const idsIn = async ({ handlers }: typeof first) =>
    (await handlers.list(undefined)).themes.map((theme) => theme.id).sort();
  const both = [id, copyId].sort();
  // To the one that came second it is told by the next look.
  await first.rescan();
  await second.rescan();
  expect(await idsIn(first)).toEqual(both);
  expect(await idsIn(second)).toEqual(both);
});

it('a theme that a program renames by copying it is one once the first file goes', async () => {
  const { folders, first, second, id } = await copiedForTwo();
  await unlink(join(folders.themes, 'a.json'));
  await second.rescan();
  await first.rescan();
  expect(await themesOnDisk(folders)).toMatchObject([{ id }]);
});
