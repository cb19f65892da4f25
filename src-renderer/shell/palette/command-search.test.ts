import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { match, pieces } from './command-search';

const marked = (query: string, label: string): string | null => {
  const found = match(query, { label });
  return (
    found &&
    pieces(label, found.ranges)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('')
  );
};

describe('match', () => {
  it.each([
    ['set', 'Settings', '[Set]tings'],
    ['theme', 'New theme', 'New [theme]'],
    ['theme new', 'New theme', '[New] [theme]'],
    ['nt', 'New theme', '[N]ew [t]heme'],
    ['ttin', 'Settings', 'Se[ttin]gs'],
    ['setng', 'Settings', '[Set]ti[ng]s'],
    ['cafe', 'Café Münster', '[Café] Münster'],
    ['MUN', 'Café Münster', 'Café [Mün]ster'],
    ['', 'Settings', 'Settings'],
    ['cut & paste', 'Cut & paste', '[Cut] [&] [paste]'],
  ])('%s in %s', (query, label, expected) => {
    expect(marked(query, label)).toBe(expected);
  });

  it.each([
    ['x', 'Settings'],
    ['e', 'Settings'],
    ['sgs', 'Show the log folder'],
    ['new billing', 'New theme'],
  ])('%s is not in %s', (query, label) => {
    expect(marked(query, label)).toBeNull();
  });

  it('finds by other words, without a mark', () => {
    const command = { label: 'Change the plan', context: 'Kestrel', keywords: ['subscription'] };
    expect(match('subs', command)).toMatchObject({ ranges: [] });
    expect(match('plan kestrel', command)?.ranges).toEqual([[11, 15]]);
  });

  it('likes a start better than a part, and a shorter label of equals', () => {
    const score = (query: string, label: string) => match(query, { label })?.score ?? 0;
    expect(score('book', 'Booking')).toBeGreaterThan(score('book', 'Show themes tagged Booking'));
    expect(score('book', 'My booking')).toBeGreaterThan(score('book', 'Notebooks'));
    expect(score('book', 'Booking')).toBeGreaterThan(score('book', 'Booking, evening'));
  });

  it('finds every label by itself, marks what is there, and never fails', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (query, label) => {
          if (label.trim() !== '') expect(match(label, { label })).not.toBeNull();
          const found = match(query, { label });
          const text = pieces(label, found?.ranges ?? []).map((piece) => piece.text);
          expect(text.join('')).toBe(label);
        },
      ),
    );
  });
});
