/**
 * A person duplicates a theme's file in the system's file window (`a copy.json`), and gives that a name that says what it is. Days
 * later they put it back over the theme's file, unchanged. It is the theme as it was, with its template and its versions.
 */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  ['never renamed, as a control', true],
  ['renamed', false],
  ['renamed', true],
])('a backup that was %s is put back (Foyer restarted meanwhile: %s)', async (how, isRestarted) => {
  const { folders, library: first, id } = await libraryOfOne({ publications });
  await first.start();
  await first.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  await copyFile(path('a.json'), path('a copy.json'));
  await first.rescan();
  const backup = how === 'renamed' ? 'a as signed.json' : 'a copy.json';
  if (how === 'renamed') await rename(path('a copy.json'), path(backup));
  await first.rescan();
  const library = isRestarted ? await restarted(folders, first) : first;
  await library.rescan();
  await rename(path(backup), path('a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, 't']]);
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toContain('As it was signed');
});
