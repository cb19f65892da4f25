/**
 * A theme's file is damaged (a merge's marks, half a file). A person mends it under another name, and gives the mended file the
 * name of the damaged one. It is the theme, with its template and its versions.
 */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  'control: deleted first, then renamed',
  'control: copied over it',
  'renamed over it',
  'deleted and renamed at once',
  'renamed over it while Foyer is closed',
])('the mended file is the theme, with its template: %s', async (how) => {
  const { folders, library: running, id } = await libraryOfOne({ publications });
  let library = running;
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
  await library.rescan();
  await writeFile(path('mended.json'), text);
  await library.rescan();
  const isClosed = how.endsWith('closed');
  if (isClosed) await endLibrary(library);
  if (how.includes('deleted')) await unlink(path('a.json'));
  if (how.startsWith('control: deleted')) await library.rescan();
  if (how.includes('copied')) {
    await writeFile(path('a.json'), await readFile(path('mended.json')));
  } else await rename(path('mended.json'), path('a.json'));
  if (isClosed) ({ library } = testLibrary(folders));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toContainEqual([id, 't']);
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toContain('As it was signed');
});
