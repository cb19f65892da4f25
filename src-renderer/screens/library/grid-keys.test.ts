import { expect, it } from 'vitest';
import { nextCard } from './grid-keys';

// 0 1 2
// 3 4 5
// 6 7
const grid = { count: 8, columns: 3, rowsOnScreen: 2 };

it.each([
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, 7],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 7],
  ['ArrowDown', 7, 7],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['Home', 5, 3],
  ['End', 3, 5],
  ['End', 6, 7],
  ['PageDown', 0, 6],
  ['PageDown', 2, 7],
  ['PageUp', 7, 1],
  ['PageUp', 4, 1],
])('%s from %i goes to %i', (key, from, to) => {
  expect(nextCard(key, from, grid, false)).toBe(to);
});

it('goes to the very ends with Ctrl', () => {
  expect(nextCard('Home', 7, grid, true)).toBe(0);
  expect(nextCard('End', 0, grid, true)).toBe(7);
});

it('leaves other keys and an empty grid alone', () => {
  expect(nextCard('a', 0, grid, false)).toBeNull();
  expect(nextCard('ArrowDown', 0, { ...grid, count: 0 }, false)).toBeNull();
});
