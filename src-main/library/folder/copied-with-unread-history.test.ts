/**
 * A person copies a theme's file by hand while the disk doesn't let Foyer's histories be looked at: too many files are
 * open, a scanner holds the folder, or it is another user's after a start as the administrator. The copy needs no
 * history, and neither do the other themes: all of them are shown.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  endLibrary,
  libraryOfOne,
  putTheme,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const disk = vi.hoisted(() => ({ refuses: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, ...others: []) =>
    disk.refuses && /[\\/]history[\\/]/u.test(path)
      ? Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }))
      : real.readdir(path, ...others);
  return { ...real, readdir };
});

function historyIsNotRead(): void {
  disk.refuses = true;
  onTestFinished(() => void (disk.refuses = false));
}

it.each([false, true])(
  'what was copied beside another one that came is shown, and so is that (refused: %s)',
  async (isRefused) => {
    const { folders, library } = await libraryOfOne();
    await library.start();
    if (isRefused) historyIsNotRead();
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await putTheme(folders, 'c.json', themeDocument({ name: 'From a colleague' }));
    await library.rescan();
    disk.refuses = false;
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name }) => name).sort()).toEqual([
      'From a colleague',
      'Harbour',
      'Harbour',
    ]);
  },
);

it.each([false, true])(
  'the library is there at the next start (refused: %s)',
  async (isRefused) => {
    const { folders, library: first } = await libraryOfOne();
    await first.start();
    await endLibrary(first);
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await putTheme(folders, 'c.json', themeDocument({ name: 'From a colleague' }));
    if (isRefused) historyIsNotRead();
    const { library } = testLibrary(folders);
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name }) => name)).toContain('Harbour');
    expect(themes.map(({ name }) => name)).toContain('From a colleague');
  },
);
