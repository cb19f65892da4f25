/**
 * The library lies on a share or in a cloud folder, and Foyer's window stays in front, beside another program's. The
 * folder can't be listed or watched in one moment, or isn't there. Changes on the disk are picked up all the same once
 * they can be: nobody has to leave the window for that and come back.
 */
import type { FSWatcher } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

/** How the next look into the folder fails, who is told of it, and what watches it. */
const ill = vi.hoisted(() => ({
  folder: '',
  reached: (): void => undefined,
  watchers: new Map<string, FSWatcher>(),
}));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    readdir: async (path: string, ...options: []) => {
      if (path !== ill.folder) return real.readdir(path, ...options);
      ill.folder = '';
      ill.reached();
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    },
  };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    watch: (path: string, options: object, listener: () => void) => {
      const watcher = real.watch(path, options, listener);
      ill.watchers.set(path, watcher);
      return watcher;
    },
  };
});

async function library() {
  const { folders, library } = await libraryOfOne();
  await library.start();
  const list = () => library.handlers.list(undefined);
  const areThere = (...all: readonly string[]) =>
    vi.waitFor(async () => {
      const { themes, folderProblem } = await list();
      expect(themes.map(({ name }) => name).sort()).toEqual(all);
      expect(folderProblem).toBeNull();
    }, 3_000);
  const put = (name: string) => putTheme(folders, `${name}.json`, themeDocument({ name }));
  return { folders, list, areThere, put };
}

it.each([
  ['the control: it can be listed all the time', false],
  ['it can’t be listed in one moment', true],
])('what a colleague adds is in the library: %s', async (_when, isIll) => {
  const { folders, areThere, put } = await library();
  const isReached = new Promise<void>((resolve) => (ill.reached = resolve));
  await put('Citrus');
  await areThere('Citrus', 'Harbour');
  if (isIll) ill.folder = folders.themes;
  await put('Fern');
  if (isIll) await isReached;
  else await areThere('Citrus', 'Fern', 'Harbour');
  // The disk is well from here on.
  await put('Glacier');
  await areThere('Citrus', 'Fern', 'Glacier', 'Harbour');
});

it('what a colleague adds is in the library: the system’s watching failed', async () => {
  const { folders, areThere, put } = await library();
  ill.watchers
    .get(folders.themes)
    ?.emit('error', Object.assign(new Error('EPERM'), { code: 'EPERM' }));
  await put('Citrus');
  await areThere('Citrus', 'Harbour');
  await put('Fern');
  await areThere('Citrus', 'Fern', 'Harbour');
});

it('a folder that isn’t there for a moment isn’t said to be missing any more', async () => {
  const { folders, list, areThere, put } = await library();
  const away = join(folders.root, 'away');
  await rename(folders.themes, away);
  await vi.waitFor(async () => {
    expect(await list()).toMatchObject({ folderProblem: { code: 'libraryFolderMissing' } });
  });
  await rename(away, folders.themes);
  await areThere('Harbour');
  await put('Citrus');
  await areThere('Citrus', 'Harbour');
});
