/**
 * A Foyer that is started by a shortcut with `--library=FOLDER` moved that library in Settings. Its owner renames the new
 * folder later, and chooses it under its new name (the guide: it is still the same library). The next start by the same
 * shortcut, or at sign-in, has it where it is now.
 */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

it.each([
  ['the control: it has the name that it was moved to', false],
  ['it was renamed, and chosen under its new name', true],
])('%s', async (_name, isRenamed) => {
  const folders = await temporaryLibraryFolders();
  const moved = join(folders.root, 'moved');
  const renamed = join(folders.root, 'renamed');
  await mkdir(moved);
  await putTheme(folders, 'harbour.json', themeDocument());
  let kept: { folder?: string; moves: readonly { from: string; to: string }[] } = { moves: [] };
  const start = () => {
    const place = createLibraryPlace({
      given: folders.themes,
      kept: {
        libraryFolder: () => kept.folder,
        moves: () => kept.moves,
        keepFolder: (folder, moves) => {
          kept = { folder, moves };
        },
        keepMoves: () => undefined,
        usualFolder: () => undefined,
        keepUsualFolder: () => undefined,
      },
      documents: () => folders.root,
      warn: () => undefined,
    });
    const folder = openDocumentFolder(place.folder(), { maxBytes: largestThemeFile });
    const { library } = testLibrary(folders, { folder, mayUse: () => true, movedTo: place.chosen });
    return { library, folder: place.folder() };
  };
  const first = start();
  await first.library.handlers.useFolder({ folder: moved, move: true });
  if (isRenamed) {
    const known = first.library.assertSame();
    await rename(moved, renamed);
    await first.library.rescan();
    await first.library.handlers.useFolder({ folder: renamed, move: false });
    // Main takes it for the same one.
    known();
  }
  await endLibrary(first.library);

  const next = start();
  expect(next.folder).toBe(isRenamed ? renamed : moved);
  expect((await next.library.handlers.list(undefined)).themes).toHaveLength(1);
});
