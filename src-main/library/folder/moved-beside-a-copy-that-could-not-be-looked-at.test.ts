/**
 * A person moves the library into a folder in which a copy of it lies that somebody worked with. Just as the move ends, the
 * disk of that folder doesn't answer, and it doesn't until they quit. At the next start it does. What was moved is the theme,
 * with its history and its links (“What moved here had its id before, whatever lay here already”, `takeEntries`), and the
 * copy's is another.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
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

async function named(when: 'at once' | 'before they quit' | 'after they quit') {
  const folders = await temporaryLibraryFolders();
  const second = join(folders.root, 'second');
  await mkdir(second);
  const document = themeDocument({ name: 'Moved' });
  const { id } = document;
  const copy = join(second, 'a.json');
  const later = new Date(Date.parse(document.updatedAt) + 86_400_000).toISOString();
  await writeFile(copy, JSON.stringify({ ...document, name: 'In the copy', updatedAt: later }));
  await putTheme(folders, 'a.json', document);
  let disk: ReturnType<typeof failing> | undefined;
  const { library } = testLibrary(folders, {
    mayUse: () => true,
    movedTo: () => {
      if (when !== 'at once') disk = failing('EIO', 'stat', (path) => path === second);
      return Promise.resolve();
    },
  });
  await library.handlers.list(undefined);
  await library.handlers.useFolder({ folder: second, move: true });
  if (when === 'before they quit') {
    disk?.heal();
    await library.handlers.list(undefined);
  }
  await endLibrary(library);
  disk?.heal();
  const next = testLibrary({ ...folders, themes: second }).library;
  const { themes } = await next.handlers.list(undefined);
  return {
    names: themes.map(({ name }) => name).sort(),
    theme: themes.find((each) => each.id === id)?.name,
  };
}

it.each(['at once', 'before they quit', 'after they quit'] as const)(
  'what was moved is the theme, where the new folder can be looked into %s',
  async (when) => {
    expect(await named(when)).toEqual({ names: ['In the copy', 'Moved'], theme: 'Moved' });
  },
);

it('the originals go at the next start, where the new folder’s disk was away as the move ended', async () => {
  const folders = await temporaryLibraryFolders();
  const second = join(folders.root, 'second');
  await mkdir(second);
  await putTheme(folders, 'a.json', themeDocument());
  const disks: ReturnType<typeof failing>[] = [];
  const isAway = (path: string) => path.startsWith(second);
  const { library } = testLibrary(folders, {
    mayUse: () => true,
    movedTo: () => {
      disks.push(failing('ENOENT', 'stat', isAway), failing('ENOENT', 'open', isAway));
      return Promise.resolve();
    },
  });
  await library.handlers.list(undefined);
  await library.handlers.useFolder({ folder: second, move: true });
  await endLibrary(library);
  for (const disk of disks) disk.heal();
  const next = testLibrary({ ...folders, themes: second }).library;
  expect((await next.handlers.list(undefined)).themes).toHaveLength(1);
  await vi.waitFor(async () => expect(await readdir(folders.themes)).toEqual([]));
});
