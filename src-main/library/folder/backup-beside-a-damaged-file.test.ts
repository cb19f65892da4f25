/**
 * A person copies a theme's file by hand before they go on, as it is, and edits the theme in Foyer. Then its file is damaged (a
 * power cut leaves zeros), and they delete it: the backup is all that is left of the theme, and has its template and versions.
 */
import { copyFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([
  ['beside it', 'nothing, as a control'],
  ['beside it', 'edited'],
  ['brought back once it was damaged, as a control', 'edited'],
])('a backup %s (since then: %s)', async (where, since) => {
  const { folders, library, id } = await libraryOfOne({ publications });
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  const isBeside = where === 'beside it';
  const backup = isBeside ? path('a backup.json') : join(folders.root, 'a backup.json');
  await copyFile(path('a.json'), backup);
  await library.rescan();
  if (since === 'edited') {
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await library.saved(id);
    await library.flush();
  }
  await writeFile(path('a.json'), Buffer.alloc(2_000));
  await library.rescan();
  if (!isBeside) await copyFile(backup, path('a backup.json'));
  await library.rescan();
  await unlink(path('a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, 't']]);
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toContain('As it was signed');
});
