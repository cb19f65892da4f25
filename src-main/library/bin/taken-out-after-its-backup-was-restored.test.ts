/**
 * A theme with a picture was deleted, and came back with a backup; then its deletion is undone (or it is taken out of the
 * bin, with all that lies there). It is the same theme: it is in the library once, with its template.
 */
import { expect, it } from 'vitest';
import { publicationKey, type Theme } from '@shared/theme/theme';
import {
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
