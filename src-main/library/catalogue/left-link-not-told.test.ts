/** A backup is restored beside a changed theme: of each link that is left out, the report has to tell. */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, themeDocument } from '../testing/fixture-library';

const key = publicationKey(northwind);
const [january, february] = ['2026-01-05T00:00:00.000Z', '2026-02-05T00:00:00.000Z'];
const of = (templateId: string, at: string) => ({ publications: { [key]: { templateId, at } } });
const older = { ...newTheme(), customCss: '/* as it was */' };

it.each(['replace', 'keepBoth'] as const)(
  'tells of one whose template another theme has by now (%s)',
  async (how) => {
    const { library, folders, document } = await libraryOfOne();
    await putTheme(folders, 'other.json', themeDocument({ name: 'Other', ...of('t', february) }));
    await library.start();
    const given = { ...document, ...of('t', january), theme: older };
    const restored = await library.putBack(given, how);
    // Neither the theme nor the copy has it.
    const { themes } = await library.handlers.list(undefined);
    expect(themes.filter(({ places }) => places[0]?.templateId === 't')).toMatchObject([
      { name: 'Other' },
    ]);
    expect(restored).toMatchObject({ leftLink: 'usedByAnother' });
  },
);

it('keeps one to another template, or tells of it, where the copy is there already', async () => {
  const { library, folders, document } = await libraryOfOne(of('new', february));
  // As a person duplicated it before it was changed.
  const copy = themeDocument({ name: `${document.name} 2`, theme: older });
  await putTheme(folders, 'copy.json', copy);
  await library.start();
  const given = { ...document, ...of('old', january), theme: older };
  const restored = await library.putBack(given, 'keepBoth');
  const owner = await library.withTemplate(key, 'old');
  const leftLink = 'leftLink' in restored ? restored.leftLink : null;
  expect({ isKept: owner !== undefined, isTold: leftLink !== null }).not.toEqual({
    isKept: false,
    isTold: false,
  });
});
