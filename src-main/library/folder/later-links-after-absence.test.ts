/** A program puts an older file in the place of a theme's in two steps: it takes ours away first. */
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
const before = new Date('2026-03-01T11:00:00.000Z');

it.each(['open', 'closed'] as const)(
  'keeps the link that the theme has got since (%s)',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne();
    await library.setPublication(id, key, published);
    if (how === 'open') await library.handlers.open({ id });
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'a.json'), before, before);
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual({ [key]: published });
  },
);

it('keeps it where ours was taken away while Foyer was not running', async () => {
  const { library, folders, document, id } = await libraryOfOne();
  await putTheme(folders, 'other.json', themeDocument());
  await library.setPublication(id, key, published);
  await endLibrary(library);
  await rm(join(folders.themes, 'a.json'));
  const next = testLibrary(folders).library;
  await next.start();
  await putTheme(folders, 'b.json', { ...document, name: 'Theirs' });
  await utimes(join(folders.themes, 'b.json'), before, before);
  await next.rescan();
  expect((await next.saved(id)).publications).toEqual({ [key]: published });
});
