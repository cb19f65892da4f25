/** A Foyer that never looks into the library (a command in the terminal, safe mode), and the next. */
import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const publications = {
  [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
};

const indexOf = (folders: LibraryFolders) =>
  readFile(join(folders.profile, 'library-index.jsonl'), 'utf8');

/** As the app ends after `foyer list`, and after a start in safe mode. */
async function command(folders: LibraryFolders): Promise<void> {
  const { library } = testLibrary(folders, { isHeld: () => true });
  await endLibrary(library);
}

async function started(folders: LibraryFolders): Promise<void> {
  const { library } = testLibrary(folders);
  await library.start();
  await endLibrary(library);
}

describe('a command in the terminal, or a start in safe mode', () => {
  it('leaves the index as it is, which it never looked at', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    await started(folders);
    const before = await indexOf(folders);
    expect(before).toContain('a.json');
    await command(folders);
    expect(await indexOf(folders)).toBe(before);
  });

  it('does not make the first start miss a folder that never was', async () => {
    const folders = await temporaryLibraryFolders();
    await rm(folders.themes, { recursive: true });
    await command(folders);
    const { library } = testLibrary(folders, { makeFolder: true });
    expect(await library.handlers.list(undefined)).toMatchObject({ themes: [] });
  });

  it('does not make of an older copy the theme, with its link and its history', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ publications });
    await putTheme(folders, 'a.json', { ...document, name: 'Of last year' });
    const { library } = testLibrary(folders);
    await library.handlers.rename({ id: document.id, name: 'Present' });
    await endLibrary(library);
    await command(folders);
    // A person takes the old file out of a backup of the disk, under another name.
    await putTheme(folders, 'a (last year).json', { ...document, name: 'Of last year' });
    const lastYear = new Date('2025-01-01');
    await utimes(join(folders.themes, 'a (last year).json'), lastYear, lastYear);
    const { library: next } = testLibrary(folders);
    const { themes } = await next.handlers.list(undefined);
    expect(themes.find(({ name }) => name === 'Present')).toMatchObject({
      id: document.id,
      places: [{ templateId: 't' }],
    });
  });
});

describe('an index that the disk does not let be read at the start', () => {
  it('is not written over before it was read, so that a missing theme keeps its history', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
    const first = testLibrary(folders).library;
    await first.handlers.keepVersion({ id, name: 'Kept' });
    const { entries } = await first.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await first.rescan();
    await endLibrary(first);
    // Another branch, on which it is not.
    await rm(join(folders.themes, 'a.json'));
    const { heal } = failing('EMFILE', 'open', (path) => path.endsWith('library-index.jsonl'));
    await started(folders);
    heal();
    const { library } = testLibrary(folders);
    await library.handlers.discard({ entries });
    expect((await library.handlers.versions({ id })).versions).toMatchObject([{ name: 'Kept' }]);
  });
});

describe('another folder for the library', () => {
  it('leaves the index of the first one for when the library is there again', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ name: 'Present', publications });
    await putTheme(folders, 'a.json', document);
    await started(folders);
    // Any other folder.
    await started({ ...folders, themes: folders.root });
    expect(await indexOf(folders)).not.toContain('a.json');
    await putTheme(folders, 'a (last year).json', { ...document, name: 'Of last year' });
    const lastYear = new Date('2025-01-01');
    await utimes(join(folders.themes, 'a (last year).json'), lastYear, lastYear);
    // The present one was touched since, so that both have to be read.
    await putTheme(folders, 'a.json', document);
    const { library } = testLibrary(folders);
    const { themes } = await library.handlers.list(undefined);
    expect(themes.find(({ name }) => name === 'Present')).toMatchObject({ id: document.id });
  });
});

it('a library whose folder is still to be made lacks nothing, as nobody has looked into it', async () => {
  const folders = await temporaryLibraryFolders();
  await rm(folders.themes, { recursive: true });
  const { library } = testLibrary(folders, { makeFolder: true });
  await library.start();
  const { id } = themeDocument();
  expect(library.lacks(id)).toBe(false);
  await library.handlers.create({ name: 'First' });
  expect(library.lacks(id)).toBe(true);
});
