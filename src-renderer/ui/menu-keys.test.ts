import { describe, expect, it } from 'vitest';
import { itemFor } from './menu-keys';

const labels = ['Rename', 'Duplicate', 'Delete', 'Éclair'];

describe('itemFor', () => {
  it.each([
    ['ArrowDown', -1, '', 0],
    ['ArrowDown', 3, '', 0],
    ['ArrowUp', -1, '', 3],
    ['ArrowUp', 0, '', 3],
    ['ArrowUp', 2, '', 1],
    ['Home', 2, '', 0],
    ['End', 0, '', 3],
    // A letter goes round those that begin with it.
    ['d', 0, 'd', 1],
    ['d', 1, 'd', 2],
    ['d', 2, 'd', 1],
    // More letters stay where they fit.
    ['e', 1, 'de', 2],
    ['u', 1, 'du', 1],
    ['É', 0, 'É', 3],
    ['x', 0, 'x', undefined],
    ['Shift', 0, '', undefined],
  ])('%s from %i', (key, at, typed, to) => {
    expect(itemFor(key, labels, at, typed)).toBe(to);
  });

  it('leads nowhere in a menu without items', () => {
    expect(itemFor('ArrowDown', [], -1, '')).toBeUndefined();
  });
});
