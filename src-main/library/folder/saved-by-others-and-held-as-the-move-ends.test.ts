/**
 * The library leaves a folder that a sync program keeps the same. Just as the move ends, that program brings a colleague's
 * newer version of a theme, and holds the file for a moment, as such programs do while they write.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['control: it is not held', false],
  ['it is held for a moment', true],
])(
  'what others save right at its end comes along, or is said to stay: %s',
  async (_name, isHeld) => {
    const folders = await temporaryLibraryFolders();
    const second = join(folders.root, 'second');
    await mkdir(second);
    const document = themeDocument({ name: 'Before' });
    await putTheme(folders, 'a.json', document);
    const old = join(folders.themes, 'a.json');
    let disk: ReturnType<typeof failing> | undefined;
    const { library } = testLibrary(folders, {
      mayUse: () => true,
      movedTo: async () => {
        await writeFile(old, JSON.stringify({ ...document, name: 'Newest' }));
        if (isHeld) disk = failing('EBUSY', 'open', (path) => path === old);
      },
    });
    await library.handlers.list(undefined);
    const moved = await library.handlers.useFolder({ folder: second, move: true });
    disk?.heal();
    await endLibrary(library);
    const next = testLibrary({ ...folders, themes: second }).library;
    const { themes } = await next.handlers.list(undefined);
    const isThere = themes.some(({ name }) => name === 'Newest');
    expect(isThere || moved.left + moved.kept > 0).toBe(true);
  },
);
