import { expect, it } from 'vitest';
import { steppedChats } from './stepped-chats';

it.each([
  [0, 1, 1],
  [9, 1, 10],
  [10, 1, 20],
  [500, 1, 600],
  [2_000, 1, 2_500],
  [2_000, -1, 1_500],
  [1_000, -1, 900],
  [100, -1, 90],
  [10, -1, 9],
  [0, -1, 0],
  [NaN, 1, 0],
  [NaN, -1, 0],
  [-3, -1, -3],
] as const)('from %d by %d it is %d', (typed, by, next) => {
  expect(steppedChats(typed, by)).toBe(next);
});
