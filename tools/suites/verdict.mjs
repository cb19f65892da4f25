// What a row of a suite came to: what its tests reported, and what they wrote down meanwhile
// (src-main/testing/fault-tally.ts).
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Suite
 * @property {string} name as in `npm run NAME`, and of its folder
 * @property {string} title of its report
 * @property {Readonly<Record<string, string>>} wrongs what may go wrong, each with its words
 * @property {readonly Row[]} rows
 *
 * @typedef {object} Row what is tried, by which tests, and which of those is the control, which does the
 *   same without what Foyer does about it and must be seen to go wrong
 * @property {string} name as given to `npm run NAME -- NAME`
 * @property {string} tries what is tried, and what must hold
 * @property {string} control what goes wrong beside it
 * @property {readonly string[]} controls the tests that see it go wrong, by a part of their names
 * @property {string} wrong which of the suite's wrongs a failing test stands for that did not say
 * @property {'tests' | 'attempts'} counts what counts as tried: each test, or what tests wrote down
 * @property {readonly [short: number, full: number]} least how many must be tried, or the row fails
 * @property {readonly string[]} unit files that vitest runs
 * @property {readonly string[]} specs files that Playwright runs, on the real app
 * @property {readonly string[]} [packaged] files that Playwright runs on an installed package
 * @property {string} [only] a pattern of the names of the tests that belong to the row
 * @property {string} [elsewhere] why some of its tests can't run everywhere
 * @property {(form: 'full' | 'short', seed: number) => Record<string, string>} [environment]
 *
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', message: string }} RanTest
 * @typedef {{ tried?: number, wrong?: string, what?: unknown, error?: string,
 *   control?: string, failed?: number }} Noted
 * @typedef {object} Result
 * @property {string} name
 * @property {number} tried
 * @property {Record<string, number>} wrongs how often what went wrong
 * @property {'yes' | 'no' | 'not here'} control whether each control was seen to fail
 * @property {'held' | 'failed' | 'not here'} verdict
 * @property {string[]} why what is wrong with the row, and what of it could not run here
 * @property {number} seconds
 */

/**
 * @param {Suite} suite
 * @param {Row} row
 * @param {object} run
 * @param {'full' | 'short'} run.form
 * @param {readonly RanTest[]} run.tests
 * @param {readonly Noted[]} run.noted
 * @param {number} run.seconds
 * @param {readonly string[]} run.trouble what went wrong with the runners themselves
 * @param {boolean} run.strict whether what can't run here counts as failed
 * @returns {Result}
 */
export function judge(suite, row, { form, tests, noted, seconds, trouble, strict }) {
  const isControl = ({ name }) => row.controls.some((title) => name.includes(title));
  const played = tests.filter((test) => !isControl(test));
  const failed = played.filter(({ state }) => state === 'failed');
  const skipped = tests.filter(({ state }) => state === 'skipped');
  const wrongs = Object.fromEntries(Object.keys(suite.wrongs).map((wrong) => [wrong, 0]));
  for (const { wrong } of noted) if (wrong !== undefined) wrongs[wrong] += 1;
  // One that wrote nothing down of what it tried failed by itself.
  const unnoted = failed.length - noted.filter(({ wrong }) => wrong !== undefined).length;
  if (unnoted > 0) wrongs[row.wrong] += unnoted;

  const tried =
    row.counts === 'tests'
      ? played.length - played.filter(({ state }) => state === 'skipped').length
      : noted.reduce((sum, { tried = 0 }) => sum + tried, 0);
  const why = [...trouble];
  for (const { name, message } of failed) why.push(`failed: ${name}\n${beginning(message)}`);
  for (const { wrong, what, error } of noted) {
    if (wrong !== undefined)
      why.push(`${suite.wrongs[wrong]} at ${JSON.stringify(what)}: ${beginning(error)}`);
  }
  const least = row.least[form === 'full' ? 1 : 0];
  if (tried < least && skipped.length === 0) {
    why.push(`only ${String(tried)} were tried; it takes ${String(least)}`);
  }
  const control = judgeControls(row, tests, noted, why);
  const isHeld = why.length === 0 && control !== 'no';
  if (skipped.length > 0) {
    why.push(`not here (${row.elsewhere ?? 'no reason given'}): ${names(skipped).join('; ')}`);
  }
  const isAllSkipped = tests.length > 0 && skipped.length === tests.length;
  const verdict =
    !isHeld || (skipped.length > 0 && (strict || row.elsewhere === undefined))
      ? 'failed'
      : isAllSkipped
        ? 'not here'
        : 'held';
  return { name: row.name, tried, wrongs, control, verdict, why, seconds };
}

/** Of a message that may have whole files in it. */
const beginning = (text) => (text.length > 2_000 ? `${text.slice(0, 2_000)} …` : text);
const names = (tests) => tests.map(({ name }) => name);

