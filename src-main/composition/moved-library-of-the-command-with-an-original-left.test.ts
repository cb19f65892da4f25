/**
 * A Foyer that is started by a shortcut with `--library=FOLDER` moves that library in Settings (the guide: it is where
 * it was moved to then). A file stays in the old folder: it can't be read as a theme, as one that is only in the cloud, or
 * the computer stops before all originals are gone, which the next start is to finish.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../library/testing/fake-disk';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../library/testing/fixture-library';
import { largestThemeFile } from '../library/library';
import { openDocumentFolder } from '../storage/storage';
import { createLibraryPlace } from './library-place';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

async function shortcut() {
  const folders = await temporaryLibraryFolders();
  const to = join(folders.root, 'moved');
  await mkdir(to);
  for (const name of ['Aster', 'Birch', 'Cedar']) {
    await putTheme(folders, `${name}.json`, themeDocument({ name }));
  }
  /** What the preferences keep from one start to the next. */
  let kept: { folder?: string; moves: readonly { from: string; to: string }[] } = { moves: [] };
  /** A start by the shortcut, which names the folder as it was when it was made. */
  const start = () => {
    const place = createLibraryPlace({
      given: folders.themes,
      kept: {
        libraryFolder: () => kept.folder,
        moves: () => kept.moves,
        keepFolder: (folder, moves) => {
          kept = { folder, moves };
        },
        usualFolder: () => undefined,
        keepUsualFolder: () => undefined,
      },
      documents: () => folders.root,
      warn: () => undefined,
    });
    const folder = openDocumentFolder(place.folder(), { maxBytes: largestThemeFile });
    const { library } = testLibrary(folders, { folder, mayUse: () => true, movedTo: place.chosen });
    return library;
  };
  return { folders, to, start };
}

const shownBy = async (library: ReturnType<typeof testLibrary>['library']) => {
  const { themes } = await library.handlers.list(undefined);
  return themes.map(({ name }) => name).sort();
};

const all = ['Aster', 'Birch', 'Cedar'];
it('the control: all of it could be moved', async () => {
  const { to, start } = await shortcut();
  const library = start();
  expect(await library.handlers.useFolder({ folder: to, move: true })).toMatchObject({ moved: 3 });
  await endLibrary(library);
  expect(await shownBy(start())).toEqual(all);
});

it('the computer stops before all originals are gone', async () => {
  const { folders, to, start } = await shortcut();
  const library = start();
  await shownBy(library);
  const stopped = held('unlink', (path) => path.startsWith(folders.themes));
  void library.handlers.useFolder({ folder: to, move: true });
  await stopped.isReached;
  expect(await readdir(to)).toHaveLength(3);
  expect(await shownBy(start())).toEqual(all);
});

it('a file in it is no theme that Foyer can read', async () => {
  const { folders, to, start } = await shortcut();
  // As a text editor writes it in UTF-16.
  const notes = Buffer.from(`\uFEFF${JSON.stringify(themeDocument({ name: 'Dahlia' }))}`, 'utf16le');
  await writeFile(join(folders.themes, 'dahlia.json'), notes);
  const library = start();
  const moved = await library.handlers.useFolder({ folder: to, move: true });
  expect(moved).toMatchObject({ moved: 3, left: 1 });
  expect(await shownBy(library)).toEqual(all);
  await endLibrary(library);
  expect(await shownBy(start())).toEqual(all);
});
