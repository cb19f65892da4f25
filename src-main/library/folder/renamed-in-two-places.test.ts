/**
 * Two computers keep the library the same by a sync program. While they can't reach each other, a theme's file is renamed on
 * both. From then on each gets at once what the other wrote.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  libraryOfOne,
  temporaryLibraryFolders,
  testLibrary,
  themeFiles,
  type LibraryFolders,
} from '../testing/fixture-library';

async function textsOf(folders: LibraryFolders): Promise<Map<string, string>> {
  const names = await themeFiles(folders);
  const read = names.map(
    async (name) => [name, await readFile(join(folders.themes, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}

async function put(folders: LibraryFolders, file: string, text: string): Promise<void> {
  const part = join(folders.root, `${file}.part`);
  await writeFile(part, text);
  await rename(part, join(folders.themes, file));
}

it('both come to rest', async () => {
  const { library: one, folders: here, document } = await libraryOfOne();
  const there = await temporaryLibraryFolders();
  await put(there, 'a.json', `${JSON.stringify(document, null, 2)}\n`);
  const two = testLibrary(there).library;
  await one.start();
  await two.start();
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await rename(join(there.themes, 'a.json'), join(there.themes, 'c.json'));
  await Promise.all([one.rescan(), two.rescan()]);

  // What the sync program last knew to be the same; the file of the first name is gone on both.
  const same = new Map<string, string>();
  const sent: number[] = [];
  for (let round = 1; round <= 12; round += 1) {
    const [mine, theirs] = [await textsOf(here), await textsOf(there)];
    const changed = (texts: Map<string, string>) =>
      [...texts].filter(([file, text]) => same.get(file) !== text);
    const [toThere, toHere] = [changed(mine), changed(theirs)];
    sent.push(toThere.length + toHere.length);
    for (const [file, text] of toThere) same.set(file, text);
    for (const [file, text] of toHere) same.set(file, text);
    for (const [file, text] of toThere) await put(there, file, text);
    for (const [file, text] of toHere) await put(here, file, text);
    await Promise.all([one.rescan(), two.rescan()]);
  }
  expect(sent.at(-1)).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
});
