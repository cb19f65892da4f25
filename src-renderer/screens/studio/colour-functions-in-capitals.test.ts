/**
 * Colours are pasted as other programs copy them: the names of CSS's functions may be in capitals, and a browser
 * paints such a colour. The studio refuses it, and offers another colour as what was meant.
 */
import { colourAsHex } from '@shared/theme/colour';
import { expect, it } from 'vitest';
import { nearestColour, typedColour } from './read-colour';

it.each([
  ['hsl(200, 50%, 50%)', '#4095BF'],
  ['rgb(59, 122, 87)', '#3B7A57'],
  ['TOMATO', '#FF6347'],
])('the control: %s is %s', (text, hex) => {
  expect(typedColour(text)).toBe(hex);
});

it.each([
  ['HSL(200, 50%, 50%)', '#4095BF'],
  ['RGB(59, 122, 87)', '#3B7A57'],
  ['Rgba(59, 122, 87, 50%)', '#3B7A5780'],
])('%s is %s', (text, hex) => {
  expect(typedColour(text)).toBe(hex);
});

it('a theme’s own text in capitals is the colour that the chat shows', () => {
  expect(colourAsHex('RGB(59, 122, 87)')).toBe('#3B7A57');
});

it.each([
  // A blue; not `rgb(200, 50, 50)`, a red.
  ['HSL(200, 50%, 50%)', '#4095BF'],
  ['color: HSL(200, 50%, 50%);', '#4095BF'],
])('what is offered for %s is %s', (text, hex) => {
  expect(nearestColour(text)).toBe(hex);
});

it.each(['hsb(200, 50%, 50%)', 'hsv(200, 50%, 50%)', 'lab(50% 20 20)'])(
  'the numbers of %s are not taken for red, green and blue',
  (text) => {
    expect(nearestColour(text)).not.toBe('#C83232');
    expect(nearestColour(text)).not.toBe('#321414');
  },
);
