/**
 * A person copies a theme's file by hand before they go on, edits the theme in Foyer, thinks better of it, and copies that
 * backup over the theme's file. It is the theme as it was, with its template.
 */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

const hows = [
  'control: a backup outside of the folder',
  'control: nothing was edited',
  'copied over it',
  'copied over it while Foyer is closed',
  'renamed to it',
] as const;

it.each(hows)('the theme keeps its template: %s', async (how) => {
  const { folders, library: running, id } = await libraryOfOne({ publications });
  let library = running;
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  const backup = how.startsWith('control: a backup')
    ? join(folders.root, 'backup.json')
    : path('backup.json');
  await copyFile(path('a.json'), backup);
  await library.rescan();
  if (how !== 'control: nothing was edited') {
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await library.saved(id);
    await library.flush();
  }
  const isClosed = how.endsWith('closed');
  if (isClosed) await endLibrary(library);
  if (how === 'renamed to it') await rename(backup, path('a.json'));
  else await copyFile(backup, path('a.json'));
  if (isClosed) ({ library } = testLibrary(folders));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
  const names = await Promise.all(
    linked.map(async (each) => (await library.handlers.versions({ id: each.id })).versions),
  );
  expect(
    themes.map((each) => [each.id === id, each.name, each.places[0]?.templateId]),
  ).toContainEqual([true, 'Harbour', 't']);
  expect(names.flat().map(({ name }) => name)).toContain('As it was signed');
});
