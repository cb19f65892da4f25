// What the test runners' JSON reports say, counted in one way.
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} notes what a reader has to be told, such as skipped tests
 * @property {string[]} names of what failed, as a reader would look for it
 */

/**
 * Counts vitest's JSON report. A file that could not even be loaded counts as one failure.
 *
 * @param {any} report
 * @param {{ code: number, strict: boolean }} run the runner's exit code; whether what was skipped
 *   counts as failed; named it is always
 * @returns {Count}
 */
export function countVitest(report, run) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => ['pending', 'skipped', 'todo', 'disabled'].includes(status))
    .map(({ fullName }) => fullName);
  const names = report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? [file.name]
        : failed.map(({ fullName, failureMessages }) => because(fullName, failureMessages));
    });
  return settle(
    {
      ...{ passed: report.numPassedTests, failed: report.numFailedTests + unloaded },
      ...{ skipped, late: [], names },
    },
    run,
  );
}

/**
 * Counts Playwright's JSON report. A test that passed only when it was tried again counts as passed
 * and is named with why it failed; errors outside of tests count as one failure each.
 *
 * @param {any} report
 * @param {{ code: number, strict: boolean }} run as in `countVitest`
 * @returns {Count}
 */
export function countPlaywright(report, run) {
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + (report.errors?.length ?? 0);
  const specs = (report.suites ?? []).flatMap(specsIn);
  const names = specs.filter(({ ok }) => !ok).map(namedWithReason);
  const late = specs
    .filter(({ tests = [] }) => tests.some(({ status }) => status === 'flaky'))
    .map(namedWithReason);
  const skipped = specs
    .filter(({ tests = [] }) => tests.some(({ status }) => status === 'skipped'))
    .map(named);
  return settle({ passed: expected + flaky, failed, skipped, late, names }, run);
}

/** Those of a suite and of the suites in it. */
function specsIn(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];
}

const named = ({ file, line, title }) => `${file}:${String(line)} ${title}`;

function namedWithReason(spec) {
  const results = (spec.tests ?? []).flatMap((one) => one.results ?? []);
  const errors = results.flatMap((one) => one.errors ?? []);
  return because(
    named(spec),
    errors.map(({ message, location }) =>
      location ? `line ${String(location.line)}: ${message ?? ''}` : message,
    ),
  );
}

/** With the first words of the first reason: of a long run only the end of the report may be kept. */
function because(name, reasons = []) {
  const text = stripVTControlCharacters(reasons[0] ?? '').replaceAll(/\s+/gu, ' ');
  return text === '' ? name : `${name}: ${text.slice(0, 300)}`;
}

function settle({ passed, failed, skipped, late, names }, { code, strict }) {
  const notes = [];
  if (late.length > 0) {
    notes.push(`${String(late.length)} passed only when tried again: ${late.join('; ')}`);
  }
  if (skipped.length > 0) {
    const why = strict ? ', which counts as failed on CI' : '';
    notes.push(`${String(skipped.length)} skipped${why}: ${skipped.join('; ')}`);
  }
  let failures = failed + (strict ? skipped.length : 0);
  if (failures === 0 && passed === 0) {
    failures = 1;
    notes.push('no test was run');
  }
  if (failures === 0 && code !== 0) {
    failures = 1;
    notes.push(`the runner ended with code ${String(code)} although no test failed`);
  }
  return { passed, failed: failures, notes, names };
}

/** Whether this runs on a CI server, where what cannot run is a failure and not a skip. */
export function onCi(environment = process.env) {
  return Boolean(environment.CI) && environment.CI !== 'false' && environment.CI !== '0';
}
