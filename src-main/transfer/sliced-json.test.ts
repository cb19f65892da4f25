import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildJson, measureJson, NotJsonError } from './sliced-json';

const bounds = { depth: 1_000, entries: 1_000_000 };

async function built(text: string, slice: number): Promise<unknown> {
  const measure = await measureJson(text, bounds, slice);
  return buildJson(text, measure, () => undefined, slice);
}

/** What the engine's own reading makes of it, or that it is no JSON. */
function wanted(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'not JSON';
  }
}

async function found(text: string, slice: number): Promise<unknown> {
  try {
    return { value: await built(text, slice) };
  } catch (error) {
    if (error instanceof NotJsonError) return 'not JSON';
    throw error;
  }
}

const slices = fc.integer({ min: 0, max: 12 });

describe('JSON that is built in slices', () => {
  it('is what it is when it is built at once', async () => {
    const spaces = fc.constantFrom(0, 1, 2, '\t');
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 5 }),
        spaces,
        slices,
        async (value, space, slice) => {
          const text = JSON.stringify(value, null, space);
          // As texts: a field named `__proto__` is one like any other.
          expect(JSON.stringify(await built(text, slice))).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is refused exactly when it is no JSON', async () => {
    const signs = fc.array(
      fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '"a":', '1', '-', 'null', ' ', '\\', '\n'),
      { maxLength: 24 },
    );
    await fc.assert(
      fc.asyncProperty(signs, slices, async (parts, slice) => {
        const text = parts.join('');
        expect(await found(text, slice)).toEqual(wanted(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is refused when one sign of it is left out or put in', async () => {
    const sign = fc.constantFrom('', '[', ']', '{', '}', ',', ':', '"', '0');
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 4 }),
        fc.nat(),
        sign,
        slices,
        async (value, place, inserted, slice) => {
          const whole = JSON.stringify(value);
          const at = place % (whole.length + 1);
          const text = `${whole.slice(0, at)}${inserted}${whole.slice(at + 1)}`;
          expect(JSON.stringify(await found(text, slice))).toBe(JSON.stringify(wanted(text)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '[-[1,2]]',
    '{"a":-[1,2]}',
    '{"a":1[1,2]}',
    '[1,,[1,2]]',
    '[[1,2],]',
    '[[1,2][3,4]]',
    '{"a"[1,2]}',
  ])('%s is not taken for JSON', async (text) => {
    await expect(built(text, 0)).rejects.toBeInstanceOf(NotJsonError);
  });

  it('is checked piece by piece, each with its place', async () => {
    const text = '{"a":[{"b":[1,{"c":2}]},3],"d":4}';
    const seen: string[] = [];
    const measure = await measureJson(text, bounds, 4);
    await buildJson(
      text,
      measure,
      (piece, path) => seen.push(`${path}=${JSON.stringify(piece)}`),
      4,
    );
    expect(seen).toContain('a.0.b.1={"c":2}');
    expect(seen).toContain('a.0={"b":null}');
    expect(seen).toContain('={"d":4}');
  });
});
