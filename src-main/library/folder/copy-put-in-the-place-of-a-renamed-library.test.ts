/**
 * A person renames the library's folder in the file manager and puts a copy under its old name, where Foyer finds it.
 * Then they choose the renamed one, and the copy again: a copy is another library.
 */
import { expect, it } from 'vitest';
import { knownLibraries } from '../testing/known-libraries';

it.each([
  ['the control: the renamed one is found before the copy', false],
  ['the copy is found first, at the old path', true],
])('the renamed library and the copy in its old place are two: %s', (_name, isCopyFirst) => {
  const libraries = knownLibraries();
  libraries.found('/themes', 'mark of the library');
  if (isCopyFirst) libraries.found('/themes', 'mark of the copy');
  libraries.found('/renamed', 'mark of the library');
  const own = libraries.of('/renamed');
  expect(libraries.isIn(own, '/themes')).toBe(false);
  libraries.found('/themes', 'mark of the copy');
  expect({
    own: libraries.isIn(own, '/renamed'),
    copy: libraries.isIn(own, '/themes'),
  }).toEqual({ own: true, copy: false });
});
