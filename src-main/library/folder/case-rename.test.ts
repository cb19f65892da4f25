import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import {
  listChange,
  northwind,
  putTheme,
  themeDocument,
  themesOnDisk,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

// As on Windows, and on most disks of macOS.
vi.mock('node:fs/promises', async (original) => {
  const { looseVolume } = await import('../../storage/trial-volume');
  return looseVolume(await original());
});

const publications = {
  [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
};

describe('a theme’s file that is renamed by case alone', () => {
  it('keeps its id and its publications', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ publications });
    await putTheme(folders, 'harbour.json', document);
    const folder = openDocumentFolder(folders.themes, { settleMs: 20 });
    const { library } = testLibrary(folders, { folder });
    await library.start();
    await rename(join(folders.themes, 'harbour.json'), join(folders.themes, 'Harbour.json'));
    // Whatever was to be told of the rename has been told by then.
    const told = listChange(library, ({ upserted }) => upserted.some(({ name }) => name === 'End'));
    await putTheme(folders, 'end.json', themeDocument({ name: 'End' }));
    await told;
    const { themes } = await library.handlers.list(undefined);
    expect(themes.find(({ name }) => name === 'Harbour')).toMatchObject({
      id: document.id,
      places: [{ templateId: 't' }],
    });
    expect(await themesOnDisk(folders)).toContainEqual(document);
    // And it is still the same file that is written.
    await library.handlers.rename({ id: document.id, name: 'Lagoon' });
    expect((await readdir(folders.themes)).sort()).toEqual(['Harbour.json', 'end.json']);
  });
});
