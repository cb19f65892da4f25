/**
 * The library is on a share. Its connection is gone for a moment while a person types; on another computer, the theme is
 * unlinked from its template meanwhile, so that the next publication makes another one. Once the share is back, both
 * versions meet.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themesOnDisk,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each([
  ['control: nothing is typed here', false],
  ['something is typed here that is not saved yet', true],
])('a theme that was unlinked elsewhere stays unlinked: %s', async (_name, isTyped) => {
  const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
  const { library, folders, id } = await libraryOfOne({ publications }, { pace: savedWhenAsked });
  await library.handlers.open({ id });
  if (isTyped)
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  // The other computer has a profile of its own.
  const { profile } = await temporaryLibraryFolders();
  const other = testLibrary({ ...folders, profile }).library;
  await other.handlers.open({ id });
  await other.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Theirs' }] });
  await unlinkTheme(other, id, key);
  await endLibrary(other);
  await library.saveEdits();
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual({});
  const file = (await themesOnDisk(folders)).find((each) => each.id === id);
  expect(file?.publications).toEqual({});
});

it('stays unlinked once what came from there is undone', async () => {
  const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.handlers.open({ id });
  const theirs = { ...document, name: 'Theirs', publications: {}, unlinked: { [key]: { t: 1 } } };
  await putTheme(folders, 'a.json', theirs);
  await library.rescan();
  expect(await library.handlers.undo({ id })).toMatchObject({ name: 'Harbour' });
  expect((await library.saved(id)).publications).toEqual({});
});

it.each(['unlinked', 'linked to another template'])(
  'theirs has the link still that was %s here, where a save meets it',
  async (how) => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, document, id } = await libraryOfOne(
      { publications },
      { pace: savedWhenAsked },
    );
    const link = { templateId: 'other', at: '2026-01-04T00:00:00.000Z' };
    await library.handlers.open({ id });
    if (how === 'unlinked') await unlinkTheme(library, id, key);
    else await library.setPublication(id, key, link);
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    // As another computer edited it that did not know of this.
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await library.saveEdits();
    const now = await library.saved(id);
    expect(now).toMatchObject({ name: 'Theirs', unlinked: { [key]: { t: 1 } } });
    expect(now.publications).toEqual(how === 'unlinked' ? {} : { [key]: link });
    const copy = (await themesOnDisk(folders)).find((each) => each.id !== id);
    expect(copy).toMatchObject({ theme: { general: { font: 'Ours' } } });
    expect(copy?.publications).toEqual({});
  },
);
