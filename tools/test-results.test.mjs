import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, onCi } from './test-results.mjs';

const calm = { code: 0, strict: false };

describe("vitest's report", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [{}] }],
  };

  const withTests = (assertionResults) => ({
    ...report,
    testResults: [{ status: 'passed', assertionResults }],
  });

  it('is counted', () => {
    expect(countVitest(report, calm)).toEqual({ passed: 5, failed: 0, notes: [], names: [] });
    expect(countVitest({ ...report, numFailedTests: 2 }, { code: 1, strict: false }).failed).toBe(
      2,
    );
  });

  it('counts a file that could not be loaded', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(countVitest({ ...report, testResults }, { code: 1, strict: false }).failed).toBe(1);
  });

  it('names what failed, and a file that could not be loaded', () => {
    const testResults = [
      {
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a list is empty' },
          {
            status: 'failed',
            fullName: 'a list grows',
            failureMessages: ['\u001B[31mexpected 2\u001B[39m\n  at list.test.ts:3'],
          },
        ],
      },
      { status: 'failed', name: 'broken.test.ts', assertionResults: [] },
    ];
    expect(countVitest({ ...report, testResults }, calm).names).toEqual([
      'a list grows: expected 2 at list.test.ts:3',
      'broken.test.ts',
    ]);
  });

  it('fails when there was no test, or when the runner failed by itself', () => {
    expect(countVitest({ ...report, numPassedTests: 0, testResults: [] }, calm).failed).toBe(1);
    expect(countVitest(report, { code: 1, strict: false }).failed).toBe(1);
  });

  it('takes a skipped test for a failed one on CI only', () => {
    const skipped = withTests([
      { status: 'passed', fullName: 'a list is empty' },
      { status: 'skipped', fullName: 'a disk that is full' },
      { status: 'todo', fullName: 'a disk that is gone' },
    ]);
    expect(countVitest(skipped, calm)).toMatchObject({
      failed: 0,
      notes: ['2 skipped: a disk that is full; a disk that is gone'],
    });
    expect(countVitest(skipped, { code: 0, strict: true }).failed).toBe(2);
  });
});

describe("Playwright's report", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 };
  const left = { ok: true, title: 'locks', file: 'b.spec.ts', line: 5 };
  const error = { message: 'a heading was hidden', location: { line: 7 } };
  const late = {
    ...{ ok: true, title: 'shows', file: 'b.spec.ts', line: 2 },
    tests: [{ status: 'flaky', results: [{ errors: [error] }, { errors: [] }] }],
  };
  const suites = [{ specs: [{ ...left, tests: [{ status: 'skipped' }] }, late] }];

  it('is counted, and what passed late or not at all is named', () => {
    expect(countPlaywright({ stats, errors: [], suites }, { code: 1, strict: false })).toEqual({
      passed: 5,
      failed: 1,
      notes: [
        '1 passed only when tried again: b.spec.ts:2 shows: line 7: a heading was hidden',
        '1 skipped: b.spec.ts:5 locks',
      ],
      names: [],
    });
  });

  it('names what failed, also in a group of tests', () => {
    const suites = [
      {
        specs: [{ ok: true, title: 'opens', file: 'a.spec.ts', line: 3 }],
        suites: [{ specs: [{ ok: false, title: 'closes', file: 'a.spec.ts', line: 9 }] }],
      },
    ];
    expect(
      countPlaywright({ stats, errors: [], suites }, { code: 1, strict: false }).names,
    ).toEqual(['a.spec.ts:9 closes']);
  });

  it('counts errors outside of tests', () => {
    const none = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats: none, errors: [{}] }, { code: 1, strict: false }).failed).toBe(
      1,
    );
    expect(countPlaywright({ stats: none, errors: [] }, calm).notes).toEqual(['no test was run']);
  });
});

describe('CI', () => {
  it('is recognised by its variable', () => {
    expect(onCi({ CI: 'true' })).toBe(true);
    expect(onCi({ CI: '1' })).toBe(true);
    expect(onCi({ CI: 'false' })).toBe(false);
    expect(onCi({})).toBe(false);
  });
});
