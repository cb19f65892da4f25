import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges, themeDifferences } from './comparison';
import { withThemeField } from './change-theme';
import { newTheme } from './theme';

describe('the difference between two themes', () => {
  it('is none between a theme and its copy, whatever undocumented fields they have', () => {
    expect(themeDifferences(newTheme(), { ...newTheme(), extra: 1 })).toEqual([]);
  });

  it('names the fields in the order of the theme, with both values', () => {
    let after = withThemeField(newTheme(), { field: 'roundness', value: null });
    after = withThemeField(after, { field: 'customCss', value: '.a{}' });
    after = withThemeField(after, { field: 'general.font', value: 'Inter' });
    expect(themeDifferences(newTheme(), after)).toEqual([
      { field: 'general.font', before: 'Open Sans', after: 'Inter' },
      { field: 'roundness', before: 'medium', after: null },
      { field: 'customCss', before: null, after: '.a{}' },
    ]);
  });

  it('takes an empty text for something else than none', () => {
    const empty = withThemeField(newTheme(), { field: 'customCss', value: '' });
    expect(themeDifferences(newTheme(), empty)).toHaveLength(1);
  });
});

describe('line changes', () => {
  it.each([
    ['', '', 0, 0],
    ['', 'a', 1, 0],
    ['', 'a\nb\n', 2, 0],
    ['a', 'a\n', 1, 0],
    ['a\nb', '', 0, 2],
    ['a\nb\nc', 'a\nx\nc', 1, 1],
    ['a\nb\nc', 'c\na\nb', 1, 1],
    ['a\nb', 'a\nb\nc\nd', 2, 0],
    ['a\na', 'a', 0, 1],
  ])('of %j to %j', (before, after, added, removed) => {
    expect(lineChanges(before, after)).toEqual({ added, removed });
  });

  it('add up, and never count more than there is', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed } = lineChanges(before.join('\n'), after.join('\n'));
        // The end of the last line is no line, unless only one of the two has it.
        const isEnded = [before, after].every((of) => /^$|\n$/u.test(of.join('\n')));
        const lines = (of: string[]): number =>
          of.join('\n') === '' ? 0 : of.length - (isEnded ? 1 : 0);
        expect(lines(before) - removed).toBe(lines(after) - added);
        expect(lines(before)).toBeGreaterThanOrEqual(removed);
        expect(lines(after)).toBeGreaterThanOrEqual(added);
        expect(lineChanges(after.join('\n'), before.join('\n'))).toEqual({
          added: removed,
          removed: added,
        });
      }),
    );
  });

  it('of two large texts stay bounded', () => {
    const large = (mark: string): string =>
      Array.from({ length: 50_000 }, (_, line) => `${mark}${String(line)}`).join('\n');
    expect(lineChanges(large('a'), large('b'))).toEqual({ added: 50_000, removed: 50_000 });
  });
});
