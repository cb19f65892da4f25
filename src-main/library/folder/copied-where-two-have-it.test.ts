/**
 * Two computers, Foyer open on both, keep the library the same by a sync program. A theme's file is copied by hand in that
 * program's web page: the copy comes to both before either has seen what the other makes of it. What both wrote then meets as
 * it does with such programs: one stays under its name, the other is put beside it as a conflicted copy.
 */
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, temporaryLibraryFolders, testLibrary } from '../testing/fixture-library';

it('a file that is copied by hand becomes one theme', async () => {
  const { library: one, folders: here } = await libraryOfOne();
  const there = await temporaryLibraryFolders();
  await mkdir(there.themes, { recursive: true });
  await copyFile(join(here.themes, 'a.json'), join(there.themes, 'a.json'));
  const two = testLibrary(there).library;
  const names = async (library: typeof one) => {
    await library.rescan();
    return (await library.handlers.list(undefined)).themes.length;
  };
  expect([await names(one), await names(two)]).toEqual([1, 1]);
  const copy = 'a - Copy.json';
  const text = await readFile(join(here.themes, 'a.json'), 'utf8');
  for (const { themes } of [here, there]) await writeFile(join(themes, copy), text);
  expect([await names(one), await names(two)]).toEqual([2, 2]);
  // The sync program has sent that of the first computer by the time it looks at that of the second.
  const [ours, theirs] = [join(here.themes, copy), join(there.themes, copy)];
  const isSame = (await readFile(ours, 'utf8')) === (await readFile(theirs, 'utf8'));
  if (!isSame) {
    const beside = "a - Copy (second computer's conflicted copy 2026-11-27).json";
    await rename(theirs, join(there.themes, beside));
    await copyFile(ours, theirs);
    await copyFile(join(there.themes, beside), join(here.themes, beside));
  }
  expect([await names(one), await names(two)]).toEqual([2, 2]);
});

it('a copy with the name of one that was deleted is a theme of its own', async () => {
  const { library, folders, id } = await libraryOfOne();
  const copied = async (): Promise<string | undefined> => {
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    return themes.find((each) => each.id !== id)?.id;
  };
  await library.start();
  const deleted = await copied();
  await library.handlers.remove({ ids: [deleted ?? ''] });
  const copy = await copied();
  expect(copy).toBeDefined();
  expect(copy).not.toBe(deleted);
});
