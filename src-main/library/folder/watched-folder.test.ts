import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LibraryChange } from '@shared/library';
import { type DocumentFolder, newId, openDocumentFolder } from '../../storage/storage';
import { largestThemeFile } from '../library';
import {
  libraryOfOne,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

/**
 * The library's disk, or share, isn't there as Foyer starts, and comes a moment later, while the window stays in front:
 * by the guide the library appears once it's back, and nobody has to leave the window for that and come back.
 */
describe('the library’s disk comes after the start', () => {
  it.each([
    ['the control: it went after the start', true],
    ['it was not there at the start', false],
  ])('the windows are told once it is back: %s', async (_name, isThereAtStart) => {
    const { folders, library } = await libraryOfOne();
    const away = join(folders.root, 'away');
    if (isThereAtStart) await library.start();
    await rename(folders.themes, away);
    // As the window asks for it, and shows the failure.
    const list = async () => library.handlers.list(undefined);
    if (isThereAtStart) {
      await vi.waitFor(async () => {
        expect(await list()).toMatchObject({ folderProblem: { code: 'libraryFolderMissing' } });
      });
    } else {
      await expect(list()).rejects.toMatchObject({ problem: { code: 'libraryFolderMissing' } });
    }
    let told = 0;
    library.onChange(() => (told += 1));
    await rename(away, folders.themes);
    await vi.waitFor(() => expect(told).toBeGreaterThan(0), 4_000);
  });

  it('nothing looks for it any more once the library is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folders, library } = await libraryOfOne();
    await rename(folders.themes, join(folders.root, 'away'));
    await expect(library.start()).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(1);
    library.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

/**
 * A script or a sync program removes the library's folder and makes it anew at once, as from a backup. Where the disk
 * gives the new one the inode of the old one, as ext4 does, changes on the disk are picked up all the same, while the
 * window stays in front.
 */
describe('the library’s folder is removed and made anew', () => {
  /** Removes the folder and makes it anew, at once; whether the new one has its inode. */
  function madeAnew(folder: string, isSame: boolean): boolean {
    const { ino } = statSync(folder);
    rmSync(folder, { recursive: true });
    // A disk gives out the first that is free: folders beside it take those before it, or it itself.
    for (let made = 0; made < 500; made += 1) {
      const beside = join(folder, '..', `made ${String(made)}`);
      mkdirSync(beside);
      if ((statSync(beside).ino === ino) !== isSame) continue;
      renameSync(beside, folder);
      return true;
    }
    return false;
  }

  /** A library whose folder was made anew. What else makes files at the moment may get the inode: then with another. */
  async function libraryMadeAnew(isSame: boolean) {
    for (let tries = 0; tries < 20; tries += 1) {
      const { folders, library } = await libraryOfOne();
      await library.start();
      if (madeAnew(folders.themes, isSame)) return { folders, library };
    }
    throw new Error('The disk gave no folder such an inode.');
  }

  it.for([
    ['the control: with another inode', false],
    ['with the same inode', true],
  ] as const)('%s', async ([, isSame]) => {
    const { folders, library } = await libraryMadeAnew(isSame);
    const put = (name: string) => putTheme(folders, `${name}.json`, themeDocument({ name }));
    const areThere = (...all: readonly string[]) =>
      vi.waitFor(async () => {
        const list = await library.handlers.list(undefined);
        expect(list.themes.map(({ name }) => name).sort()).toEqual(all);
      }, 3_000);
    await put('Citrus');
    await areThere('Citrus');
    await put('Fern');
    await areThere('Citrus', 'Fern');
  });
});

/**
 * The library's disk is slow to answer (it spins up, a share wakes), and the window waits. Meanwhile a person chooses
 * another folder. What happens in the one that they left is not told to the windows any more, which show the other one;
 * and nothing of it is watched once the library is closed.
 */
describe('a folder that was left for another one', () => {
  it.each([
    ['the control: its disk answers first', false],
    ['its disk answers after that', true],
  ])('a folder that was left is not watched: %s', async (_name, isLate) => {
    const folders = await temporaryLibraryFolders();
    const other = join(folders.root, 'other');
    await mkdir(other);
    await putTheme(folders, 'a.json', themeDocument({ id: newId(), name: 'Of the first' }));
    const own = openDocumentFolder(folders.themes, { maxBytes: largestThemeFile });
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let watching = 0;
    const slow = Object.assign(Object.create(own) as DocumentFolder, {
      ...{ path: own.path, place: () => own.place(), list: () => own.list() },
      isCurrent: own.isCurrent.bind(own),
      modifiedMs: own.modifiedMs.bind(own),
      tellAgain: own.tellAgain.bind(own),
      remove: own.remove.bind(own),
      read: own.read.bind(own),
      readMany: own.readMany.bind(own),
      write: own.write.bind(own),
      async watch(...given: Parameters<DocumentFolder['watch']>) {
        await answered;
        const { watch, entries } = await own.watch(...given);
        watching += 1;
        const close = (): void => {
          watching -= 1;
          watch.close();
        };
        return { watch: { rescan: () => watch.rescan(), close }, entries };
      },
    });
    const { library } = testLibrary(folders, {
      folder: slow,
      mayUse: () => true,
      movedTo: async () => undefined,
    });
    const told: LibraryChange[] = [];
    const listed = Promise.resolve(library.handlers.list(undefined)).catch(() => undefined);
    if (!isLate) {
      answer();
      await listed;
    }
    const assertSame = library.assertSame();
    const using = library.handlers.useFolder({ folder: other, move: false });
    await vi.waitFor(() => expect(assertSame).toThrow());
    library.onChange((change) => told.push(change));
    answer();
    await using;
    await listed;
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toEqual([]);
    const shown = told.flatMap(({ upserted }) => upserted.map(({ name }) => name));
    library.close();
    expect({ shown, watching }).toEqual({ shown: [], watching: 0 });
  });
});
