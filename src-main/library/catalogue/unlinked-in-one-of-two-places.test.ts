/**
 * A theme is unlinked from its template on one of two computers. On the other nothing but its time, or its name, changes
 * meanwhile, and the sync program puts one file beside the other. Both versions are kept for a person to choose, and no
 * second theme is linked to the template that was let go of.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, unlinkTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

it.each([
  ['here', 'other', false],
  ['here', 'this', false],
  // It is the one that has the link.
  ['there', 'other', true],
  ['there', 'this', false],
] as const)('is a version to decide on: unlinked %s, %s is kept', async (where, keep, isLinked) => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.start();
  if (where === 'here') await unlinkTheme(library, id, key);
  const there =
    where === 'here' ? document : { ...document, publications: {}, unlinked: { [key]: { t: 1 } } };
  await putTheme(folders, 'a (conflicted copy).json', { ...there, name: 'Theirs' });
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((theme) => theme.id !== id);
  expect(copy?.conflictOf?.id).toBe(id);
  await library.handlers.resolveConflict({ id: copy?.id ?? '', keep });
  expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
  const saved = await library.saved(id);
  expect(saved.publications).toEqual(isLinked ? publications : {});
  expect(saved.unlinked).toEqual({ [key]: { t: 1 } });
});

it('is a copy made by hand where neither was unlinked', async () => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.start();
  await putTheme(folders, 'a copy.json', { ...document, name: 'Copy' });
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((theme) => theme.id !== id);
  expect(copy?.name).toBe('Copy');
  expect(copy?.conflictOf).toBeUndefined();
});
