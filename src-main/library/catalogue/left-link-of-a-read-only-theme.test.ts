/**
 * A backup has a theme with a link; the theme of the library is a newer Foyer's, which can't be given it, and
 * has none. What is restored beside it has none either: that is told.
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each([
  ['the control: of this Foyer', 0],
  ['of a newer Foyer', 1],
])('a link is with a theme, or it is told that it was left out: %s', async (_name, newer) => {
  const { library, folders, document } = await libraryOfOne();
  await putTheme(folders, 'a.json', { ...document, format: document.format + newer });
  const given = {
    ...document,
    theme: { ...newTheme(), customCss: '/* there */' },
    publications: { [key]: { templateId: 't', at: '2026-02-05T00:00:00.000Z' } },
  };
  const restored = await library.putBack(given, 'keepBoth');
  expect(restored).toMatchObject({ outcome: 'keptBoth' });
  const owner = await library.withTemplate(key, 't');
  const leftLink = 'leftLink' in restored ? restored.leftLink : null;
  expect(owner !== undefined || leftLink !== null).toBe(true);
});