/** A control is seen to fail when its test says so and at least one thing in it went wrong. */
function judgeControls(row, tests, noted, why) {
  let missing = 0;
  let absent = 0;
  for (const title of row.controls) {
    const own = tests.filter(({ name }) => name.includes(title));
    const states = own.map(({ state }) => state);
    if (states.length > 0 && states.every((state) => state === 'skipped')) absent += 1;
    else if (states.length === 0 || states.includes('failed')) {
      missing += 1;
      const said = own.filter(({ state }) => state === 'failed').map(({ message }) => message);
      why.push([`its control was not seen to fail: ${title}`, ...said.map(beginning)].join('\n'));
    }
  }
  const seen = noted.filter(({ control }) => control !== undefined);
  for (const { control, failed } of seen) {
    if (failed > 0) continue;
    missing += 1;
    why.push(`nothing went wrong in its control: ${control}`);
  }
  const told = new Set(seen.filter(({ failed }) => failed > 0).map(({ control }) => control)).size;
  if (missing === 0 && told < row.controls.length - absent) {
    missing += 1;
    why.push('a control did not say what went wrong in it');
  }
  if (missing > 0) return 'no';
  return absent === row.controls.length ? 'not here' : 'yes';
}

/**
 * The tests of vitest's JSON report that belong to a row: those whose name matches.
 *
 * @param {any} report
 * @param {RegExp} only
 * @returns {RanTest[]}
 */
export function ranByVitest(report, only) {
  return report.testResults.flatMap((file) => {
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      return [{ name: file.name, state: 'failed', message: file.message ?? '' }];
    }
    return file.assertionResults
      .filter(({ fullName }) => only.test(fullName))
      .map(({ fullName, status, failureMessages = [] }) => ({
        name: fullName,
        state: status === 'passed' || status === 'failed' ? status : 'skipped',
        message: failureMessages.join('\n'),
      }));
  });
}

/**
 * @param {any} report Playwright's JSON report
 * @returns {RanTest[]}
 */
export function ranByPlaywright(report) {
  const inSuite = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(inSuite)];
  const tests = (report.suites ?? []).flatMap(inSuite).map(({ title, ok, tests: runs = [] }) => ({
    name: title,
    state: runs.some(({ status }) => status === 'skipped') ? 'skipped' : ok ? 'passed' : 'failed',
    message: runs
      .flatMap(({ results = [] }) => results.map(({ error }) => error?.message ?? ''))
      .join('\n'),
  }));
  const errors = (report.errors ?? []).map(({ message }) => ({
    ...{ name: 'Playwright', state: 'failed', message },
  }));
  return [...tests, ...errors];
}

/**
 * The report, in Markdown.
 *
 * @param {Suite} suite
 * @param {readonly { row: Row, result: Result, kept?: string }[]} rows
 * @param {{ form: 'full' | 'short', seed: number, machine: string }} about
 */
export function reportText(suite, rows, { form, seed, machine }) {
  const cells = rows.map(({ row, result }) => [
    ...[
      row.name,
      row.tries,
      result.tried,
      ...Object.keys(suite.wrongs).map((each) => result.wrongs[each]),
    ],
    ...[`${row.control} (seen to fail: ${result.control})`],
    ...[result.verdict, result.seconds.toFixed(0)],
  ]);
  const line = (each) => `| ${each.join(' | ')} |`;
  const words = Object.values(suite.wrongs);
  const head = ['row', 'what is tried', 'tried', ...words];
  const table = [
    line([...head, 'control', 'verdict', 'seconds']),
    line(['---', '---', '--:', ...words.map(() => '--:'), '---', '---', '--:']),
    ...cells.map(line),
  ];
  const held = rows.filter(({ result }) => result.verdict === 'held').length;
  const seconds = rows.reduce((sum, { result }) => sum + result.seconds, 0);
  const parts = [
    `# ${suite.title}`,
    `${String(held)} of ${String(rows.length)} rows held, in the ${form} form, in ${(seconds / 60).toFixed(1)} minutes. ${machine}. Seed ${String(seed)}.`,
    table.join('\n'),
  ];
  for (const { row, result, kept } of rows) {
    if (result.why.length === 0) continue;
    parts.push(`## ${row.name}: ${result.verdict}`);
    parts.push(
      ...result.why.map((why) => `\`\`\`\n${stripVTControlCharacters(why).trimEnd()}\n\`\`\``),
    );
    if (result.verdict !== 'failed') continue;
    const short = form === 'short' ? ' --short' : '';
    parts.push(`Again: \`npm run ${suite.name} -- ${row.name}${short} --seed=${String(seed)}\``);
    if (kept !== undefined) parts.push(`The folders of what failed: \`${kept}\``);
  }
  return `${parts.join('\n\n')}\n`;
}
