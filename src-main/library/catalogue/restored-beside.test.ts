/** A backup of another computer brings a theme that was published there under another template. */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

const key = publicationKey(northwind);
const of = (templateId: string, at: string) => ({ publications: { [key]: { templateId, at } } });

it('which stays with the copy that is restored beside the theme', async () => {
  const { library, document, id } = await libraryOfOne(of('here', '2026-01-05T00:00:00.000Z'));
  const theme = { ...newTheme(), customCss: '/* there */' };
  const given = { ...document, ...of('there', '2026-02-05T00:00:00.000Z'), theme };
  const restored = await library.putBack(given, 'keepBoth');
  expect(restored).toMatchObject({ outcome: 'keptBoth' });
  expect(await library.withTemplate(key, 'here')).toBe(id);
  expect(await library.withTemplate(key, 'there')).toBe('id' in restored ? restored.id : '');
});
