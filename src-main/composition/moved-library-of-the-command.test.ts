/**
 * A Foyer that is started by a shortcut with `--library=FOLDER` moves that library in Settings (the guide: it is where
 * it was moved to then). Whatever stays in the old folder, and whenever the computer stops, the next start by the same
 * shortcut, or at sign-in, has all themes.
 */
import { copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing, held } from '../library/testing/fake-disk';
import {
  endLibrary,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../library/testing/fixture-library';
import { largestThemeFile, type Library } from '../library/library';
import { openDocumentFolder } from '../storage/storage';
import { createLibraryPlace, type LibraryPlaceParts } from './library-place';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

type Moves = ReturnType<LibraryPlaceParts['kept']['moves']>;

async function shortcut() {
  const folders = await temporaryLibraryFolders();
  const to = join(folders.root, 'moved');
  await mkdir(to);
  for (const name of ['Aster', 'Birch', 'Cedar']) {
    await putTheme(folders, `${name}.json`, themeDocument({ name }));
  }
  /** What the preferences keep from one start to the next. */
  let kept: { folder?: string; moves: Moves } = { moves: [] };
  const profileDisk = { isFull: false };
  /** A start, by the shortcut, which names the folder as it was when it was made. */
  const start = (given: string | null = folders.themes): Library => {
    const place = createLibraryPlace({
      given: given ?? undefined,
      kept: {
        libraryFolder: () => kept.folder,
        moves: () => kept.moves,
        keepFolder: (folder, moves) => {
          kept = { folder, moves };
        },
        keepMoves: (moves) => {
          if (profileDisk.isFull) throw new Error('full');
          kept = { ...kept, moves };
        },
        usualFolder: () => undefined,
        keepUsualFolder: () => undefined,
      },
      documents: () => folders.root,
      warn: () => undefined,
    });
    const folder = openDocumentFolder(place.folder(), { maxBytes: largestThemeFile });
    const { moveBegins, chosen, isMoved, moveEnded } = place;
    const options = { folder, mayUse: () => true, moveBegins, movedTo: chosen, isMoved, moveEnded };
    return testLibrary(folders, options).library;
  };
  return { folders, from: folders.themes, to, profileDisk, start };
}

const all = ['Aster', 'Birch', 'Cedar'];

const shownBy = async (library: Library): Promise<string[]> => {
  const { themes } = await library.handlers.list(undefined);
  return themes.map(({ name }) => name).sort();
};

/** What a run shows that does nothing else, and ends. */
async function shownOnce(library: Library): Promise<string[]> {
  const shown = await shownBy(library);
  await endLibrary(library);
  return shown;
}

/** A theme as a text editor writes it in UTF-16, which Foyer can't read. */
const unreadable = Buffer.from(
  `\uFEFF${JSON.stringify(themeDocument({ name: 'Dahlia' }))}`,
  'utf16le',
);

it('the control: all of it could be moved', async () => {
  const { to, start } = await shortcut();
  const library = start();
  expect(await library.handlers.useFolder({ folder: to, move: true })).toMatchObject({ moved: 3 });
  await endLibrary(library);
  expect(await shownBy(start())).toEqual(all);
});

it('a file in it is no theme that Foyer can read', async () => {
  const { from, to, start } = await shortcut();
  await writeFile(join(from, 'dahlia.json'), unreadable);
  const library = start();
  const moved = await library.handlers.useFolder({ folder: to, move: true });
  expect(moved).toMatchObject({ moved: 3, left: 1 });
  expect(await shownOnce(library)).toEqual(all);
  expect(await shownBy(start())).toEqual(all);
});

it.each([
  ['nothing else came to pass', false],
  ['another program has put a theme into the old folder', true],
])('the computer stops before all originals are gone, and %s', async (_, isAnyPut) => {
  const { folders, from, to, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const stopped = held('unlink', (path) => path.startsWith(from));
  void library.handlers.useFolder({ folder: to, move: true });
  await stopped.isReached;
  expect(await readdir(to)).toHaveLength(3);
  if (isAnyPut) await putTheme(folders, 'elm.json', themeDocument({ name: 'Elm' }));

  const next = start();
  expect(await shownOnce(next)).toEqual(all);
  expect(await shownOnce(start())).toEqual(all);
  expect((await readdir(from)).filter((name) => /^[A-Z].*\.json$/.test(name))).toEqual([]);
});

it('the computer stops before it is kept that the move has ended', async () => {
  const { folders, from, to, profileDisk, start } = await shortcut();
  await writeFile(join(from, 'dahlia.json'), unreadable);
  const library = start();
  profileDisk.isFull = true;
  await library.handlers.useFolder({ folder: to, move: true });
  await endLibrary(library);
  profileDisk.isFull = false;
  expect(await shownOnce(start())).toEqual(all);
  expect(await shownOnce(start())).toEqual(all);

  // By now it is kept: what comes to lie there is a library again.
  await putTheme(folders, 'elm.json', themeDocument({ name: 'Elm' }));
  expect(await shownBy(start())).toEqual(['Elm']);
});

it('an original can’t be removed, and goes at a later start', async () => {
  const { from, to, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const disk = failing('EBUSY', 'rename', (path) => path === join(from, 'Aster.json'));
  await library.handlers.useFolder({ folder: to, move: true });
  await endLibrary(library);
  expect(await shownOnce(start())).toEqual(all);
  expect(await readdir(from)).toEqual(['Aster.json']);

  disk.heal();
  expect(await shownOnce(start())).toEqual(all);
  expect(await readdir(from)).toEqual([]);
});

it('the computer stops while it is copied back to the old folder', async () => {
  const { from, to, start } = await shortcut();
  const library = start();
  await library.handlers.useFolder({ folder: to, move: true });
  const stopped = held('link', (path) => path === join(from, 'Cedar.json'));
  void library.handlers.useFolder({ folder: from, move: true });
  await stopped.isReached;
  expect(await readdir(from)).toContain('Aster.json');
  expect(await shownOnce(start())).toEqual(all);
  expect(await shownOnce(start())).toEqual(all);
  expect(await readdir(to)).toHaveLength(3);
});

it('the computer stops while it is copied to the folder in which Foyer looks without the shortcut', async () => {
  const { from, to, start } = await shortcut();
  const other = start(to);
  await other.handlers.useFolder({ folder: from, move: false });
  await other.handlers.useFolder({ folder: to, move: false });
  await endLibrary(other);
  const library = start(from);
  await shownBy(library);
  const stopped = held('link', (path) => path === join(to, 'Cedar.json'));
  void library.handlers.useFolder({ folder: to, move: true });
  await stopped.isReached;
  expect(await readdir(to)).toContain('Aster.json');
  await shownOnce(start(null));
  expect(await shownOnce(start())).toEqual(all);
});

it.each([
  ['while Foyer ran', true, false],
  ['between two runs', false, false],
  ['while an original was still to go', false, true],
])('its folder was renamed %s, and chosen under its new name', async (_, isInRun, isAnyHeld) => {
  const { folders, from, to, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const isHeld = (path: string) => isAnyHeld && path === join(from, 'Aster.json');
  const disk = failing('EBUSY', 'rename', isHeld);
  await library.handlers.useFolder({ folder: to, move: true });
  const renamed = join(folders.root, 'renamed');
  if (!isInRun) await endLibrary(library);
  await rename(to, renamed);

  const next = isInRun ? library : start();
  if (isInRun) await next.rescan();
  else {
    const missing = problem('libraryFolderMissing');
    await expect(next.handlers.list(undefined)).rejects.toMatchObject(missing);
  }
  const known = next.assertSame();
  await next.handlers.useFolder({ folder: renamed, move: false });
  // It is taken for the same one.
  known();
  await endLibrary(next);
  disk.heal();
  for (const given of [from, to]) {
    const later = start(given);
    expect((await later.handlers.list(undefined)).folder).toBe(renamed);
    expect(await shownOnce(later)).toEqual(all);
  }
  expect(await readdir(from)).toEqual([]);
});

it('is in the old folder again once somebody put the themes back beside what had stayed', async () => {
  const { from, to, start } = await shortcut();
  await writeFile(join(from, 'dahlia.json'), unreadable);
  const library = start();
  await library.handlers.useFolder({ folder: to, move: true });
  await endLibrary(library);
  for (const name of await readdir(to)) await rename(join(to, name), join(from, name));
  expect(await shownBy(start())).toEqual(all);
});

it('is in the old folder again once a person chose that, and nothing goes from it any more', async () => {
  const { from, to, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const disk = failing('EBUSY', 'rename', (path) => path === join(from, 'Aster.json'));
  await library.handlers.useFolder({ folder: to, move: true });
  await library.handlers.useFolder({ folder: from, move: false });
  await endLibrary(library);
  disk.heal();
  const next = start();
  expect(await shownBy(next)).toEqual(['Aster']);

  await next.handlers.useFolder({ folder: to, move: false });
  await endLibrary(next);
  expect(await shownOnce(start())).toEqual(all);
  expect(await readdir(from)).toEqual(['Aster.json']);
});

it('moving back failed, and a person then moves the files back by hand', async () => {
  const { from, to, start } = await shortcut();
  const library = start();
  await library.handlers.useFolder({ folder: to, move: true });
  const disk = failing('EACCES', 'open', (path) => path.startsWith(from) && path !== from);
  await expect(library.handlers.useFolder({ folder: from, move: true })).rejects.toThrow();
  await endLibrary(library);
  disk.heal();
  expect(await readdir(from)).toEqual([]);
  for (const name of await readdir(to)) await rename(join(to, name), join(from, name));
  expect(await shownOnce(start())).toEqual(all);
});

it('who moves the themes back by hand over what had stayed has them', async () => {
  const { from, to, start } = await shortcut();
  for (const name of await readdir(from)) await copyFile(join(from, name), join(to, name));
  const library = start();
  const moved = await library.handlers.useFolder({ folder: to, move: true });
  expect(moved).toMatchObject({ kept: 3 });
  await endLibrary(library);

  for (const name of await readdir(to)) await rename(join(to, name), join(from, name));
  expect(await shownOnce(start())).toEqual(all);
});
