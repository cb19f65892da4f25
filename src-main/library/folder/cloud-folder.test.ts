import { readFile, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { openDocumentFolder, StorageError } from '../../storage/storage';
import { largestThemeFile } from './theme-file';
import {
  endLibrary,
  type LibraryFolders,
  listChange,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const bulky = { ...newTheme(), customCss: 'x'.repeat(5_000) };

/** The library folder as it is opened on a system with cloud folders. */
function cloudLibrary(folders: LibraryFolders) {
  const folder = openDocumentFolder(folders.themes, {
    maxBytes: largestThemeFile,
    settleMs: 20,
    platform: 'darwin',
  });
  return testLibrary(folders, { folder });
}

/** Takes a file's bytes away and leaves its size and its time, as a cloud folder does. */
async function putAway(path: string): Promise<void> {
  const { size, mtime } = await stat(path);
  await truncate(path, 0);
  await truncate(path, size);
  await utimes(path, mtime, mtime);
}

describe('a library folder in a cloud', () => {
  it('is not downloaded at the first start, and its files are not called damaged', async () => {
    const folders = await temporaryLibraryFolders();
    const path = join(folders.themes, 'a.json');
    await putTheme(folders, 'a.json', themeDocument({ theme: bulky }));
    const text = await readFile(path, 'utf8');
    await putAway(path);
    const { library } = cloudLibrary(folders);
    expect(await library.handlers.list(undefined)).toMatchObject({
      themes: [],
      unreadable: [{ file: 'a.json', problem: { code: 'fileInCloud', path } }],
    });
    // Downloaded by whoever keeps the folder, it is a theme.
    const told = listChange(library, ({ upserted }) => upserted.length > 0);
    await writeFile(path, text);
    expect(await told).toMatchObject({ upserted: [{ name: 'Harbour' }], unreadable: [] });
  });

  it('shows what it knows of themes that were put away, while Foyer was closed or runs', async () => {
    const folders = await temporaryLibraryFolders();
    const path = join(folders.themes, 'a.json');
    const document = themeDocument({ theme: bulky });
    await putTheme(folders, 'a.json', document);
    const first = cloudLibrary(folders).library;
    await first.start();
    await putAway(path);
    await first.rescan();
    const shown = { themes: [{ id: document.id }], unreadable: [] };
    expect(await first.handlers.list(undefined)).toMatchObject(shown);
    await endLibrary(first);
    const second = cloudLibrary(folders).library;
    expect(await second.handlers.list(undefined)).toMatchObject(shown);
  });

  it('shows themes that an older macOS put away under hidden names, and opens none as deleted', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { library } = cloudLibrary(folders);
    await library.start();
    await rename(join(folders.themes, 'a.json'), join(folders.themes, '.a.json.icloud'));
    await library.rescan();
    const shown = { themes: [{ id: document.id }], unreadable: [] };
    expect(await library.handlers.list(undefined)).toMatchObject(shown);
    await expect(library.handlers.open({ id: document.id })).rejects.toMatchObject({
      problem: { code: 'fileInCloud' },
    });
    expect(await library.handlers.list(undefined)).toMatchObject(shown);
  });
});

describe('a library folder that the system refuses', () => {
  it('is said, and another one can be taken', async () => {
    const folders = await temporaryLibraryFolders();
    const refused = openDocumentFolder(folders.themes);
    const no = () => Promise.reject(new StorageError('noPermission', folders.themes));
    const folder = Object.assign(Object.create(refused) as typeof refused, {
      path: folders.themes,
      list: no,
      watch: no,
    });
    const { library } = testLibrary(folders, { folder, mayUse: () => true, makeFolder: true });
    await expect(library.handlers.list(undefined)).rejects.toMatchObject({
      problem: { code: 'libraryFolderForbidden', path: folders.themes },
    });
    await library.handlers.useFolder({ folder: folders.starters, move: false });
    expect((await library.handlers.list(undefined)).folder).toBe(folders.starters);
  });
});
