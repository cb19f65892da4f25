import { parseColour } from '@shared/theme/colour';
import { leastReadable, themeContrasts } from '@shared/theme/contrast';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paletteOf } from './palette-of';
import { themeColours } from './theme-colours';

/** Pixels: each colour as often as it says. */
function picture(...colours: [hex: string, count: number][]): Uint8ClampedArray {
  return new Uint8ClampedArray(
    colours.flatMap(([hex, count]) => {
      const { r, g, b, alpha } = parseColour(hex) ?? { r: 0, g: 0, b: 0, alpha: 0 };
      const pixel = [r, g, b, alpha].map((channel) => Math.round(channel * 255));
      return Array.from({ length: count }, () => pixel).flat();
    }),
  );
}

describe('paletteOf', () => {
  it('gives a picture’s colours, the commonest first', () => {
    const colours = paletteOf(picture(['#1B4332', 60], ['#F4E9D8', 300], ['#D1495B', 20]));
    expect(colours.map(({ hex }) => hex)).toEqual(['#F4E9D8', '#1B4332', '#D1495B']);
    expect(colours[0]?.share).toBeCloseTo(300 / 380);
  });

  it('takes nearly the same for the same, and a speck for nothing', () => {
    const colours = paletteOf(picture(['#102030', 5000], ['#112131', 5000], ['#FF0000', 3]));
    expect(colours).toHaveLength(1);
  });

  it('gives at most eight', () => {
    const many = Array.from({ length: 300 }, (_, at): [string, number] => [
      `#${((at * 7_654_321) % 0xffffff).toString(16).padStart(6, '0')}`,
      10,
    ]);
    const { length } = paletteOf(picture(...many));
    expect(length).toBeGreaterThanOrEqual(5);
    expect(length).toBeLessThanOrEqual(8);
  });

  it('sees nothing in what is transparent', () => {
    expect(paletteOf(picture(['#FF000000', 50]))).toEqual([]);
    expect(paletteOf(new Uint8ClampedArray())).toEqual([]);
  });
});

describe('themeColours', () => {
  it('puts the strongest on the buttons', () => {
    const edits = themeColours(paletteOf(picture(['#F4F1EA', 400], ['#0B6623', 50])));
    expect(edits).toContainEqual({ field: 'chat.buttons.backgroundColor', value: '#0B6623' });
    expect(edits).toContainEqual({ field: 'general.background.type', value: 'Color' });
  });

  it('gives none for none', () => {
    expect(themeColours([])).toEqual([]);
  });

  it('can always be read', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((colour) => `#${colour.toString(16).padStart(6, '0').toUpperCase()}`);
    const colour = fc.record({ hex, share: fc.double({ min: 0.01, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(colour, { minLength: 1, maxLength: 8 }), (colours) => {
        const theme = themeColours(colours).reduce(withThemeField, newTheme());
        for (const { text, ratio } of themeContrasts(theme)) {
          expect(ratio ?? 0, text).toBeGreaterThanOrEqual(leastReadable);
        }
      }),
      { numRuns: 300 },
    );
  });
});
