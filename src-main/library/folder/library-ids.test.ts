import { expect, it } from 'vitest';
import { LibraryIds } from './library-ids';

function counted(): LibraryIds {
  let count = 0;
  return new LibraryIds(() => (count += 1));
}

it('a library is the same one where it was moved, and not the one in its old folder', () => {
  const ids = counted();
  const first = ids.of('/one');
  ids.moved('/one', '/two');
  expect(ids.isIn(first, '/two')).toBe(true);
  expect(ids.isIn(first, '/one')).toBe(false);
  const other = ids.of('/one');
  expect(ids.isIn(other, '/two')).toBe(false);
  ids.moved('/two', '/three');
  expect(ids.isIn(first, '/three')).toBe(true);
});

it('two are one where one was moved into the folder of the other', () => {
  const ids = counted();
  const [first, second] = [ids.of('/one'), ids.of('/two')];
  ids.moved('/one', '/two');
  expect(ids.isIn(first, '/two')).toBe(true);
  expect(ids.isIn(second, '/two')).toBe(true);
  expect(ids.idsIn('/two')).toEqual([first, second]);
  expect(ids.idsIn('/one')).not.toContain(first);
});

it('two never count as each other', () => {
  const ids = counted();
  const [first, second, third] = [ids.of('/one'), ids.of('/two'), ids.of('/three')];
  ids.counts(first, second);
  ids.counts(second, third);
  ids.counts(third, first);
  ids.counts(first, first);
  expect(ids.idsIn('/three')).toEqual([third, first, second]);
});
