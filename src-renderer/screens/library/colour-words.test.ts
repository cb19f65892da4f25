import { describe, expect, it } from 'vitest';
import { colourWord } from './colour-words';

describe('the word of a colour', () => {
  it.each([
    ['#0042DA', 'blue'],
    ['#FF8E21', 'orange'],
    ['#0F766E', 'teal'],
    ['#FFFFFF', 'white'],
    ['#fff', 'white'],
    ['#111', 'black'],
    ['#9095A0', 'grey'],
    ['#7C3AED', 'purple'],
    ['#DB2777', 'pink'],
    ['#DC2626', 'red'],
    ['#16A34A80', 'green'],
    ['#FACC15', 'yellow'],
    ['#78350F', 'brown'],
  ])('%s is %s', (colour, word) => {
    expect(colourWord(colour)).toBe(word);
  });

  it.each(['', 'teal', 'rgb(1,2,3)', '#12', '#12345'])('%s has none', (text) => {
    expect(colourWord(text)).toBeUndefined();
  });
});
