/** Themes that are deleted before Foyer heard that others gave their files other names. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { Bin } from './bin';
import {
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const linked = (templateId: string): Pick<ThemeDocument, 'publications'> => ({
  publications: { [key]: { templateId, at: '2026-01-02T03:04:05.000Z' } },
});

/** Two themes with a version each, whose files have just swapped their names: nobody told it yet. */
async function swapped() {
  const folders = await temporaryLibraryFolders();
  const light = themeDocument({ name: 'Light', ...linked('l') });
  const dark = themeDocument({ name: 'Dark', ...linked('d') });
  await putTheme(folders, 'a.json', light);
  await putTheme(folders, 'b.json', dark);
  const { library } = testLibrary(folders);
  await library.handlers.keepVersion({ id: light.id, name: 'Kept light' });
  await library.handlers.keepVersion({ id: dark.id, name: 'Kept dark' });
  const move = (from: string, to: string) =>
    rename(join(folders.themes, from), join(folders.themes, to));
  await move('a.json', 'aside.tmp');
  await move('b.json', 'a.json');
  await move('aside.tmp', 'b.json');
  return { library, light, dark };
}

it('deletes the theme that was meant, not the one that has its file by now', async () => {
  const { library, light, dark } = await swapped();
  await library.handlers.remove({ ids: [light.id] });
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes).toMatchObject([{ id: dark.id, name: 'Dark', places: [{ templateId: 'd' }] }]);
  const { themes: binned } = await library.handlers.bin(undefined);
  expect(binned).toMatchObject([{ id: light.id, name: 'Light' }]);
});

it('leaves both with their ids and versions when that is undone', async () => {
  const { library, light, dark } = await swapped();
  const { entries } = await library.handlers.remove({ ids: [light.id] });
  await library.rescan();
  await library.handlers.restore({ entries });
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map(({ name, id }) => [name, id]).sort()).toEqual([
    ['Dark', dark.id],
    ['Light', light.id],
  ]);
  const { versions } = await library.handlers.versions({ id: light.id });
  expect(versions).toMatchObject([{ name: 'Kept light' }]);
});

it('deletes both, each once, when both were meant', async () => {
  const { library, light, dark } = await swapped();
  const { entries } = await library.handlers.remove({ ids: [light.id, dark.id] });
  expect(entries).toHaveLength(2);
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toEqual([]);
  const { themes: binned } = await library.handlers.bin(undefined);
  expect(binned.map(({ name, id }) => [name, id]).sort()).toEqual([
    ['Dark', dark.id],
    ['Light', light.id],
  ]);
});

it('gives a theme back under the id that its file has, whatever it was deleted as', async () => {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument({ name: 'Dark' });
  const { library } = testLibrary(folders);
  await library.start();
  // As an earlier Foyer put it there, when it took it for another theme.
  const entry = await new Bin(folders.profile, () => new Date()).put({
    id: 'light',
    file: 'a.json',
    folder: folders.themes,
    changedMs: 0,
    text: JSON.stringify(document),
    publications: {},
  });
  await putTheme(folders, 'light.json', themeDocument({ id: 'light', name: 'Light' }));
  await library.rescan();
  await library.handlers.restore({ entries: [entry] });
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map(({ name, id }) => [name, id]).sort()).toEqual([
    ['Dark', document.id],
    ['Light', 'light'],
  ]);
});
