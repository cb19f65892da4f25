/**
 * A person copies a theme's file, publishes the theme, and finds its file damaged later. With the damaged
 * file away the copy is the theme: saved as a new one, its template would be there twice.
 */
import { copyFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);
const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
const before = new Date('2026-03-01T11:00:00.000Z');

it.each([
  ['the control: the copy is put in its place', 'put over'],
  ['the damaged file is deleted', 'deleted'],
])('the theme has the link that it got since: %s', async (_name, how) => {
  const { library, folders, id } = await libraryOfOne();
  const [file, copy] = [join(folders.themes, 'a.json'), join(folders.themes, 'b.json')];
  const aside = join(folders.root, 'copy.json');
  await library.start();
  for (const each of [aside, copy]) {
    await copyFile(file, each);
    await utimes(each, before, before);
  }
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  await library.setPublication(id, key, published);
  await library.flush();
  await writeFile(file, 'damaged');
  await library.rescan();
  if (how === 'put over') {
    await copyFile(aside, file);
    await utimes(file, before, before);
  } else await rm(file);
  await library.rescan();
  expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
});
