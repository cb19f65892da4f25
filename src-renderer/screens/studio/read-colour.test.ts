import { describe, expect, it } from 'vitest';
import { finishedColour, nearestColour, typedColour } from './read-colour';

describe('typedColour', () => {
  it.each([
    ['3B7A57', '#3B7A57'],
    ['#3b7a57', '#3B7A57'],
    [' 3b7a5780 ', '#3B7A5780'],
    ['abc', '#AABBCC'],
    ['tomato', '#FF6347'],
    ['rgb(59 122 87 / 50%)', '#3B7A5780'],
    ['hsl(120deg, 100%, 25%)', '#008000'],
  ])('%s is %s', (text, hex) => {
    expect(typedColour(text)).toBe(hex);
  });
  it.each(['', '#', '#3B7A5', 'orangish', 'var(--brand)'])('%j is none', (text) => {
    expect(typedColour(text)).toBeUndefined();
  });
});

describe('finishedColour', () => {
  it.each(['#', '#3', '#3B', '#3B7', '#3B7A', '#3B7A5', 'abc', 'rgb(1, 2', '#3B7A578'])(
    '%s is on the way',
    (text) => {
      expect(finishedColour(text)).toBeUndefined();
    },
  );
  it.each([
    ['#3B7A57', '#3B7A57'],
    ['3B7A57', '#3B7A57'],
    ['#3B7A5780', '#3B7A5780'],
    ['red', '#FF0000'],
    ['rgb(1, 2, 3)', '#010203'],
  ])('%s is %s', (text, hex) => {
    expect(finishedColour(text)).toBe(hex);
  });
});

describe('nearestColour', () => {
  it.each([
    ['#3B7A5', '#3B7A55'],
    ['#3B7A578', '#3B7A57'],
    ['##3B7A57', '#3B7A57'],
    ['0x3B7A57', '#3B7A57'],
    ['#3B7AO7', '#3B7A07'],
    ['#3G7A57', '#37A577'],
    ['f', '#FFFFFF'],
    ['#8', '#888888'],
    ['color: #3B7A57;', '#3B7A57'],
    ['"tomato"', '#FF6347'],
    ['rgb(59, 122, 87', '#3B7A57'],
    ['rgb 59 122 87', '#3B7A57'],
    ['59, 122, 87', '#3B7A57'],
    ['--brand-rgb: 59, 122, 87;', '#3B7A57'],
    ['R: 59 G: 122 B: 87', '#3B7A57'],
    ['HSL 200 50% 50%', '#4095BF'],
    ['light blue', '#ADD8E6'],
    ['orangish', '#FFA500'],
    ['tomatoe', '#FF6347'],
    ['var(--brand, #3B7A57)', '#3B7A57'],
  ])('of %s is %s', (text, hex) => {
    expect(nearestColour(text)).toBe(hex);
  });
  it.each([
    'xyzzy',
    'var(--brand)',
    '#',
    '?',
    'the colour of the sea',
    'HSB: 200, 50, 50',
    'lab 50 20 20',
    '20% 30% 40%',
  ])('there is none of %j', (text) => {
    expect(nearestColour(text)).toBeUndefined();
  });
});
