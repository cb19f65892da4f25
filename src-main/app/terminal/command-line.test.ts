import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attempt, expectControlToFail, faultSeed, times } from '../../testing/fault-tally';
import { mostFiles } from '@shared/theme/import-limits';
import { ownWords, readCommandLine } from './command-line';
import { readHandedStart } from './handed-start';
import { readLink } from '../links/link';

/** Somewhere with a file of one plain name in it. */
const folder = resolve('/home/jo/Übung 日本');
const caller = { folder, exists: (path: string) => path === resolve(folder, 'harbour') };
const read = (words: readonly string[]) => readCommandLine(words, caller);
const asked = (...words: string[]) => read(words).asked;

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
    // Windows' installers start a program to tell it something, and wait for its end.
    [['--squirrel-updated', '0.2.0'], { kind: 'nothing' }],
    [['--squirrel-firstrun'], { kind: 'open' }],
    [['--updated'], { kind: 'open' }],
    [['list'], { kind: 'list', json: false }],
    [['list', '--json'], { kind: 'list', json: true }],
    [['--json', 'list'], { kind: 'list', json: true }],
    [['--json', 'preview', 'Booking'], { kind: 'preview', name: 'Booking', json: true }],
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
    [['harbour.foyer', '--json'], { code: 'unknownOption', option: '--json' }],
    [['harbor'], { code: 'unknownCommand', word: 'harbor' }],
  ])('%j is no use of it', (words, reason) => {
    expect(asked(...words)).toMatchObject({ kind: 'usageError', reason });
  });

  it('obeys switches before a link, and none that stand in or behind it', () => {
    const evil = ['foyer://preview/x', '--profile=/evil', '--library=/evil', 'preview', 'Booking'];
    expect(read(evil)).toEqual({
      profile: undefined,
      library: undefined,
      asked: { kind: 'link', link: 'foyer://preview/x' },
    });
    expect(read(['--', ...evil]).profile).toBeUndefined();
    expect(read(['--', '--profile=/evil']).profile).toBeUndefined();
    // The control: the same switch, where whoever starts the program wrote it.
    expect(read(['--profile=/own', '--', ...evil])).toMatchObject({
      profile: resolve('/own'),
      asked: { kind: 'link' },
    });
  });
});

it('a folder is meant from where it was typed', () => {
  expect(read(['--profile=relative', '--library=../Themes', 'list'])).toMatchObject({
    profile: resolve(folder, 'relative'),
    library: resolve(folder, '..', 'Themes'),
  });
});

