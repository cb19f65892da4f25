import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges } from './comparison';
import { lineRows } from './line-rows';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${String(at)}`);

describe('lineRows', () => {
  it('stands what was replaced beside what replaced it', () => {
    expect(lineRows('a\nb\nc', 'a\nB\nc\nd')).toEqual([
      { kind: 'same', before: { number: 1, text: 'a' }, after: { number: 1, text: 'a' } },
      { kind: 'changed', before: { number: 2, text: 'b' }, after: { number: 2, text: 'B' } },
      { kind: 'same', before: { number: 3, text: 'c' }, after: { number: 3, text: 'c' } },
      { kind: 'added', before: null, after: { number: 4, text: 'd' } },
    ]);
    expect(lineRows('', '')).toEqual([]);
    expect(lineRows('', 'a\n')).toHaveLength(1);
    expect(lineRows('a', 'a\n')).toMatchObject([{ kind: 'same' }, { kind: 'added' }]);
    expect(lineRows('a', '')).toEqual([
      { kind: 'removed', before: { number: 1, text: 'a' }, after: null },
    ]);
  });

  it('leaves out what is far from any change', () => {
    const lines = numbered(40);
    const rows = lineRows(
      lines.join('\n'),
      [...lines.slice(0, 20), 'new', ...lines.slice(20)].join('\n'),
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'gap',
      'same',
      'same',
      'same',
      'added',
      'same',
      'same',
      'same',
      'gap',
    ]);
    expect(rows[0]).toEqual({ kind: 'gap', count: 17 });
  });

  it('is one gap where nothing changed', () => {
    expect(lineRows('a\nb', 'a\nb')).toEqual([{ kind: 'gap', count: 2 }]);
  });

  it('loses no line of either side, and agrees with the count', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd e'), { maxLength: 14 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const before = one.join('\n');
        const after = other.join('\n');
        // Of equal texts nothing is shown.
        fc.pre(before !== after);
        const rows = lineRows(before, after, 100).filter((row) => row.kind !== 'gap');
        const side = (which: 'before' | 'after') =>
          rows.flatMap((row) => row[which]?.text ?? []).join('\n');
        const isEnded = [before, after].every((text) => text === '' || text.endsWith('\n'));
        const whole = (text: string) => (isEnded ? text.replace(/\n$/u, '') : text);
        expect(side('before')).toBe(whole(before));
        expect(side('after')).toBe(whole(after));
        const { added, removed } = lineChanges(before, after);
        const changed = rows.filter(({ kind }) => kind !== 'same');
        expect(changed.filter((row) => row.after).length).toBe(added);
        expect(changed.filter((row) => row.before).length).toBe(removed);
      }),
    );
  });

  it('takes texts that are too large for a table as replaced', () => {
    const before = numbered(3_000).join('\n');
    const after = numbered(3_000)
      .map((line) => `${line};`)
      .join('\n');
    expect(lineRows(before, after)).toHaveLength(3_000);
  });
});
