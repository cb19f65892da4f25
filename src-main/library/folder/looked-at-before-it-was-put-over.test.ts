/**
 * A person writes a theme's file anew beside it (a tool's output, a mended file, a backup), opens that in Foyer to see whether it is
 * right, changes nothing, and moves it over the first one. It is the theme, with its template and its versions.
 */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  ['whole', 'not looked at, as a control'],
  ['damaged', 'not looked at, as a control'],
  ['damaged', 'looked at in Foyer, and the damaged one is deleted, as a control'],
  ['whole', 'looked at in Foyer'],
  ['damaged', 'looked at in Foyer'],
])('what is moved over a file that is %s, and was %s, is the theme', async (state, look) => {
  const { folders, library, id } = await libraryOfOne({ publications });
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  if (state === 'damaged') {
    await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
    await library.rescan();
  }
  await writeFile(path('new.json'), text);
  await library.rescan();
  const before = (await library.handlers.list(undefined)).themes;
  const beside = before.find((each) => each.id !== id);
  if (look.startsWith('looked')) await library.handlers.open({ id: beside?.id ?? '' });
  if (look.includes('deleted')) await unlink(path('a.json'));
  else await rename(path('new.json'), path('a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, 't']]);
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toContain('As it was signed');
});