describe('files on the command line', () => {
  const at = (...names: string[]) => ({
    kind: 'files',
    files: names.map((name) => resolve(folder, name)),
    link: undefined,
  });
  it.each<[string, string[], object]>([
    ['by their ending, there or not', ['gone.foyer', 'b.JSON'], at('gone.foyer', 'b.JSON')],
    ['of any name, if something has it', ['harbour', 'x'], at('harbour', 'x')],
    ['by their folder', ['../x', './list'], at('../x', './list')],
    ['behind the dashes of a desktop file', ['--', '-odd.foyer', 'list'], at('-odd.foyer', 'list')],
    ['as addresses', [pathToFileURL(resolve(folder, 'ä b.foyer')).href], at('ä b.foyer')],
    ['of this computer by its name', ['file://localhost/a%20b.foyer'], at('/a b.foyer')],
    ['behind the command', ['open', '--profile=/p', 'x.foyer'], at('x.foyer')],
    ['and switches before them', ['--no-sandbox', '--hidden', 'x.foyer'], at('x.foyer')],
  ])('are known %s', (_how, words, expected) => {
    expect(asked(...words)).toEqual(expected);
  });

  it('reach no other computer by an address', () => {
    expect(asked('file://share.example/a.foyer')).toMatchObject({
      files: [resolve(folder, 'file:/share.example/a.foyer')],
    });
  });

  it('go with the link behind them, and what is behind the link is not looked at', () => {
    const link = 'foyer://theme/x';
    const looked: string[] = [];
    const curious = { folder, exists: (path: string) => looked.push(path) > 0 };
    const behind = [link, '//evil.example/a.foyer', 'harbour'];
    expect(readCommandLine(behind, curious).asked).toEqual({ kind: 'link', link });
    expect(readCommandLine(['--', ...behind], curious).asked).toEqual({ kind: 'link', link });
    expect(looked).toEqual([]);
    const both = { ...at('a.foyer'), link };
    expect(asked('a.foyer', link, 'b.foyer')).toEqual(both);
    expect(asked('--', 'a.foyer', link, 'b.foyer')).toEqual(both);
  });

  it('are so many that one too many is told, and no more of them', () => {
    const words = Array.from({ length: mostFiles + 50 }, (_, index) => `${String(index)}.foyer`);
    const found = asked(...words);
    expect(found.kind === 'files' && found.files.length).toBe(mostFiles + 1);
    expect(readHandedStart({ asked: found }).asked).toEqual(found);
  });

  it('are handed over with their whole paths alone', () => {
    const handed = (file: string) => readHandedStart({ asked: { ...at(), files: [file] } }).asked;
    expect(handed(resolve('/a.foyer'))).toMatchObject({ kind: 'files' });
    expect(handed('a.foyer')).toEqual({ kind: 'open' });
  });

  it('leave a hidden start what it is without them', () => {
    expect(asked('--hidden')).toEqual({ kind: 'hidden' });
    expect(asked('--hidden', 'foyer://theme/x')).toMatchObject({ kind: 'link' });
    expect(asked('--', '--hidden')).toMatchObject({ kind: 'files' });
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
    ['foyer://preview?bot=b&to=1&connection=a%E2%81%A7b', undefined],
    ['foyer://preview?bot=b&to=1%E2%80%8F', undefined],
    ['foyer://preview/a%E2%80%8Fb', { kind: 'shortcut', name: 'a\u200fb' }],
    ['foyer://open/x', undefined],
    ['https://northwind.example/preview/x', undefined],
    [`foyer://preview/${'x'.repeat(5_000)}`, undefined],
  ])('%s', (link, target) => {
    const found = readLink(link);
    if (target) expect(found).toMatchObject(target);
    else expect(found).toBeUndefined();
  });
});

describe('10,000 odd ones', () => {
  const runs = times(10_000, 100_000);
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

  const every = <T>(what: string, arbitrary: fc.Arbitrary<T>, holds: (each: T) => void) =>
    attempt(
      'letThrough',
      what,
      () => fc.assert(fc.property(arbitrary, holds), { numRuns: runs, seed: faultSeed }),
      runs,
    );

  it('links name nothing but what is shown', () =>
    every('links', link, (text) => {
      const target = readLink(text);
      if (target?.kind === 'theme') expect(target.id).toMatch(/^[\w-]+$/u);
      for (const [key, value] of Object.entries(target ?? {})) {
        // A name may have marks and joiners, as those that are saved do, but nothing that turns text round.
        const isName = key === 'name' || key === 'connection';
        expect(String(value)).not.toMatch(
          isName ? /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u : /[\p{Cc}\p{Cf}]/u,
        );
      }
    }));

  it('command lines with a link in them send nothing and obey nothing of it', () =>
    every(
      'command lines with a link',
      fc.tuple(fc.array(bit, { maxLength: 5 }), link),
      ([after, text]) => {
        const line = read([text, ...after]);
        expect(line).toEqual({
          profile: undefined,
          library: undefined,
          asked: { kind: 'link', link: text },
        });
        expect(read(['preview', ...after, text]).asked.kind).toBe('link');
      },
    ));

  it('control: a program that takes the parts of a link for words of its own obeys them', () => {
    let obeyed = 0;
    for (const text of fc.sample(link, { numRuns: 10_000, seed: faultSeed })) {
      const { profile, asked } = read(text.replace(/^foyer:\/*/iu, '').split(/[ ?&/]+/u));
      if (profile !== undefined || asked.kind === 'preview') obeyed += 1;
    }
    expectControlToFail('a program that takes the parts of a link for words of its own', obeyed);
  });

  it('command lines send only what begins with the word for it', async () => {
    let previews = 0;
    await every('command lines', fc.array(bit, { maxLength: 6 }), (words) => {
      const { asked } = read(words);
      if (asked.kind !== 'preview') return;
      previews += 1;
      expect(words.find((word) => !word.startsWith('-'))).toBe('preview');
    });
    // The control: some of them did mean something.
    expect(previews).toBeGreaterThan(10);
  });
});
