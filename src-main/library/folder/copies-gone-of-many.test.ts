/**
 * All files of the library were copied beside themselves by hand and the copies deleted again; or copies lie there, and
 * others deleted many themes while Foyer was closed. The text of a copy is read as a theme once: by each file that went,
 * a library of 400 took seconds in which Foyer answered nothing.
 */
import { copyFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const understood = vi.hoisted(() => ({ times: 0 }));
vi.mock('./theme-file', async (original) => {
  const real = await original<typeof import('./theme-file')>();
  const documentIn = (text: string) => {
    understood.times += 1;
    return real.documentIn(text);
  };
  return { ...real, documentIn };
});

const count = 40;

/** A library of as many themes, each of which others copied. */
async function allCopied() {
  const folders = await temporaryLibraryFolders();
  const files = Array.from({ length: count }, (_each, at) => `a${String(at)}.json`);
  for (const file of files) await putTheme(folders, file, themeDocument({ name: file }));
  const { library } = testLibrary(folders);
  await library.start();
  const copies = files.map((file) => file.replace('.json', ' - Copy.json'));
  const pathOf = (file: string): string => join(folders.themes, file);
  for (const [at, copy] of copies.entries()) await copyFile(pathOf(files[at] ?? ''), pathOf(copy));
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2 * count);
  const removeAll = (names: readonly string[]) =>
    Promise.all(names.map((name) => unlink(pathOf(name))));
  return { folders, library, copies, removeAll };
}

it('reads none of them again while they go', async () => {
  const { library, copies, removeAll } = await allCopied();
  await removeAll(copies);
  understood.times = 0;
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(count);
  expect(understood.times).toBeLessThan(count);
});

it('reads each of them once at a start where others deleted many themes', async () => {
  const { folders, library, removeAll } = await allCopied();
  const gone = Array.from({ length: count }, (_each, at) => `b${String(at)}.json`);
  for (const file of gone) await putTheme(folders, file, themeDocument({ name: file }));
  await library.rescan();
  await endLibrary(library);
  await removeAll(gone);
  understood.times = 0;
  const { library: next } = testLibrary(folders);
  await next.start();
  expect((await next.handlers.list(undefined)).themes).toHaveLength(2 * count);
  expect(understood.times).toBeLessThan(2 * count);
});
