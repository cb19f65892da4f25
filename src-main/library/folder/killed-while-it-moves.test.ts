/**
 * A person moves the library to a share or a stick, and Foyer or the computer stops in the middle. The move is undone at a
 * start after it: where they go on with their themes, and move once more, they have those that they had, and none twice.
 */
import type * as Files from 'node:fs/promises';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  testLibrary,
  themeDocument,
  themeFiles,
} from '../testing/fixture-library';

/** The other disk, and what is told once Foyer is stopped on it, as it has given the first theme's file its name there. */
const disk = vi.hoisted(() => ({
  folder: '',
  knowsLinks: true,
  isToStop: false,
  stopped: (): void => undefined,
  end: (): void => undefined,
}));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>();
  const isThere = (path: unknown): boolean =>
    disk.folder !== '' && String(path).startsWith(disk.folder) && String(path).endsWith('.json');
  const stop = async (): Promise<void> => {
    if (!disk.isToStop) return;
    disk.isToStop = false;
    disk.stopped();
    // Nothing comes after it; the test's end ends it.
    await new Promise<void>((end) => (disk.end = end));
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  };
  return {
    ...real,
    link: async (from: string, to: string) => {
      if (isThere(to) && !disk.knowsLinks)
        throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
      await real.link(from, to);
      if (isThere(to)) await stop();
    },
    open: async (path: string, flags: string, mode?: number) => {
      const handle = await real.open(path, flags, mode);
      if (flags !== 'wx' || !isThere(path)) return handle;
      const close = handle.close.bind(handle);
      handle.close = async () => {
        await close();
        await stop();
      };
      return handle;
    },
  };
});

/** A library of two themes that was to move to the folder `other`, and its folders. */
async function stopped(knowsLinks = true) {
  const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
  await putTheme(folders, 'b.json', themeDocument({ name: 'Second' }));
  await library.start();
  const other = join(folders.root, 'other');
  await mkdir(other);
  const isStopped = new Promise<void>((stop) => (disk.stopped = stop));
  Object.assign(disk, { folder: other, knowsLinks, isToStop: true });
  const moving = Promise.resolve(library.handlers.useFolder({ folder: other, move: true }));
  onTestFinished(async () => {
    disk.end();
    disk.folder = '';
    await moving.catch(() => undefined);
  });
  await isStopped;
  return { folders, id, other };
}

describe('at the next start nothing of it is left', () => {
  it.each([
    ['on a disk that knows hard links', true],
    ['on a stick, which knows none', false],
  ])('%s', async (_name, knowsLinks) => {
    const { folders, other } = await stopped(knowsLinks);
    const next = testLibrary(folders).library;
    expect((await next.handlers.list(undefined)).themes).toHaveLength(2);
    // The move is settled in its turn.
    await next.flush();
    expect(await themeFiles(folders)).toEqual(['a.json', 'b.json']);
    expect((await readdir(other)).filter((name) => !name.startsWith('.'))).toEqual([]);
  });
});
