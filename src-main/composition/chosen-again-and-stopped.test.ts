/**
 * A person chooses the old folder of a moved library again, and nothing goes from it any more: also where the computer
 * stops while Foyer looks into it.
 */
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
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
  return { folders, from: folders.themes, to, chosen: () => kept.folder, start };
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

it('the computer stops while the old folder that was chosen again is looked into', async () => {
  const { folders, from, to, chosen, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const disk = failing('EBUSY', 'rename', (path) => path === join(from, 'Aster.json'));
  await library.handlers.useFolder({ folder: to, move: true });
  // The first that is written to the profile once the choice is kept.
  const isNext = (path: string) => chosen() === from && path.startsWith(folders.profile);
  const stopped = held('rename', isNext);
  void library.handlers.useFolder({ folder: from, move: false });
  await stopped.isReached;
  disk.heal();
  const next = start();
  expect(await shownOnce(next)).toEqual(['Aster']);

  const later = start();
  await shownBy(later);
  await later.handlers.useFolder({ folder: to, move: false });
  await endLibrary(later);
  expect(await shownOnce(start(to))).toEqual(all);
  expect(await readdir(from)).toEqual(['Aster.json']);
});
