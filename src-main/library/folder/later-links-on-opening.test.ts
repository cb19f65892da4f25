/** An older file is put over a theme's, and the theme is opened before anybody has told of the file. */
import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { largestThemeFile, type Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
const before = new Date('2026-03-01T11:00:00.000Z');

const ways: Record<string, (library: Library, id: string) => Promise<unknown>> = {
  opened: async (library, id) => library.handlers.open({ id }),
  tagged: async (library, id) =>
    library.handlers.setTagsOfMany({ themes: [{ id, tags: ['blue', 'new'] }] }),
  'deleted and put back': async (library, id) => {
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.restore({ entries });
  },
};

it.each(Object.entries(ways))('keeps the younger link where it is %s', async (_how, touch) => {
  const first = await libraryOfOne();
  const { folders, document, id } = first;
  await first.library.setPublication(id, key, published);
  await endLibrary(first.library);
  // The watcher is late, as on a share that tells nothing.
  const times = { settleMs: 600_000, retryMs: 20 };
  const folder = openDocumentFolder(folders.themes, { maxBytes: largestThemeFile, ...times });
  const { library } = testLibrary(folders, { folder });
  await library.start();
  const older = join(folders.themes, '.older');
  await putTheme(folders, '.older', { ...document, name: 'Theirs' });
  await utimes(older, before, before);
  await rename(older, join(folders.themes, 'a.json'));
  await touch(library, id);
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual({ [key]: published });
  await endLibrary(library);
  expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
});
