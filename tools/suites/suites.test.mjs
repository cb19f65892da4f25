import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../faults/rows.mjs';
import { security } from '../../security/rows.mjs';
import { root } from '../running.mjs';
import { mutations } from './mutations.mjs';
import { asked, testFiles } from './run.mjs';
import { judge, ranByPlaywright, ranByVitest, reportText } from './verdict.mjs';

const suite = {
  ...{ name: 'faults', title: 'Nothing lost', rows: [] },
  wrongs: { lost: 'lost', sentTwice: 'sent twice', untrue: 'untrue' },
};
const row = {
  ...{ name: 'kill-writing', tries: 'kill -9 in a write', control: 'a plain write is cut' },
  ...{ controls: ['control: a plain'], wrong: 'lost', counts: 'attempts', least: [2, 4] },
  ...{ unit: ['a.test.ts'], specs: [] },
};
const good = {
  form: 'short',
  tests: [
    { name: 'a write survives', state: 'passed', message: '' },
    { name: 'control: a plain write does not', state: 'passed', message: '' },
  ],
  noted: [{ tried: 1 }, { tried: 1 }, { control: 'a plain write', failed: 3 }],
  seconds: 2,
  trouble: [],
  strict: false,
};
const test = (name, state, message = '') => ({ name, state, message });

describe('a row', () => {
  it('that tried enough and whose control failed has held', () => {
    expect(judge(suite, row, good)).toEqual({
      ...{ name: 'kill-writing', tried: 2, wrongs: { lost: 0, sentTwice: 0, untrue: 0 } },
      ...{ control: 'yes', verdict: 'held', why: [], seconds: 2 },
    });
  });

  it('that lost something has failed, and says what was tried', () => {
    const noted = [...good.noted, { tried: 1, wrong: 'lost', what: { ms: 7 }, error: 'cut' }];
    const tests = [test('a write survives', 'failed', 'cut'), good.tests[1]];
    const result = judge(suite, row, { ...good, noted, tests });
    expect(result).toMatchObject({ tried: 3, wrongs: { lost: 1 }, verdict: 'failed' });
    expect(result.why.join()).toContain('lost at {"ms":7}: cut');
  });

  it('counts a test that failed without saying what came of it by what it stands for', () => {
    const tests = [test('a write survives', 'failed', 'it took too long'), good.tests[1]];
    const result = judge(suite, { ...row, wrong: 'untrue' }, { ...good, tests });
    expect(result).toMatchObject({ wrongs: { lost: 0, untrue: 1 }, verdict: 'failed' });
  });

  it('that tried too few has failed, by what its form takes', () => {
    expect(judge(suite, row, { ...good, form: 'full' })).toMatchObject({
      tried: 2,
      verdict: 'failed',
    });
    expect(judge(suite, row, { ...good, form: 'full' }).why).toEqual([
      'only 2 were tried; it takes 4',
    ]);
  });

  it('whose control did not fail has failed, however that shows', () => {
    const quiet = [{ tried: 2 }, { control: 'a plain write', failed: 0 }];
    expect(judge(suite, row, { ...good, noted: quiet })).toMatchObject({ control: 'no' });
    // A control that says nothing, that is not there, and that is red itself.
    expect(judge(suite, row, { ...good, noted: [{ tried: 2 }] })).toMatchObject({
      verdict: 'failed',
    });
    expect(judge(suite, row, { ...good, tests: [good.tests[0]] })).toMatchObject({
      verdict: 'failed',
    });
    const red = [good.tests[0], test('control: a plain write does not', 'failed', 'no disk')];
    const result = judge(suite, row, { ...good, tests: red });
    expect(result).toMatchObject({ control: 'no', verdict: 'failed', wrongs: { lost: 0 } });
    expect(result.why.join()).toContain('no disk');
  });

  it('counts its tests but the controls, where each is one try', () => {
    const tests = [...good.tests, test('another', 'passed')];
    expect(judge(suite, { ...row, counts: 'tests' }, { ...good, tests }).tried).toBe(2);
  });

  it('that can’t be tried here says why, and counts as failed on CI or without a reason', () => {
    const tests = good.tests.map(({ name }) => test(name, 'skipped'));
    const skipped = { ...good, tests, noted: [] };
    const rooted = { ...row, elsewhere: 'mounting needs root' };
    const result = judge(suite, rooted, skipped);
    expect(result).toMatchObject({ control: 'not here', verdict: 'not here' });
    expect(result.why).toEqual([expect.stringContaining('mounting needs root')]);
    expect(judge(suite, rooted, { ...skipped, strict: true }).verdict).toBe('failed');
    expect(judge(suite, row, skipped).verdict).toBe('failed');
    // Some of it could.
    const some = [...good.tests, test('a mounted disk', 'skipped')];
    expect(judge(suite, rooted, { ...good, tests: some }).verdict).toBe('held');
  });

  it('whose runner did not report has failed', () => {
    const result = judge(suite, row, { ...good, trouble: ['the tests left no report'] });
    expect(result).toMatchObject({ verdict: 'failed', why: ['the tests left no report'] });
  });
});

