/**
 * A theme's file is damaged (a merge's marks, half a file), and a person saves it as it is to be, beside it, before Foyer looks
 * at either: the folder is on a share, which tells of nothing. Then they delete the damaged file.
 */
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each(
  ['a mended.json', 'mended.json', '0 mended.json'].flatMap((name) => [
    ['control: seen one after the other', name] as const,
    ['seen together', name] as const,
  ]),
)('the mended file is the theme, with its template: %s (%s)', async (how, mended) => {
  const { folders, library, id } = await libraryOfOne({ name: 'Harbour', publications });
  await library.start();
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
  if (how.startsWith('control')) await library.rescan();
  await writeFile(path(mended), text.replace('"Harbour"', '"Harbour at night"'));
  await library.rescan();
  await unlink(path('a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.name, each.places[0]?.templateId])).toEqual([
    [id, 'Harbour at night', 't'],
  ]);
});
