import { describe, expect, it } from 'vitest';
import { colourAsHex, composite, isHexColour, parseColour, toHex } from './colour';

describe('colourAsHex', () => {
  it.each([
    ['#E2703A', '#E2703A'],
    ['#e2703a', '#E2703A'],
    ['#abc', '#AABBCC'],
    ['#abcd', '#AABBCCDD'],
    ['#11223380', '#11223380'],
    ['tomato', '#FF6347'],
    ['  Tomato ', '#FF6347'],
    ['rebeccapurple', '#663399'],
    ['transparent', '#00000000'],
    ['rgb(226, 112, 58)', '#E2703A'],
    ['rgb(226 112 58 / 50%)', '#E2703A80'],
    ['rgba(255,0,0,1)', '#FF0000'],
    ['rgb(300 0 0)', '#FF0000'],
    ['hsl(0 100% 50%)', '#FF0000'],
    ['hsl(120deg, 100%, 25%)', '#008000'],
    ['hwb(0 0% 0%)', '#FF0000'],
    ['oklch(1 0 0)', '#FFFFFF'],
    ['RGB(226, 112, 58)', '#E2703A'],
    ['Hsl(120DEG NONE 50%)', '#808080'],
  ])('%s is %s', (text, hex) => {
    expect(colourAsHex(text)).toBe(hex);
  });

  it.each([
    '',
    ' ',
    'orangish',
    '#12345',
    '1d3340',
    '1D3340',
    'var(--brand)',
    'url(https://example.com/a.png)',
    'linear-gradient(red, blue)',
    'red; background: blue',
    'currentcolor',
    'inherit',
    'constructor',
    '__proto__',
    'rgb()',
  ])('%j is no colour', (text) => {
    expect(colourAsHex(text)).toBeUndefined();
  });
});

describe('isHexColour', () => {
  it.each(['#abc', '#abcd', '#A1B2C3', '#A1B2C3D4'])('%s is one', (text) => {
    expect(isHexColour(text)).toBe(true);
  });
  it.each(['abc', '#ab', '#abcde', ' #abc', '#abc ', 'tomato', '#ggg', ''])(
    '%j is none',
    (text) => {
      expect(isHexColour(text)).toBe(false);
    },
  );
});

describe('composite', () => {
  it('mixes a translucent colour with what lies under it', () => {
    const half = parseColour('#00000080');
    const white = parseColour('#fff');
    expect(half && white && toHex(composite(half, white))).toBe('#7F7F7F');
  });
});
