/**
 * The bin's folder can't be listed (a bad sector). A theme that was never deleted is copied into the library, published, and
 * Foyer is quit; then the file from before is put over it: the theme stays linked to its template.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const disk = vi.hoisted(() => ({ isIll: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = async (path: string, ...more: never[]) => {
    if (disk.isIll && /[\\/]profile[\\/]bin$/u.test(path))
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    return await real.readdir(path, ...more);
  };
  return { ...real, readdir };
});

const key = publicationKey(northwind);
const before = new Date('2026-03-01T13:00:00.000Z');

it.each(['well (the control)', 'not at all'] as const)('stays linked: listed %s', async (how) => {
  const { library, folders, id: other } = await libraryOfOne();
  await library.start();
  await library.handlers.remove({ ids: [other] });
  const document = themeDocument();
  const { id } = document;
  disk.isIll = how === 'not at all';
  onTestFinished(() => void (disk.isIll = false));
  await putTheme(folders, 'new.json', document);
  await library.rescan();
  await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  expect(Object.keys((await library.saved(id)).publications)).toEqual([key]);
  await endLibrary(library);
  await putTheme(folders, 'new.json', document);
  await utimes(join(folders.themes, 'new.json'), before, before);
  const after = testLibrary(folders).library;
  await after.start();
  await after.rescan();
  expect(Object.keys((await after.saved(id)).publications)).toEqual([key]);
});
