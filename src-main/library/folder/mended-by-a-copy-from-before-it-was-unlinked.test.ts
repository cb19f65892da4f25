/**
 * A person copies a theme's file, unlinks the theme later, publishes it anew, and finds its file damaged. With the damaged
 * file away the copy is the theme, with the link that it got since; and it knows that it was unlinked before that: the
 * first save after the next unlinking would else write over the very template that it was unlinked from.
 */
import { copyFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);
const first = { templateId: 'first', at: '2026-03-01T10:00:00.000Z' };
const second = { templateId: 'second', at: '2026-03-01T12:00:00.000Z' };
const before = new Date('2026-03-01T11:00:00.000Z');

it.each([
  ['the control: the copy is put in its place', 'put over'],
  ['the damaged file is deleted', 'deleted'],
])('the theme knows that it was unlinked: %s', async (_name, how) => {
  const { library, folders, id } = await libraryOfOne({ publications: { [key]: first } });
  const [file, copy] = [join(folders.themes, 'a.json'), join(folders.themes, 'b.json')];
  const aside = join(folders.root, 'copy.json');
  await library.start();
  for (const each of [aside, copy]) {
    await copyFile(file, each);
    await utimes(each, before, before);
  }
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  await library.unlink(id, key);
  await library.setPublication(id, key, second);
  expect(await library.saved(id)).toMatchObject({ unlinked: { [key]: { first: 1 } } });
  await writeFile(file, 'damaged');
  await library.rescan();
  if (how === 'put over') {
    await copyFile(aside, file);
    await utimes(file, before, before);
  } else await rm(file);
  await library.rescan();
  const now = await library.saved(id);
  expect(now.publications[key]?.templateId).toBe('second');
  expect(now.unlinked).toEqual({ [key]: { first: 1 } });
});
