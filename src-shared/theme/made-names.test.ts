import { describe, expect, it } from 'vitest';
import { freeName, ownName } from './made-names';

const after = (name: string) => `${name} (your version)`;
const before = (name: string) => `Your version of ${name}`;
const conflictOf = { id: 'other', name: 'Harbour' };

describe('the own name of a conflict copy', () => {
  it.each(['Harbour', 'Autumn', 'Autumn 2', 'Autumn (your version)', 'x'.repeat(150)])(
    'is the one that it was made of: %s',
    (name) => {
      for (const conflict of [after, before]) {
        const made = freeName(conflict(name), () => false);
        expect(ownName({ name: made, conflictOf }, conflict)).toBe(name);
      }
    },
  );

  it('is the one that it was made of where that was taken', () => {
    for (const name of ['Harbour', 'Autumn']) {
      const made = freeName(after(name), (each) => each === after(name));
      expect(made).toMatch(/ 2$/u);
      expect(ownName({ name: made, conflictOf }, after)).toBe(name);
    }
  });

  it('is the one of both, where it is too long for the whole of what is made', () => {
    const long = 'x'.repeat(200);
    const made = freeName(after(long), (name) => name === long);
    const copy = { name: made, conflictOf: { ...conflictOf, name: long } };
    expect(ownName(copy, after)).toBe(long);
  });

  it.each(['Harbour', 'Autumn', 'Autumn 2', 'Autumn (my version)', '(your version)'])(
    'is the one that it has, where Foyer gave it none: %s',
    (name) => {
      expect(ownName({ name, conflictOf }, after)).toBe(name);
    },
  );

  it('is the one of both, though that looks like one that Foyer gave', () => {
    const kept = after('Harbour');
    const copy = { name: kept, conflictOf: { ...conflictOf, name: kept } };
    expect(ownName(copy, after)).toBe(kept);
  });
});
