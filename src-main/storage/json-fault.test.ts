import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-fault';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findJsonFault', () => {
  it.each([
    ['{"a": 1,\n "b": }', { line: 2, column: 7, cutOff: false }],
    ['{"a": 1,\n "b": 2', { line: 2, column: 8, cutOff: true }],
    ['{"a": "tex', { line: 1, column: 11, cutOff: true }],
    ['{"a": tru', { line: 1, column: 10, cutOff: true }],
    ['[1, 2,]', { line: 1, column: 7, cutOff: false }],
    ['[1, -', { line: 1, column: 6, cutOff: true }],
    ['{"a": "\\u12', { line: 1, column: 12, cutOff: true }],
    ['{"a": "\\x"}', { line: 1, column: 9, cutOff: false }],
    ['{"a" 1}', { line: 1, column: 6, cutOff: false }],
    ['{} {}', { line: 1, column: 4, cutOff: false }],
    ['{]', { line: 1, column: 2, cutOff: false }],
    ['', { line: 1, column: 1, cutOff: true }],
  ])('%j', (text, fault) => {
    expect(findJsonFault(text)).toEqual(fault);
  });

  it('agrees with the engine on whole and on broken texts', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.nat(),
        fc.string({ maxLength: 2 }),
        (json, at, cut, put) => {
          const start = at % (json.length + 1);
          const broken = json.slice(0, start) + put + json.slice(start + (cut % 3));
          expect(findJsonFault(json)).toBeUndefined();
          expect(findJsonFault(broken) === undefined).toBe(parses(broken));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('says cut off of every beginning of an object', () => {
    const whole = '{"a": [1, -2.5e3, true, null, "x\\u00e9\\n"], "b": {"c": {}}}';
    for (let end = 0; end < whole.length; end += 1) {
      const fault = findJsonFault(whole.slice(0, end));
      // A number cut after its point or exponent is wrong before it is short.
      if (!/[.e]$/.test(whole.slice(0, end))) expect(fault?.cutOff).toBe(true);
    }
  });

  it('does not mind depth or size', () => {
    expect(findJsonFault('['.repeat(1_000_000))).toMatchObject({ cutOff: true });
    expect(findJsonFault(`["${'x'.repeat(5_000_000)}"]`)).toBeUndefined();
  });
});
