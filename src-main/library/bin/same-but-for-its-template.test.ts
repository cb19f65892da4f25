/**
 * A theme was saved from two computers, each under a template of its own (the service gives IDs), and deleted on one of
 * them; the other's file comes back. What is restored from the bin is the same theme but for its template: it comes back
 * beside that, because one theme has no room for both links.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, themesOnDisk } from '../testing/fixture-library';

const key = publicationKey(northwind);
const here = { [key]: { templateId: 'saved-here', at: '2026-01-03T03:04:05.000Z' } };
const there = { [key]: { templateId: 'saved-there', at: '2026-01-03T02:04:05.000Z' } };

it.each([
  ['with another tag there (the control)', ['blue', 'there']],
  ['as the very same', ['blue']],
])('keeps both links where it comes back %s', async (_how, tags) => {
  const { library, folders, document, id } = await libraryOfOne({ publications: here });
  const { handlers } = library;
  const { entries } = await handlers.remove({ ids: [id] });
  await putTheme(folders, 'a.json', { ...document, tags, publications: there });
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual(there);
  await handlers.restore({ entries });
  const inLibrary = await themesOnDisk(folders);
  const templates = inLibrary.flatMap(({ publications }) => publications[key]?.templateId ?? []);
  expect(templates.sort()).toEqual(['saved-here', 'saved-there']);
  expect((await handlers.bin(undefined)).themes).toEqual([]);
});
