/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." Two
 * computers share a library. On one, a theme is unlinked from its template, and a backup is made. The other one, whose
 * sync program is behind, restores that backup: the theme is the same, and has its link still. Then the file of the first
 * one comes. Foyer has taken from the backup that the theme was unlinked once, and kept the link: as if somebody had
 * linked it again after that. So the unlinking is lost, and the next save writes over the template that was let go of.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 'first', at: '2026-01-01T12:00:00.000Z' } };
const unlinked = { publications: {}, unlinked: { [key]: { first: 1 } } };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

it.each([
  ['the control: the backup was not restored', false],
  ['the backup was restored', true],
] as const)('stays unlinked: %s', async (_name, isRestored) => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  const path = join(folders.themes, 'a.json');
  await utimes(path, ago(60), ago(60));
  await library.start();
  if (isRestored) {
    const given = { ...document, ...unlinked };
    expect(await library.putBack(given, 'keepBoth')).toMatchObject({ outcome: 'same' });
  }
  await putTheme(folders, 'a.json', { ...document, ...unlinked });
  await utimes(path, ago(5), ago(5));
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual({});
});
