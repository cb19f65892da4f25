/**
 * A person moves a file that was made beside a theme's file over that, and the disk refuses Foyer's next write for a moment (a
 * scanner holds a file that was just moved, or the disk is full). Once it takes it, the theme has its template and its versions.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  northwind,
  openThemes,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  ['never, as a control', ''],
  ['for a moment', 'EBUSY'],
  ['until there is room', 'ENOSPC'],
])(
  'a theme over whose file a copy is moved, while the disk refuses a write: %s',
  async (_how, code) => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ publications });
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const folder = openThemes(folders);
    const { library } = testLibrary(folders, { folder });
    await library.start();
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('new.json'), text.replace('"Harbour"', '"Harbour at night"'));
    await library.rescan();
    const write = folder.write.bind(folder);
    if (code !== '') {
      const refused = Object.assign(new Error(code), { code });
      Object.assign(folder, { write: () => Promise.reject(refused) });
    }
    await rename(path('new.json'), path('a.json'));
    await library.rescan();
    Object.assign(folder, { write });
    await library.rescan();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.name, each.places[0]?.templateId])).toEqual([
      [id, 'Harbour at night', 't'],
    ]);
  },
);
