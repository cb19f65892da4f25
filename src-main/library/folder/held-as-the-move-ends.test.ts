/**
 * The library leaves a folder that a sync program keeps the same. Just as the move ends, that program holds a file for a
 * moment, as such programs do while they write, or the folder's disk goes away.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const first = themeDocument({ name: 'a' });
const newest = JSON.stringify({ ...first, name: 'Newest' });

/** The library moves to another folder, and `atItsEnd` comes to pass once that is chosen. */
async function moved(atItsEnd: (old: string, root: string) => void | Promise<void>) {
  const folders = await temporaryLibraryFolders();
  const { root, themes } = folders;
  const second = join(root, 'second');
  await mkdir(second);
  await putTheme(folders, 'a.json', first);
  for (const name of ['b', 'c']) await putTheme(folders, `${name}.json`, themeDocument({ name }));
  const { library } = testLibrary(folders, {
    mayUse: () => true,
    movedTo: () => atItsEnd(themes, root),
  });
  await library.handlers.list(undefined);
  const result = await library.handlers.useFolder({ folder: second, move: true });
  return { library, result, old: themes, second: { ...folders, themes: second } };
}

/** Starts Foyer, and ends it when what is done after the start is done. */
async function runOnce(folders: LibraryFolders): Promise<void> {
  const { library } = testLibrary(folders);
  await library.start();
  await endLibrary(library);
}

async function namesIn(folders: LibraryFolders): Promise<string[]> {
  const { library } = testLibrary(folders);
  const { themes } = await library.handlers.list(undefined);
  await endLibrary(library);
  return themes.map(({ name }) => name).sort();
}

it('one original that can’t be removed leaves no others behind, and goes at the next start', async () => {
  let disk: ReturnType<typeof failing> | undefined;
  const { library, result, old, second } = await moved((folder) => {
    disk = failing('EBUSY', 'rename', (path) => path === join(folder, 'a.json'));
  });
  await endLibrary(library);
  expect({ result, there: await readdir(old) }).toEqual({
    result: { moved: 3, left: 0, kept: 1 },
    there: ['a.json'],
  });
  // What somebody puts there since is not the move's to remove, though it is what was there.
  await writeFile(join(old, 'b.json'), await readFile(join(second.themes, 'b.json')));
  disk?.heal();
  await runOnce(second);
  expect(await readdir(old)).toEqual(['b.json']);
});

it('what others make of an original that couldn’t be removed is theirs', async () => {
  let disk: ReturnType<typeof failing> | undefined;
  const { library, old, second } = await moved((folder) => {
    disk = failing('EBUSY', 'rename', (path) => path === join(folder, 'a.json'));
  });
  await endLibrary(library);
  disk?.heal();
  await writeFile(join(old, 'a.json'), newest);
  await runOnce(second);
  expect(await readdir(old)).toEqual(['a.json']);
  expect(await namesIn(second)).toEqual(['a', 'b', 'c']);
});

it.each([
  ['control: it is not held', false, 0],
  ['it is held for a moment', true, 1],
])(
  'what others save right at its end comes along, or is said to stay and comes later: %s',
  async (_name, isHeld, left) => {
    let disk: ReturnType<typeof failing> | undefined;
    const { library, result, old, second } = await moved(async (folder) => {
      const path = join(folder, 'a.json');
      await writeFile(path, newest);
      if (isHeld) disk = failing('EBUSY', 'open', (each) => each === path);
    });
    expect(result).toEqual({ moved: 3, left, kept: 0 });
    await endLibrary(library);
    expect(await readdir(old)).toEqual(isHeld ? ['a.json'] : []);
    disk?.heal();
    await runOnce(second);
    expect(await readdir(old)).toEqual([]);
    expect(await namesIn(second)).toEqual(['Newest', 'b', 'c']);
  },
);

it('what others saved lies beside what was changed here since', async () => {
  let disk: ReturnType<typeof failing> | undefined;
  const { library, old, second } = await moved(async (folder) => {
    const path = join(folder, 'a.json');
    await writeFile(path, newest);
    disk = failing('EBUSY', 'open', (each) => each === path);
  });
  const { id } = first;
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await endLibrary(library);
  disk?.heal();
  await runOnce(second);
  expect(await readdir(old)).toEqual([]);
  expect(await namesIn(second)).toEqual(['Newest', 'a', 'b', 'c']);
});

it('what lies on a disk that went away counts as there, and goes once it is back', async () => {
  const { library, result, old, second } = await moved(async (folder, root) => {
    await rename(folder, join(root, 'away'));
    await mkdir(folder);
  });
  expect(result).toEqual({ moved: 3, left: 0, kept: 3 });
  await endLibrary(library);
  await runOnce(second);
  await rm(old, { recursive: true });
  await rename(join(old, '..', 'away'), old);
  await runOnce(second);
  expect(await readdir(old)).toEqual([]);
  expect(await namesIn(second)).toEqual(['a', 'b', 'c']);
});
