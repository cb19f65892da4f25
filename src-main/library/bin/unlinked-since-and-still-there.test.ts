/**
 * A linked theme was deleted, came back by its file, was unlinked from its template and got a tag. Its deletion is taken
 * back: what comes back lies beside it, and without the link, which a person took from the theme since.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, unlinkTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

it.each([
  ['as it was (the control)', ['blue']],
  ['with another tag', ['blue', 'new']],
])('nothing is linked again where the theme is there %s', async (_how, tags) => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.start();
  const { entries } = await library.handlers.remove({ ids: [id] });
  await putTheme(folders, 'a.json', document);
  await library.rescan();
  await unlinkTheme(library, id, key);
  await library.handlers.setTags({ id, tags });
  await library.handlers.restore({ entries });
  const { themes } = await library.handlers.list(undefined);
  const templates = themes.flatMap(({ places }) =>
    places.flatMap(({ templateId }) => templateId ?? []),
  );
  expect(templates).toEqual([]);
});
