/**
 * A person changes a theme's file by a tool that writes another one (`jq … harbour.json > new.json`), looks at that, and moves it
 * over the first one (`mv new.json harbour.json`). Foyer runs, and sees each step. It is the theme, with its template.
 */
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  ['control: moved at once', 'Harbour at night'],
  ['moved once Foyer has seen it', 'Harbour'],
  ['moved once Foyer has seen it', 'Harbour at night'],
  ['moved while Foyer is closed', 'Harbour at night'],
  ['copied once Foyer has seen it', 'Harbour at night'],
])('the theme keeps its template and its versions: %s (%s)', async (how, name) => {
  const { folders, library: running, id } = await libraryOfOne({ publications });
  let library = running;
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  await writeFile(path('new.json'), text.replace('"Harbour"', JSON.stringify(name)));
  const isClosed = how.endsWith('closed');
  if (!how.startsWith('control')) await library.rescan();
  if (isClosed) await endLibrary(library);
  if (how.startsWith('copied')) await copyFile(path('new.json'), path('a.json'));
  else await rename(path('new.json'), path('a.json'));
  if (isClosed) ({ library } = testLibrary(folders));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.name, each.places[0]?.templateId])).toContainEqual([
    id,
    name,
    't',
  ]);
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map((each) => each.name)).toContain('As it was signed');
});
