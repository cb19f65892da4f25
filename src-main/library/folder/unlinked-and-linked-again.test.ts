/**
 * The library is on a network disk whose clock is an hour behind. A theme is unlinked there: Foyer is
 * killed before it has written its index, or another computer does it.
 */
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const hourMs = 60 * 60 * 1_000;

it.each([
  ['the control: its clock is right', 'here', 0],
  ['its clock is behind', 'here', hourMs],
  ['the control of another computer: its clock is right', 'elsewhere', 0],
  ['its clock is behind, for another computer', 'elsewhere', hourMs],
])('stays unlinked: %s', async (_name, where, behind) => {
  const { library, folders, document, id } = await libraryOfOne();
  const file = join(folders.themes, 'a.json');
  const dated = async (): Promise<void> => {
    const { mtimeMs } = await stat(file);
    const at = new Date(mtimeMs - behind);
    await utimes(file, at, at);
  };
  await library.setPublication(id, key, {
    templateId: 't',
    at: new Date(Date.now() - 60_000).toISOString(),
  });
  await dated();
  await endLibrary(library);
  const next = testLibrary(folders).library;
  expect((await next.current(id)).publications).toMatchObject({ [key]: { templateId: 't' } });
  if (where === 'here') await next.unlink(id, key);
  else await putTheme(folders, 'a.json', document);
  await dated();
  next.close();
  const last = testLibrary(folders).library;
  await last.start();
  expect((await last.current(id)).publications).toEqual({});
});
