import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, themeDocument } from '../testing/fixture-library';

const key = publicationKey(northwind);
const of = (templateId: string, at: string) => ({ publications: { [key]: { templateId, at } } });

/** A backup is restored beside a changed theme: of each link that is left out, the report has to tell. */
describe('the links that a restore leaves out', () => {
  const [january, february] = ['2026-01-05T00:00:00.000Z', '2026-02-05T00:00:00.000Z'];
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
});

/**
 * A backup has a theme with a link; the theme of the library is a newer Foyer's, which can't be given it, and
 * has none. What is restored beside it has none either: that is told.
 */
describe('a link for a theme of a newer Foyer', () => {
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
    if (owner === undefined) expect(leftLink).toBe('readOnly');
  });
});

/**
 * "A theme that has lost the link to its template gets it back, even if you keep both, unless another theme was published
 * or linked to that template later; a link that is left out is in the report." A theme's file has a link to a template
 * that another theme has by now: it is published nowhere. Published anew it got a template of its own, and was backed up.
 * Then its file was put back as it was before that (from the computer's own backup), and Foyer's backup is restored.
 */
describe('a theme whose file has a link that waits', () => {
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
});

/** A backup of another computer brings a theme that was published there under another template. */
describe('a theme that was published there under another template', () => {
  it('which stays with the copy that is restored beside the theme', async () => {
    const { library, document, id } = await libraryOfOne(of('here', '2026-01-05T00:00:00.000Z'));
    const theme = { ...newTheme(), customCss: '/* there */' };
    const given = { ...document, ...of('there', '2026-02-05T00:00:00.000Z'), theme };
    const restored = await library.putBack(given, 'keepBoth');
    expect(restored).toMatchObject({ outcome: 'keptBoth' });
    expect(await library.withTemplate(key, 'here')).toBe(id);
    expect(await library.withTemplate(key, 'there')).toBe('id' in restored ? restored.id : '');
  });
});
