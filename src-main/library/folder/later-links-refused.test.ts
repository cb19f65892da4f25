/** An older file is put over a theme's while the disk takes nothing: the theme's younger link stays its own. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  northwind,
  openThemes,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
const before = new Date('2026-03-01T11:00:00.000Z');

/** A theme, `open` or not, over which an older file was put while the disk was full. */
async function refused(how: 'open' | 'closed') {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  const { id } = document;
  await putTheme(folders, 'a.json', document);
  const setUp = testLibrary(folders);
  await setUp.library.setPublication(id, key, published);
  await endLibrary(setUp.library);
  const folder = openThemes(folders);
  const { library } = testLibrary(folders, { folder });
  await library.start();
  if (how === 'open') await library.handlers.open({ id });
  const write = folder.write.bind(folder);
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  Object.assign(folder, { write: () => Promise.reject(full) });
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await utimes(join(folders.themes, 'a.json'), before, before);
  await library.rescan();
  const heal = () => Object.assign(folder, { write });
  return { folders, library, id, heal };
}

describe.each(['open', 'closed'] as const)('where the theme is %s', (how) => {
  it('is shown, and is in its file as soon as the disk has room again', async () => {
    const { folders, library, id, heal } = await refused(how);
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ name: 'Theirs', places: [{ templateId: 't' }] }]);
    heal();
    // Everything after which a person would expect it: a look, an edit, a restart.
    await library.rescan();
    await library.handlers.rename({ id, name: 'Ours' });
    await endLibrary(library);
    expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
    const after = testLibrary(folders).library;
    expect((await after.saved(id)).publications).toMatchObject({ [key]: { templateId: 't' } });
  });

  it('is in its file where the disk has room at the next start only', async () => {
    const { folders, library, id } = await refused(how);
    await endLibrary(library);
    expect(await themesOnDisk(folders)).toMatchObject([{ publications: {} }]);
    const after = testLibrary(folders).library;
    expect((await after.saved(id)).publications).toEqual({ [key]: published });
    await endLibrary(after);
    expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
  });
});

it('is in its file where the theme is opened before the disk has room again', async () => {
  const { folders, library, id, heal } = await refused('closed');
  const opened = await library.handlers.open({ id });
  expect(opened).toMatchObject({ name: 'Theirs', places: [{ templateId: 't' }] });
  expect((await library.whole(id)).publications).toEqual({ [key]: published });
  heal();
  expect((await library.saved(id)).publications).toEqual({ [key]: published });
  expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
});

it('comes back from the bin with the theme that is deleted before that', async () => {
  const { folders, library, id, heal } = await refused('closed');
  const { entries } = await library.handlers.remove({ ids: [id] });
  heal();
  await library.handlers.restore({ entries });
  expect(await themesOnDisk(folders)).toMatchObject([{ publications: { [key]: published } }]);
});
