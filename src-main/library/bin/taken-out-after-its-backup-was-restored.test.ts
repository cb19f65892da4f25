/**
 * A theme with a picture was deleted, and came back with a backup; then its deletion is undone (or it is taken out of the
 * bin, with all that lies there). It is the same theme: it is in the library once, with its template.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type Theme } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const { theme } = themeDocument();
const withPicture: Theme = {
  ...theme,
  chat: { ...theme.chat, hostAvatar: { isEnabled: true, url: 'https://pictures.example/a.png' } },
};

it.each([
  ['no picture (the control)', theme],
  ['a picture', withPicture],
] as const)('is there once, with %s', async (_what, content) => {
  const { library } = testLibrary(await temporaryLibraryFolders());
  await library.start();
  const given = { name: 'Harbour', tags: [], theme: content, picturesWait: false };
  const { id } = await library.addForeign(given);
  await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  const backup = await library.withWaitingLinks(id);
  const { entries } = await library.handlers.remove({ ids: [id] });
  const put = await library.putBack(backup, 'keepBoth', new Date().toISOString());
  expect(put).toMatchObject({ outcome: 'added', id });
  const restored = await library.handlers.restore({ entries });
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map(({ name }) => name)).toEqual(['Harbour']);
  expect(restored).toMatchObject({ alreadyHere: 1, unlinked: 0 });
});

it.each([
  ['as it was (the control)', '\n'],
  ['with the line ends of Windows, as git writes it there', '\r\n'],
] as const)('is there once where its file came back %s', async (_what, lineEnd) => {
  const { library, folders, id } = await libraryOfOne();
  const file = join(folders.themes, 'a.json');
  const text = await readFile(file, 'utf8');
  await library.start();
  const { entries } = await library.handlers.remove({ ids: [id] });
  await writeFile(file, text.replaceAll('\n', lineEnd));
  await library.rescan();
  await library.handlers.restore({ entries });
  expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
});