describe('the tests that ran', () => {
  it('are those of vitest’s report that the row names', () => {
    const assertionResults = [
      { fullName: 'a disk is full', status: 'passed' },
      { fullName: 'a disk is gone', status: 'failed', failureMessages: ['why'] },
      { fullName: 'a disk is far', status: 'pending' },
      { fullName: 'a clock', status: 'passed' },
    ];
    const report = {
      testResults: [
        { status: 'failed', assertionResults },
        { status: 'failed', name: 'broken.test.ts', assertionResults: [], message: 'no such file' },
      ],
    };
    expect(ranByVitest(report, /disk/u)).toEqual([
      test('a disk is full', 'passed'),
      test('a disk is gone', 'failed', 'why'),
      test('a disk is far', 'skipped'),
      test('broken.test.ts', 'failed', 'no such file'),
    ]);
  });

  it('are all of Playwright’s, with errors outside of tests', () => {
    const spec = (title, ok, status, message) => ({
      ...{ title, ok },
      tests: [{ status, results: [{ error: message && { message } }] }],
    });
    const report = {
      suites: [
        { specs: [spec('one', true, 'expected')] },
        { suites: [{ specs: [spec('two', false, 'unexpected', 'why')] }] },
        { specs: [spec('three', true, 'skipped')] },
      ],
      errors: [{ message: 'no display' }],
    };
    expect(ranByPlaywright(report)).toEqual([
      ...[test('one', 'passed'), test('two', 'failed', 'why'), test('three', 'skipped')],
      test('Playwright', 'failed', 'no display'),
    ]);
  });
});

describe('the report', () => {
  const about = { form: 'short', seed: 7, machine: 'a computer' };

  it('has a line for each row, and how to repeat the one that failed', () => {
    const noted = [...good.noted, { tried: 1, wrong: 'sentTwice', what: 1, error: 'twice' }];
    const text = reportText(
      suite,
      [
        { row, result: judge(suite, row, good) },
        {
          row: { ...row, name: 'worse' },
          result: judge(suite, { ...row, name: 'worse' }, { ...good, noted }),
          kept: 'faults/failed/worse',
        },
      ],
      about,
    );
    expect(text).toContain('1 of 2 rows held, in the short form');
    expect(text).toMatch(/\| kill-writing \| .* \| 2 \| 0 \| 0 \| 0 \| .*yes.* \| held \| 2 \|/u);
    expect(text).toMatch(/\| worse \| .* \| 3 \| 0 \| 1 \| 0 \| .* \| failed \| 2 \|/u);
    expect(text).toContain('npm run faults -- worse --short --seed=7');
    expect(text).toContain('faults/failed/worse');
  });
});

describe('what is asked for', () => {
  it('is all rows in full, or those that are named, with their seed', () => {
    expect(asked(faults, [])).toMatchObject({ rows: faults.rows, form: 'full' });
    const one = asked(faults, ['momentary', '--short', '--seed=12']);
    expect(one).toMatchObject({ form: 'short', seed: 12, rows: [{ name: 'momentary' }] });
    expect(() => asked(faults, ['momentarily'])).toThrow('There is no row momentarily');
    expect(() => asked(faults, ['--seed=x'])).toThrow('whole number');
    expect(() => asked(faults, ['--sort'])).toThrow('--sort');
  });
});

describe.each([faults, security])('every row of $name', ({ rows, wrongs }) => {
  it.each(rows)('$name names files that are there, and a control', (each) => {
    for (const file of testFiles(each)) expect(existsSync(join(root, file)), file).toBe(true);
    expect(testFiles(each).length).toBeGreaterThan(0);
    expect(each.controls.length).toBeGreaterThan(0);
    expect(Object.keys(wrongs)).toContain(each.wrong);
  });

  it('has a name of its own', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });
});

describe('every mutation', () => {
  it.each(mutations)('$name breaks what is there, once', ({ file, from, to, and }) => {
    for (const each of [{ file, from, to }, ...(and ? [{ file, ...and }] : [])]) {
      const text = readFileSync(join(root, each.file), 'utf8');
      expect(text.split(each.from), each.file).toHaveLength(2);
      expect(each.to).not.toBe(each.from);
    }
  });
});
