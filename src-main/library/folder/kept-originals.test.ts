import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import { MoveJournal } from './move-journal';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

async function folderIn({ root }: LibraryFolders, name: string): Promise<string> {
  const path = join(root, name);
  await mkdir(path);
  return path;
}

/** Starts Foyer, waits for what is done after the start, and ends it. */
async function runOnce(folders: LibraryFolders): Promise<void> {
  const { library } = testLibrary(folders);
  await library.start();
  await endLibrary(library);
}

async function textsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** A file of an older version of a theme, last changed a while ago. */
async function putOlder(folder: string, file: string, theme: object): Promise<void> {
  const older = { ...theme, publications: {}, name: 'Older', theme: { ...newTheme(), x: 1 } };
  await writeFile(join(folder, file), JSON.stringify(older));
  await utimes(join(folder, file), new Date('2025-01-01'), new Date('2025-01-01'));
}

describe('a move of the library that was killed', () => {
  it('removes an original only where the copy holds the same theme', async () => {
    const folders = await temporaryLibraryFolders();
    const old = await folderIn(folders, 'old');
    const text = JSON.stringify(themeDocument({ tags: ['a month of work'] }));
    await writeFile(join(old, 'a.json'), text);
    // The copy was made, and a sync client put another theme of that name in its place.
    await putTheme(folders, 'a.json', themeDocument({ name: 'Another' }));
    const journal = new MoveJournal(folders.profile);
    await journal.begin(old, folders.themes);
    await journal.note({
      files: [{ name: 'a.json', target: 'a.json', hashes: [contentHash(text)] }],
      kept: [],
    });
    await runOnce(folders);
    expect(await textsIn(old)).toEqual([text]);
  });

  it('removes an original whose copy was edited since', async () => {
    const folders = await temporaryLibraryFolders();
    const old = await folderIn(folders, 'old');
    const document = themeDocument();
    const text = JSON.stringify(document);
    await writeFile(join(old, 'a.json'), text);
    await putTheme(folders, 'a.json', { ...document, name: 'Edited' });
    const journal = new MoveJournal(folders.profile);
    await journal.begin(old, folders.themes);
    await journal.note({
      files: [{ name: 'a.json', target: 'a.json', hashes: [contentHash(text)] }],
      kept: [],
    });
    await runOnce(folders);
    expect(await readdir(old)).toEqual([]);
  });

  it('keeps ids and links where its journal can’t be read for a moment', async () => {
    const folders = await temporaryLibraryFolders();
    const old = await folderIn(folders, 'old');
    const living = themeDocument({ name: 'Living', publications });
    const text = JSON.stringify(living);
    await writeFile(join(old, 'a.json'), text);
    await putOlder(folders.themes, 'a.json', living);
    // As a kill between the choice and the end leaves it.
    await writeFile(join(folders.themes, 'a 2.json'), text);
    const journal = new MoveJournal(folders.profile);
    await journal.begin(old, folders.themes);
    await journal.note({
      files: [{ name: 'a.json', target: 'a 2.json', hashes: [contentHash(text)] }],
      kept: [],
    });
    const { heal } = failing('EIO', 'open', (path) => path.endsWith('library-move.json'));
    const { library } = testLibrary(folders);
    await expect(library.start()).rejects.toMatchObject({
      problem: { code: 'storageNotRead', files: ['library-move.json'] },
    });
    heal();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.find(({ id }) => id === living.id)).toMatchObject({
      name: 'Living',
      places: [{ templateId: 't' }],
    });
    await library.flush();
    expect(await themesOnDisk(folders)).toContainEqual(living);
    expect(await readdir(old)).toEqual([]);
  });
});

describe('a move of the library', () => {
  it('keeps ids and links also where the same file lies there already, with an older copy', async () => {
    const folders = await temporaryLibraryFolders();
    const target = await folderIn(folders, 'target');
    const living = themeDocument({ name: 'Living', publications });
    await putTheme(folders, 'a.json', living);
    await writeFile(join(target, 'a.json'), await readFile(join(folders.themes, 'a.json')));
    await putOlder(target, 'a (old).json', living);
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.start();
    const moved = await library.handlers.useFolder({ folder: target, move: true });
    expect(moved).toEqual({ moved: 0, left: 0, kept: 1 });
    const { themes } = await library.handlers.list(undefined);
    expect(themes.find(({ id }) => id === living.id)).toMatchObject({
      name: 'Living',
      places: [{ templateId: 't' }],
    });
    // Whoever put the other one there, the original is not the move's to remove.
    expect(await readdir(folders.themes)).toEqual(['a.json']);
  });

  it('tells what stays in the old folder because it is only in the cloud', async () => {
    const folders = await temporaryLibraryFolders();
    const target = await folderIn(folders, 'target');
    await putTheme(folders, 'a.json', themeDocument({ name: 'Here' }));
    await putTheme(folders, 'b.json', themeDocument({ name: 'Away' }));
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.start();
    // As an older macOS puts it away.
    await rename(join(folders.themes, 'b.json'), join(folders.themes, '.b.json.icloud'));
    await library.rescan();
    const moved = await library.handlers.useFolder({ folder: target, move: true });
    expect(moved).toEqual({ moved: 1, left: 1, kept: 0 });
  });
});
