import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownWords, readCommandLine } from './command-line';
import { readLink } from './links';

const asked = (...words: string[]) => readCommandLine(words).asked;

describe('the words for Foyer', () => {
  it('are those behind the program, and in development behind the app', () => {
    expect(ownWords(['/opt/foyer', 'list'], false)).toEqual(['list']);
    const argv = ['electron', '--no-sandbox', '-r', './loader.js', '/app', '--profile=/p', 'list'];
    expect(ownWords(argv, true)).toEqual(['--profile=/p', 'list']);
    expect(ownWords(['electron', '/app'], true)).toEqual([]);
  });
});

describe('the command line', () => {
  it.each<[string[], object]>([
    [[], { kind: 'open' }],
    [['--no-sandbox', '--lang=en'], { kind: 'open' }],
    [['open'], { kind: 'open' }],
    [['--help'], { kind: 'help' }],
    [['preview', '-h'], { kind: 'help' }],
    [['--version'], { kind: 'version' }],
    [['list'], { kind: 'list', json: false }],
    [['list', '--json'], { kind: 'list', json: true }],
    [['preview', 'Booking, evening'], { kind: 'preview', name: 'Booking, evening', json: false }],
    [
      ['preview', '--json', '--', '--odd name'],
      { kind: 'preview', name: '--odd name', json: true },
    ],
    [
      ['preview', '--bot', 'b', '--to=+44 1', '--group', 'g', '--connection=Northwind'],
      { kind: 'preview', botId: 'b', to: '+44 1', startGroupId: 'g', connection: 'Northwind' },
    ],
    [['preview', '--bot=b', '--to', '1'], { kind: 'preview', botId: 'b', to: '1' }],
  ])('%j', (words, expected) => {
    expect(asked(...words)).toMatchObject(expected);
  });

  it.each<[string[], object]>([
    [['publish'], { code: 'unknownCommand', word: 'publish' }],
    [['preview'], { code: 'nothingToStart' }],
    [['preview', ' '], { code: 'nothingToStart' }],
    [['preview', 'a', 'b'], { code: 'tooMuch' }],
    [['preview', 'a', '--to', '1'], { code: 'nameAndParts' }],
    [['preview', '--bot', 'b'], { code: 'missingOption', option: '--to' }],
    [['preview', '--to', '1'], { code: 'missingOption', option: '--bot' }],
    [['preview', '--bot', '--to', '1'], { code: 'missingValue', option: '--bot' }],
    [['preview', '--to='], { code: 'missingValue', option: '--to' }],
    [['preview', '--to', '1', '--to', '2', '--bot', 'b'], { code: 'tooMuch' }],
    [['preview', '--token=secret'], { code: 'unknownOption', option: '--token' }],
    [['list', 'all'], { code: 'tooMuch' }],
    [['open', '--json'], { code: 'unknownOption', option: '--json' }],
  ])('%j is no use of it', (words, reason) => {
    expect(asked(...words)).toEqual({ kind: 'wrongUse', reason });
  });

  it('obeys switches before a link, and none that stand in or behind it', () => {
    const evil = ['foyer://preview/x', '--profile=/evil', '--library=/evil', 'preview', 'Booking'];
    expect(readCommandLine(evil)).toEqual({
      profile: undefined,
      library: undefined,
      asked: { kind: 'link', link: 'foyer://preview/x' },
    });
    expect(readCommandLine(['--', ...evil]).profile).toBeUndefined();
    expect(readCommandLine(['--', '--profile=/evil']).profile).toBeUndefined();
    // The control: the same switch, where whoever starts the program wrote it.
    expect(readCommandLine(['--profile=/own', '--', ...evil])).toMatchObject({
      profile: '/own',
      asked: { kind: 'link' },
    });
  });
});

describe('links', () => {
  it.each<[string, object | undefined]>([
    ['foyer://preview/Booking%2C%20evening', { kind: 'shortcut', name: 'Booking, evening' }],
    ['FOYER://Preview/x/', { kind: 'shortcut', name: 'x' }],
    [
      'foyer://preview?bot=b%2F1&to=+44%201&group=g',
      { kind: 'preview', botId: 'b/1', to: '+44 1', startGroupId: 'g', connection: undefined },
    ],
    [
      'foyer://preview/?bot=b&to=1&connection=Northwind',
      { kind: 'preview', connection: 'Northwind' },
    ],
    ['foyer://theme/01a1fceb-825f-7273', { kind: 'theme', id: '01a1fceb-825f-7273' }],
    ['foyer://theme/../x', undefined],
    ['foyer://preview?bot=b', undefined],
    ['foyer://preview?bot=b&to=1&to=2', undefined],
    ['foyer://preview/%E0%A4%A', undefined],
    ['foyer://preview/a%0Ab', undefined],
    ['foyer://preview/a%E2%80%AEb', undefined],
    ['foyer://open/x', undefined],
    ['https://northwind.example/preview/x', undefined],
    [`foyer://preview/${'x'.repeat(5_000)}`, undefined],
  ])('%s', (link, target) => {
    const read = readLink(link);
    if (target) expect(read).toMatchObject(target);
    else expect(read).toBeUndefined();
  });
});

describe('10,000 odd ones', () => {
  const bit = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      ...[
        'preview',
        'list',
        'open',
        '--',
        '--bot',
        '--to',
        '--json',
        '--profile=/evil',
        '%2e',
        '..',
      ],
      ...[
        '--no-sandbox',
        '--inspect',
        'bot=',
        '&to=',
        '?',
        '#',
        '/',
        '%',
        '\0',
        '"',
        ' --profile=/e',
      ],
    ),
  );
  const link = fc
    .tuple(
      fc.constantFrom(
        'foyer:',
        'foyer://',
        'FOYER://preview',
        'foyer://preview?',
        'foyer://theme/',
      ),
      fc.array(bit, { maxLength: 6 }),
    )
    .map(([scheme, bits]) => scheme + bits.join(''));

  it('links name nothing but what is shown', () => {
    fc.assert(
      fc.property(link, (text) => {
        const target = readLink(text);
        if (target?.kind === 'theme') expect(target.id).toMatch(/^[\w-]+$/u);
        for (const value of Object.values(target ?? {})) {
          expect(String(value)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('command lines with a link in them send nothing and obey nothing of it', () => {
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 5 }), link, (after, text) => {
        const line = readCommandLine([text, ...after]);
        expect(line).toEqual({
          profile: undefined,
          library: undefined,
          asked: { kind: 'link', link: text },
        });
        expect(readCommandLine(['preview', ...after, text]).asked.kind).toBe('link');
      }),
      { numRuns: 10_000 },
    );
  });

  it('command lines send only what begins with the word for it', () => {
    let previews = 0;
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 6 }), (words) => {
        const { asked } = readCommandLine(words);
        if (asked.kind !== 'preview') return;
        previews += 1;
        expect(words.find((word) => !word.startsWith('-'))).toBe('preview');
      }),
      { numRuns: 10_000 },
    );
    // The control: some of them did mean something.
    expect(previews).toBeGreaterThan(10);
  });
});
