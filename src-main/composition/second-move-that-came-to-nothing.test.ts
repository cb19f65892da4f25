/**
 * The library of a shortcut with `--library=FOLDER` was moved in Settings, and a theme was put into its old folder, which
 * is a library again. Moving that one as well fails, so the person moves its file by hand: the shortcut leads to the
 * moved library, as before (docs/guide).
 */
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
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

it.each([
  ['failed', true],
  ['was not tried', false],
])('moving what was put there %s, and it is moved by hand', async (_, isTried) => {
  const { folders, from, to, start } = await shortcut();
  const library = start();
  await library.handlers.useFolder({ folder: to, move: true });
  await endLibrary(library);
  await putTheme(folders, 'elm.json', themeDocument({ name: 'Elm' }));
  const next = start();
  expect(await shownBy(next)).toEqual(['Elm']);
  if (isTried) {
    const disk = failing('ENOSPC', 'writeTo', (path) => path.startsWith(to));
    await expect(next.handlers.useFolder({ folder: to, move: true })).rejects.toThrow();
    disk.heal();
  }
  await endLibrary(next);
  await rename(join(from, 'elm.json'), join(to, 'elm.json'));
  expect(await shownOnce(start())).toEqual([...all, 'Elm']);
});
