import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
