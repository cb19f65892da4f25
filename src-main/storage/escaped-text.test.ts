import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRead, createEscapedTextSearch, replaceAsRead, withoutOverlaps } from './escaped-text';

function placesOf(text: string, within: string): string[] {
  const search = createEscapedTextSearch();
  search.add(text);
  return withoutOverlaps(search.find(within)).map(({ start, end }) => within.slice(start, end));
}

const hex = (character: string) => (character.codePointAt(0) ?? 0).toString(16);
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const units = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** How one character can be written down. */
const escapes: readonly ((character: string) => string)[] = [
  (character) => character,
  units,
  (character) => units(character).toUpperCase().replaceAll('\\U', '\\u'),
  (character) => `\\u{${hex(character)}}`,
  (character) => `\\${units(character)}`,
  (character) => `&#x${hex(character).toUpperCase()};`,
  (character) => `&#${String(character.codePointAt(0))};`,
  (character) => `&amp;#x${hex(character)};`,
  (character) => `\\u0026#x${hex(character)};`,
  encodeURIComponent,
  (character) => encodeURIComponent(character).replace(/%../gu, (code) => code.toLowerCase()),
  (character) => encodeURIComponent(encodeURIComponent(character)),
  (character) => (character === '/' ? '\\/' : character),
  (character) => (character === '/' ? '\\\\\\/' : character),
  json,
  (character) => json(json(character)),
  (character) =>
    character
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll('/', '&sol;'),
];

describe('a text in its escapes', () => {
  it('is found whole, each character in an escape of its own', () => {
    const character = fc.constantFrom(...'aZ09/+=\\"\'&%<>;: #xué€😀');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(character, fc.constantFrom(...escapes)), { minLength: 2, maxLength: 30 }),
        (written) => {
          const text = written.map(([one]) => one).join('');
          const escaped = written.map(([one, escape]) => escape(one)).join('');
          const search = createEscapedTextSearch();
          search.add(text);
          // It may be read longer than it is where it is ambiguous, never shorter.
          const [found] = search.find(`(${escaped})`);
          expect(found).toMatchObject({ start: 1 });
          expect(found?.end).toBeGreaterThanOrEqual(escaped.length + 1);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is not found in what only looks like it', () => {
    expect(placesOf('secret/1', 'secret 1, secret%201, secret\\u002d1')).toEqual([]);
    expect(placesOf('a&b', 'a&amp b, a%2 6b')).toEqual([]);
  });

  it('is found longest, and what overlaps is one place', () => {
    const search = createEscapedTextSearch();
    for (const text of ['abcd', 'abcdef', 'efgh']) search.add(text);
    expect(search.find('abcdefgh')).toEqual([
      { start: 0, end: 6, text: 'abcdef' },
      { start: 4, end: 8, text: 'efgh' },
    ]);
    expect(withoutOverlaps(search.find('abcdefgh'))).toMatchObject([{ start: 0, end: 8 }]);
  });

  it.each(['\\', '%25', '&amp;', '%c3', '\\u', '&#', 'a'])(
    'is looked for in time that grows with the text, in a text of nothing but %s',
    (part) => {
      const search = createEscapedTextSearch();
      search.add('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab');
      // Time that grows with its square would run into the test's limit.
      expect(search.find(part.repeat(200_000 / part.length))).toEqual([]);
    },
  );
});

it('many texts that begin alike are looked for in time that grows with the text', () => {
  const search = createEscapedTextSearch();
  const all = Array.from(
    { length: 20_000 },
    (_, index) => `https://pay.example/c/${String(index)}x`,
  );
  for (const text of all) search.add(text);
  // Time that grows with its square would run into the test's limit.
  expect(search.find(all.join(' ')).map(({ text }) => text)).toEqual(all);
});

describe('a text as it reads', () => {
  it.each([
    ['a\\nb\\\\tc', 'a\nb\tc'],
    ['1&nbsp;2\\u00a03%C2%A04&amp;ndash;5', '1\u00a02\u00a03\u00a04\u20135'],
    ['\\ud83d\\ude00%2B&#43;+', '😀+++'],
    ['J&uuml;rgen&amp;Aacute;&Oslash;&szlig;', 'JürgenÁØß'],
    ['&uml;&xuml &guml', '&uml;&xuml &guml'],
    ['100% &#34 &#9999999; %zz \\', '100% &#34 &#9999999; %zz \\'],
  ])('has the escapes of %s resolved', (text, read) => {
    expect(asRead(text).read).toBe(read);
  });

  it('keeps what a replacement leaves as it was written', () => {
    const masked = (found: string) => found.replace(/\d/gu, '•');
    expect(replaceAsRead('a\\n1&ndash;&#50; 😀\\n', /\d.\d/gu, masked)).toBe('a\\n•&ndash;• 😀\\n');
    expect(replaceAsRead('a\\n1&ndash;&#50; 😀', /\d.\d/gu, () => '•')).toBe('a\\n• 😀');
  });

  it.each(['\\', '%25', '&amp;', '%c3', '\\u', '&#', '1', '+1 '])(
    'is read in time that grows with the text, in a text of nothing but %s',
    (part) => {
      // Time that grows with its square would run into the test's limit.
      const text = part.repeat(200_000 / part.length);
      expect(asRead(text).starts.at(-1)).toBeLessThan(text.length);
    },
  );
});
