import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line';
import { readHandedStart } from './handed-start';
import { canHandOver, longestHandedOver, startMessage } from './start-message';

describe('what a start hands over', () => {
  it('arrives whatever letters are in it, in plain ASCII', () => {
    const link = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(link, (text) => {
        const message = startMessage({ kind: 'link', link: text }, 'c');
        expect(message).toMatch(/^[\x20-\x7e]*$/u);
        expect(readHandedStart(message)).toEqual({
          asked: { kind: 'link', link: text },
          callId: 'c',
        });
      }),
    );
    const preview = { kind: 'preview', json: false, name: 'Übung 日本 🎉' } as const;
    const parts = { botId: 'b', to: '+1', startGroupId: '', connection: undefined };
    for (const asked of [
      preview,
      { kind: 'preview', json: true, ...parts },
      { kind: 'files', files: [resolve('/日本.foyer')], link: undefined },
    ] as const) {
      expect(readHandedStart(startMessage(asked, undefined)).asked).toEqual(asked);
      expect(readHandedStart({ asked }).asked).toEqual(asked);
    }
  });

  it('is read as an older Foyer says it, too, and what is no message opens Foyer', () => {
    expect(readHandedStart({ asked: { kind: 'list', json: true } }).asked.kind).toBe('list');
    expect(readHandedStart('{"asked"').asked).toEqual({ kind: 'open' });
  });

  it('is never so much that the Foyer that runs would be ended by it', () => {
    if (process.platform === 'win32') return;
    const message = startMessage({ kind: 'open' }, undefined);
    const rest = longestHandedOver - message.length - '/日'.length - 2 - 3;
    expect(canHandOver(['x'.repeat(rest)], '/日', message)).toBe(true);
    expect(canHandOver(['x'.repeat(rest + 1)], '/日', message)).toBe(false);
    expect(canHandOver(['日'.repeat(rest / 2)], '/日', message)).toBe(false);
  });
});

/**
 * Words of more than 4,000 characters are typed while Foyer runs (a script put a whole file into a variable). What was
 * asked for is the same as where no Foyer runs: files are opened whatever the link behind them is, and a preview by a
 * name that nobody has ends as wrong use (exit code 2) and opens no window.
 */
describe('long words that are handed over', () => {
  const folder = resolve('/home/ada');
  const callId = '0'.repeat(32);

  /** What the start that was given the words makes of them, and what the Foyer that runs takes over. */
  function asked(words: string[]) {
    const { asked: own } = readCommandLine(words, { folder, exists: () => false });
    const message = startMessage(own, callId);
    expect(canHandOver(['foyer', ...words], folder, message)).toBe(true);
    return { own, taken: readHandedStart(message) };
  }

  const long = 'x'.repeat(4_001);

  it.each<[string, string[]]>([
    ['the control: a file and a link', ['a.foyer', 'foyer://theme/x']],
    ['the control: a preview', ['preview', 'Booking']],
    ['a file and a long link', ['a.foyer', `foyer://theme/${long}`]],
    ['a preview of a long name', ['preview', long]],
    ['a preview to a long recipient', ['preview', '--bot', 'b', '--to', long]],
  ])('%s', (_, words) => {
    const { own, taken } = asked(words);
    expect(own.kind).toMatch(/^(?:files|preview)$/u);
    expect(taken.asked.kind).toBe(own.kind);
    expect(taken.callId).toBe(callId);
  });
});
