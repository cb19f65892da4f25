/**
 * The library leaves a folder that a sync program keeps the same. As the originals go, that program holds one of them: the
 * others go all the same, and that one at the next start.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('one original that is held leaves no others behind', async () => {
  const folders = await temporaryLibraryFolders();
  const second = join(folders.root, 'second');
  await mkdir(second);
  for (const name of ['a', 'b', 'c'])
    await putTheme(folders, `${name}.json`, themeDocument({ name }));
  const held = join(folders.themes, 'a.json');
  const { library } = testLibrary(folders, {
    mayUse: () => true,
    movedTo: () => {
      failing('EBUSY', 'rename', (path) => path === held);
      return Promise.resolve();
    },
  });
  await library.handlers.list(undefined);
  const moved = await library.handlers.useFolder({ folder: second, move: true });
  await library.flush();
  expect({ moved, there: await readdir(folders.themes) }).toEqual({
    moved: { moved: 3, left: 0, kept: 1 },
    there: ['a.json'],
  });
});
