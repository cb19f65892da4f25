import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseColour, type Rgb } from './colour';
import { contrastRatio, leastReadable, nearestReadable, themeContrasts } from './contrast';
import { withThemeField } from './change-theme';
import type { ThemeEdit } from './fields';
import { newTheme, type Theme } from './theme';

const colour = (text: string): Rgb => {
  const parsed = parseColour(text);
  if (!parsed) throw new Error(`${text} is no colour`);
  return parsed;
};
const ratio = (one: string, other: string) => contrastRatio(colour(one), colour(other));
const themed = (...edits: ThemeEdit[]): Theme => edits.reduce(withThemeField, newTheme());
const of = (theme: Theme, text: string) =>
  themeContrasts(theme).find((contrast) => contrast.text === text);

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrastRatio', () => {
  // The ratios of the studio's picture and the two ends of the scale.
  it.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#FFFFFF', 1],
    ['#777777', '#FFFFFF', 4.48],
    ['#FFFFFF', '#E2703A', 3.2],
    ['#8A9AA5', '#FFFFFF', 2.9],
    ['#1D3340', '#DFE9F0', 10.7],
    ['#FFFFFF', '#1C5D80', 7.2],
    ['#1D3340', '#FFFFFF', 13.1],
  ])('%s and %s: %d', (one, other, expected) => {
    expect(ratio(one, other)).toBeCloseTo(expected, 1);
    expect(ratio(other, one)).toBe(ratio(one, other));
  });
});

describe('nearestReadable', () => {
  it('reaches the least ratio on every ground', () => {
    fc.assert(
      fc.property(hex, hex, (text, ground) => {
        const found = nearestReadable(text, ground);
        expect(found).toBeDefined();
        expect(ratio(found as string, ground)).toBeGreaterThanOrEqual(leastReadable);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves what can be read as it is', () => {
    expect(nearestReadable('#1D3340', '#DFE9F0')).toBe('#1D3340');
  });

  it('goes no further than it must', () => {
    const found = nearestReadable('#8A9AA5', '#FFFFFF') as string;
    expect(ratio(found, '#FFFFFF')).toBeLessThan(4.6);
  });

  it.each([
    ['no colour', '#FFFFFF'],
    ['#000000', 'no colour'],
    ['#000000', '#FFFFFF80'],
  ])('knows nothing of %s on %s', (text, ground) => {
    expect(nearestReadable(text, ground)).toBeUndefined();
  });
});

describe('themeContrasts', () => {
  const harbour = themed(
    { field: 'chat.hostBubbles.backgroundColor', value: '#DFE9F0' },
    { field: 'chat.hostBubbles.color', value: '#1D3340' },
    { field: 'chat.guestBubbles.backgroundColor', value: '#1C5D80' },
    { field: 'chat.buttons.backgroundColor', value: '#E2703A' },
    { field: 'chat.inputs.color', value: '#1D3340' },
    { field: 'chat.inputs.placeholderColor', value: '#8A9AA5' },
  );

  it('puts the hardest to read first', () => {
    expect(themeContrasts(harbour).map(({ text }) => text)).toEqual([
      'placeholder',
      'buttons',
      'guestBubbles',
      'hostBubbles',
      'inputs',
    ]);
  });

  it('darkens the ground of white words on a button', () => {
    const fix = of(harbour, 'buttons')?.fix;
    expect(fix?.field).toBe('chat.buttons.backgroundColor');
    expect(ratio('#FFFFFF', fix?.value as string)).toBeGreaterThanOrEqual(leastReadable);
  });

  it('darkens a placeholder, never the ground that it shares with the text', () => {
    const fix = of(harbour, 'placeholder')?.fix;
    expect(fix?.field).toBe('chat.inputs.placeholderColor');
    expect(of(harbour, 'inputs')?.fix).toBeNull();
  });

  it('judges a translucent ground on the page under it', () => {
    const glass = themed(
      { field: 'general.background.content', value: '#000000' },
      { field: 'chat.hostBubbles.backgroundColor', value: '#FFFFFF00' },
      { field: 'chat.hostBubbles.color', value: '#FFFFFF' },
    );
    expect(of(glass, 'hostBubbles')?.ratio).toBeCloseTo(21, 1);
  });

  it('does not know what a picture does to a translucent ground', () => {
    const picture = themed(
      { field: 'general.background.type', value: 'Image' },
      { field: 'chat.hostBubbles.backgroundColor', value: '#FFFFFF80' },
    );
    expect(of(picture, 'hostBubbles')).toMatchObject({
      ratio: null,
      unknown: 'picture',
      fix: null,
    });
    expect(of(picture, 'guestBubbles')?.ratio).not.toBeNull();
  });

  it('does not know the page under a chat without a background', () => {
    const none = themed(
      { field: 'general.background.type', value: 'None' },
      { field: 'chat.hostBubbles.backgroundColor', value: 'rgba(255, 255, 255, 0.5)' },
    );
    expect(of(none, 'hostBubbles')).toMatchObject({ ratio: null, unknown: 'page' });
    expect(of(none, 'buttons')?.unknown).toBeNull();
  });

  it('judges a half-clear ground as it is seen, and the fix with it', () => {
    const half = themed(
      { field: 'general.background.content', value: '#000000' },
      { field: 'chat.hostBubbles.backgroundColor', value: '#ffffff80' },
      { field: 'chat.hostBubbles.color', value: '#808080' },
    );
    const found = of(half, 'hostBubbles');
    expect(found?.ratio).toBeLessThan(1.1);
    const fixed = withThemeField(half, found?.fix as ThemeEdit);
    expect(of(fixed, 'hostBubbles')?.ratio).toBeGreaterThanOrEqual(leastReadable);
  });

  it('judges a translucent text as it is seen', () => {
    const faint = themed({ field: 'chat.hostBubbles.color', value: '#00000020' });
    const found = of(faint, 'hostBubbles');
    expect(found?.ratio).toBeLessThan(2);
    expect(found?.fix?.field).toBe('chat.hostBubbles.color');
  });

  it('says nothing of a value that is no colour, and puts it last', () => {
    const odd = themed({ field: 'chat.buttons.color', value: 'brandish' });
    expect(themeContrasts(odd).at(-1)).toMatchObject({
      text: 'buttons',
      ratio: null,
      unknown: 'colour',
      fix: null,
    });
  });

  it('is readable after each fix, whatever the colours', () => {
    fc.assert(
      fc.property(hex, hex, hex, hex, (text, ground, button, placeholder) => {
        let theme = themed(
          { field: 'chat.hostBubbles.color', value: text },
          { field: 'chat.hostBubbles.backgroundColor', value: ground },
          { field: 'chat.buttons.backgroundColor', value: button },
          { field: 'chat.inputs.placeholderColor', value: placeholder },
        );
        for (const { fix } of themeContrasts(theme)) {
          if (fix) theme = withThemeField(theme, fix as ThemeEdit);
        }
        for (const contrast of themeContrasts(theme)) {
          expect(contrast.ratio).toBeGreaterThanOrEqual(leastReadable);
        }
      }),
      { numRuns: 100 },
    );
  });
});
