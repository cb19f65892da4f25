/**
 * A person moves the library to a share or a stick, and Foyer or the computer stops in the middle. The move is undone at a
 * start after it: where they go on with their themes, and move once more, they have those that they had, and none twice.
 */
import type * as Files from 'node:fs/promises';
import { mkdir, readdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Library } from '../library';
import {
  libraryOfOne,
  putTheme,
  restarted,
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

/** The file can't be read until that is healed. */
async function unread(path: string) {
  const aside = `${path}.aside`;
  await rename(path, aside);
  await symlink(path, path);
  return {
    heal: async () => {
      await unlink(path);
      await rename(aside, path);
    },
  };
}

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
  const moveTo = async (next: Library, folder = other): Promise<string[]> => {
    await next.handlers.useFolder({ folder, move: true });
    const { themes } = await next.handlers.list(undefined);
    return themes.map(({ name }) => name).sort();
  };
  /** The library in a run in which a theme was renamed. */
  const started = async (): Promise<Library> => {
    const next = testLibrary(folders, { mayUse: () => true }).library;
    await next.handlers.rename({ id, name: 'Harbour by night' });
    await next.flush();
    return next;
  };
  return { folders, other, away: join(folders.root, 'away'), started, moveTo };
}

const all = ['Harbour by night', 'Second'];

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

describe('they have every theme once after the next move, where Foyer was started before the share was mounted', () => {
  type InItsPlace = 'the share' | 'nothing' | 'an empty folder';

  it.each<[InItsPlace, string, boolean]>([
    ['the share', 'in this run', false],
    ['nothing', 'in this run', false],
    ['nothing', 'in a later run', true],
    ['an empty folder', 'in this run', false],
    ['an empty folder', 'in a later run', true],
  ])('%s was in its place, and they move %s', async (inItsPlace, _when, isLaterRun) => {
    const { folders, other, away, started, moveTo } = await stopped();
    if (inItsPlace !== 'the share') await rename(other, away);
    if (inItsPlace === 'an empty folder') await mkdir(other);
    let next = await started();
    if (inItsPlace === 'an empty folder') await rmdir(other);
    if (inItsPlace !== 'the share') await rename(away, other);
    if (isLaterRun) {
      await restarted(folders, next);
      next = testLibrary(folders, { mayUse: () => true }).library;
      await next.handlers.list(undefined);
    }
    expect(await moveTo(next)).toEqual(all);
  });

  it.each([
    ['the control: they waited for it', false],
    ['they moved to another folder before', true],
  ])('%s', async (_name, isElsewhereBefore) => {
    const { folders, other, away, started, moveTo } = await stopped();
    await rename(other, away);
    const next = await started();
    if (isElsewhereBefore) {
      const third = join(folders.root, 'third');
      await mkdir(third);
      expect(await moveTo(next, third)).toEqual(all);
    }
    await rename(away, other);
    expect(await moveTo(next)).toEqual(all);
  });

  it('but for the copies in a folder that they chose as it was meanwhile', async () => {
    const { folders, other, away, started } = await stopped();
    await rename(other, away);
    const next = await started();
    await rename(away, other);
    // As long as one of the files can't be had, nobody takes it away before.
    const held = await unread(join(folders.themes, 'a.json'));
    await next.handlers.useFolder({ folder: other, move: false });
    await held.heal();
    await next.handlers.useFolder({ folder: folders.themes, move: false });
    await restarted(folders, next);
    await started();
    expect(await readdir(other)).toContain('a.json');
  });
});
