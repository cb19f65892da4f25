/**
 * A person copies a theme's file by hand before they go on, quits Foyer, and copies that backup over the theme's file. The theme
 * keeps its template and its versions, as it does while Foyer runs.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each(
  ['control: while Foyer runs', 'while Foyer is closed'].flatMap((when) =>
    ['nothing', 'published again'].map((what) => [when, what] as const),
  ),
)('the theme keeps its template: %s (since then: %s)', async (when, what) => {
  const { folders, library: running, id } = await libraryOfOne({ publications });
  let library = running;
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As it was signed' });
  const path = (file: string): string => join(folders.themes, file);
  await copyFile(path('a.json'), path('backup.json'));
  await library.rescan();
  if (what === 'published again') {
    await library.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
    await library.flush();
  }
  const isClosed = when.endsWith('closed');
  if (isClosed) await endLibrary(library);
  await copyFile(path('backup.json'), path('a.json'));
  if (isClosed) ({ library } = testLibrary(folders));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
  expect(linked.map((each) => each.id)).toEqual([id]);
  const { versions } = await library.handlers.versions({ id });
  expect(versions.map(({ name }) => name)).toContain('As it was signed');
});
