import { expect, it } from 'vitest';
import { steppedChats } from './stepped-chats';

it.each([
  ['0', 1, 1],
  ['9', 1, 10],
  ['10', 1, 20],
  [' 500 ', 1, 600],
  ['2000', 1, 2_500],
  ['2000', -1, 1_500],
  ['1000', -1, 900],
  ['100', -1, 90],
  ['10', -1, 9],
  ['0', -1, 0],
  ['', 1, 0],
  ['', -1, 0],
  ['-3', -1, -3],
  ['1,500', 1, undefined],
  ['2 000', 1, undefined],
  ['2.000', -1, undefined],
  ['many', -1, undefined],
] as const)('from “%s” by %d it is %s', (typed, by, next) => {
  expect(steppedChats(typed, by)).toBe(next);
});
