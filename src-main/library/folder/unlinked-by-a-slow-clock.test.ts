/**
 * Two computers keep the library the same by a sync program, which gives files the times that they have on the other one. The
 * clock of one is some minutes behind. A theme that was published on the one is unlinked on the other: it stays unlinked.
 */
import { copyFile, mkdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const minuteMs = 60_000;

it.each([
  ['control: both clocks are right', 0, 'open'],
  ['a clock is behind, and the theme is open', 5 * minuteMs, 'open'],
  ['a clock is behind, and the theme is not open', 5 * minuteMs, 'closed'],
])('stays unlinked: %s', async (_name, behind, how) => {
  const { library, folders, id } = await libraryOfOne();
  await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  let here = library;
  if (how === 'closed') {
    await endLibrary(library);
    here = testLibrary(folders).library;
    await here.start();
  }
  const there = await temporaryLibraryFolders();
  await mkdir(there.themes, { recursive: true });
  const [ours, theirs] = [join(folders.themes, 'a.json'), join(there.themes, 'a.json')];
  const sync = async (from: string, to: string, earlier: number): Promise<void> => {
    await copyFile(from, to);
    const { mtimeMs } = await stat(from);
    await utimes(to, new Date(), new Date(mtimeMs - earlier));
  };
  await sync(ours, theirs, 0);
  const other = testLibrary(there).library;
  await other.unlink(id, key);
  await endLibrary(other);
  expect(await themesOnDisk(there)).toMatchObject([{ publications: {} }]);
  await sync(theirs, ours, behind);
  await here.rescan();
  expect((await here.saved(id)).publications).toEqual({});
});
