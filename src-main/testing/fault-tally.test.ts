import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  attempt,
  attemptsOfAProperty,
  chances,
  expectControlToFail,
  sideBySide,
  times,
} from './fault-tally';
import { temporaryFolder } from './temporary-folder';

let file = '';
beforeEach(async () => {
  file = join(await temporaryFolder(), 'notes.jsonl');
  vi.stubEnv('FOYER_FAULT_TALLY', file);
});
afterEach(() => vi.unstubAllEnvs());

const noted = async (): Promise<unknown[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
const fail = () => {
  throw new Error('cut');
};

describe('the tally of faults', () => {
  it('says how much was tried, and what came of it', async () => {
    expect(await attempt('lost', { ms: 1 }, () => 'fine', 40)).toBe('fine');
    await expect(attempt('sentTwice', { ms: 2 }, fail)).rejects.toThrow('cut');
    expect(await noted()).toEqual([
      { tried: 40 },
      { tried: 1, wrong: 'sentTwice', what: { ms: 2 }, error: 'Error: cut' },
    ]);
  });

  it('does not count the search for a smaller case of what failed', async () => {
    const each = attemptsOfAProperty();
    await each('lost', 1, () => undefined);
    for (const what of [2, 3]) await expect(each('lost', what, fail)).rejects.toThrow('cut');
    expect(await noted()).toMatchObject([{ tried: 1 }, { tried: 1, what: 2 }]);
  });

  it('takes a control in which nothing went wrong for a failure', async () => {
    expectControlToFail('a plain write', 3);
    expect(() => expectControlToFail('a plain write', 0)).toThrow('nothing went wrong');
    expect(await noted()).toEqual([
      { control: 'a plain write', failed: 3 },
      { control: 'a plain write', failed: 0 },
    ]);
  });

  it('tries few by itself, and the same points for the same name', () => {
    vi.stubEnv('FOYER_FAULTS', 'short');
    expect(times(2, 100)).toBe(2);
    vi.stubEnv('FOYER_FAULTS', 'full');
    expect(times(2, 100)).toBe(100);
    const points = (name: string) => Array.from({ length: 5 }, chances(name));
    expect(points('one')).toEqual(points('one'));
    expect(points('one')).not.toEqual(points('two'));
    for (const point of points('one')) expect(point >= 0 && point < 1).toBe(true);
  });

  it('lets what was begun side by side end before it throws', async () => {
    const ended: number[] = [];
    const work = async (one: number) => {
      if (one === 1) throw new Error('cut');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(one);
    };
    await expect(sideBySide(2, [1, 2, 3], work)).rejects.toThrow('cut');
    expect(ended).toEqual([2, 3]);
  });
});
