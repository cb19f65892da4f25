import { describe, expect, it } from 'vitest';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { nameFromFile } from '../../features/picture-colours/themes-from-pictures';
import { sampleSummary } from '../../testing/sample-summaries';
import { foundThemes } from './meant-query';
import { findable, searchedThemes } from './shown-themes';

/** A colour is mistyped in the search: that is forgiven, as the guide says, like a slip in a name, a tag or a font. */
describe('a mistyped colour', () => {
  const purple = withThemeField(newTheme(), {
    field: 'chat.hostBubbles.backgroundColor',
    value: '#7A28C9',
  });
  const themes = [
    sampleSummary('Harbour', { theme: purple }),
    sampleSummary('Osteria', { tags: ['Booking'] }),
  ].map((theme) => findable(theme));

  const found = (query: string) =>
    foundThemes(themes, query, null).themes.map(({ theme }) => theme.name);

  it.each([
    ['the control: the colour as it is called', 'purple', 'Harbour'],
    ['the control: a name', 'harbuor', 'Harbour'],
    ['the control: a tag', 'bookign', 'Osteria'],
    ['a letter left out', 'puple', 'Harbour'],
    ['a letter too much', 'purrple', 'Harbour'],
    ['another letter', 'purble', 'Harbour'],
  ])('%s', (_what, query, name) => {
    expect(found(query)).toEqual([name]);
  });
});

/**
 * A theme is named after the file that it came from. macOS gives the names of files decomposed (NFD): a syllable of
 * Korean in two or three letters, an umlaut in two. A person types them composed, as every keyboard does, and
 * the library finds nothing.
 */
describe('a name that is written decomposed', () => {
  /** What the library shows for a search. */
  function found(name: string, query: string): string[] {
    const themes = [sampleSummary(name), sampleSummary('Harbour')].map(findable);
    return foundThemes(themes, query, null).themes.map(({ theme }) => theme.name.normalize('NFC'));
  }

  describe.each([
    ['부산', '부산'],
    ['süd', 'Süd'],
    ['ガーデン', 'ガーデン'],
  ])('a theme of the picture %s.jpg', (query, name) => {
    it('is found by its name where the file’s is composed: the control', () => {
      const given = nameFromFile(`${query}.jpg`.normalize('NFC')) ?? '';
      expect(found(given, query.normalize('NFC'))).toEqual([name]);
    });
    it('is found by its name where the file’s is decomposed', () => {
      const given = nameFromFile(`${query}.jpg`.normalize('NFD')) ?? '';
      expect(given).toBe(name);
      expect(found(given, query.normalize('NFC'))).toEqual([name]);
    });
    it('is found where it came decomposed from elsewhere, with a slip, too', () => {
      expect(found(name.normalize('NFD'), query.normalize('NFC'))).toEqual([name]);
      expect(found(`${name} Promenade`.normalize('NFD'), 'pronemade')).toEqual([
        `${name} Promenade`,
      ]);
    });
  });

  it('finds what is typed decomposed, sign by sign', () => {
    const themes = [sampleSummary('Süd')].map(findable);
    const typed = 'süd'.normalize('NFD');
    const counts = [...typed].map(
      (_sign, at) => searchedThemes(themes, typed.slice(0, at + 1), null).length,
    );
    expect(counts).toEqual([1, 0, 1, 1]);
  });
});
