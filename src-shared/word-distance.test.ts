import { expect, it } from 'vitest';
import { stepsBetween } from './word-distance';

it.each([
  ['kestrel', 'kestrel', 0],
  ['kestral', 'kestrel', 1],
  ['kesterl', 'kestrel', 1],
  ['kestel', 'kestrel', 1],
  ['', 'abc', 3],
  ['harbor', 'harbour', 1],
  ['fern', 'osteria', 5],
])('from %s to %s it is %d', (one, other, steps) => {
  expect(stepsBetween(one, other)).toBe(steps);
  expect(stepsBetween(other, one)).toBe(steps);
});
