/**
 * An original could not be removed when the library of a shortcut with `--library=FOLDER` was moved in Settings; its owner
 * deletes the old folder. Other themes that are put there later are a library again (docs/guide).
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
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

it('who deletes the old folder with what stayed, and puts other themes there', async () => {
  const { folders, from, to, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const disk = failing('EBUSY', 'rename', (path) => path === join(from, 'Aster.json'));
  await library.handlers.useFolder({ folder: to, move: true });
  await endLibrary(library);
  disk.heal();
  expect(await readdir(from)).toEqual(['Aster.json']);
  await rm(from, { recursive: true });
  expect(await shownOnce(start())).toEqual(all);

  await mkdir(from);
  await putTheme(folders, 'elm.json', themeDocument({ name: 'Elm' }));
  expect(await shownOnce(start())).toEqual(['Elm']);
  expect(await shownOnce(start())).toEqual(['Elm']);
});
