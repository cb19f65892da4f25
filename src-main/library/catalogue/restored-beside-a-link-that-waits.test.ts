/**
 * "A theme that has lost the link to its template gets it back, even if you keep both, unless another theme was published
 * or linked to that template later; a link that is left out is in the report." A theme's file has a link to a template
 * that another theme has by now: it is published nowhere. Published anew it got a template of its own, and was backed up.
 * Then its file was put back as it was before that (from the computer's own backup), and Foyer's backup is restored.
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, themeDocument } from '../testing/fixture-library';

const key = publicationKey(northwind);
const of = (templateId: string, at: string) => ({ publications: { [key]: { templateId, at } } });
const [taken, newer, newest] = ['2026-01-01', '2026-02-01', '2026-03-01'].map(
  (day) => `${day}T12:00:00.000Z`,
) as [string, string, string];

it.each([
  ['the control: its file has no link, and is the same', {}, 'keepBoth', '.a{}'],
  ['the same', of('theirs', taken), 'keepBoth', '.a{}'],
  ['another, and both are kept', of('theirs', taken), 'keepBoth', '.b{}'],
  ['another, and the backup’s is used', of('theirs', taken), 'replace', '.b{}'],
] as const)('gets its template back: %s', async (_name, file, ifDifferent, customCss) => {
  const theme = { ...newTheme(), customCss: '.a{}' };
  const { library, folders, document, id } = await libraryOfOne({ ...file, theme });
  const other = themeDocument({ name: 'Pier', ...of('theirs', newer) });
  await putTheme(folders, 'b.json', other);
  await library.rescan();
  expect(await library.withTemplate(key, 'theirs')).toBe(other.id);
  const given = { ...document, theme: { ...theme, customCss }, ...of('own', newest) };
  const restored = await library.putBack(given, ifDifferent);
  // What it is told of one that a newer Foyer wrote; this one wrote it.
  expect(restored).toMatchObject({ leftLink: null });
  expect(await library.withTemplate(key, 'own')).toBe(id);
});
