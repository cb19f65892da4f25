// Plays the rows of a suite, `npm run faults` or `npm run security`, each with its control. Every row is
// played by tests that also run, a few times each, in `npm test`; here they run often enough to be
// believed. `npm run faults -- NAME` plays one row, `--short` as `npm test` does, `--seed=N` the same
// points again. The table is left in the suite's folder, as report.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, platform, release } from 'node:os';
import { join } from 'node:path';
import { canInstallPackages } from '../os-packages.mjs';
import { packageCommand, root, runNode, ToolError } from '../running.mjs';
import { ownTemporaryFolder } from '../temporary-folder.mjs';
import { onCi } from '../test-results.mjs';
import { judge, ranByPlaywright, ranByVitest, reportText } from './verdict.mjs';

/** @typedef {import('./verdict.mjs').Suite} Suite */

const timeLimit = 20 * 60_000;

/**
 * What to play.
 *
 * @param {Suite} suite
 * @param {readonly string[]} words as given after `npm run NAME --`
 */
export function asked({ rows }, words) {
  const names = words.filter((word) => !word.startsWith('--'));
  const known = rows.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new ToolError(`There is no row ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  }
  const odd = words.filter((word) => word.startsWith('--') && !/^--(short$|seed=)/u.test(word));
  if (odd.length > 0)
    throw new ToolError(`There is no ${odd.join(', ')}; there are --short and --seed=N.`);
  const seed = words.find((word) => word.startsWith('--seed='))?.slice('--seed='.length);
  if (seed !== undefined && !/^\d+$/u.test(seed)) throw new ToolError('A seed is a whole number.');
  return {
    rows: names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name)),
    form: words.includes('--short') ? 'short' : 'full',
    seed: seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(seed),
  };
}

/**
 * Plays the rows that were asked for, and writes the report.
 *
 * @param {Suite} suite
 * @param {ReturnType<typeof asked>} what
 * @param {Record<string, string | undefined>} environment what a window needs
 * @returns {Promise<number>} the exit code
 */
export async function play(suite, { rows: chosen, form, seed }, environment) {
  const folder = join(root, suite.name);
  const results = [];
  for (const row of chosen) {
    console.log(`\n── ${row.name}: ${row.tries}`);
    const one = await playRow(suite, row, { form, seed, environment });
    const { tried, wrongs, control, verdict, why, seconds } = one.result;
    for (const each of why) console.log(each);
    const counted = Object.entries(suite.wrongs).map(
      ([wrong, word]) => `${word} ${String(wrongs[wrong])}`,
    );
    console.log(
      `${row.name}: tried ${String(tried)}, ${counted.join(', ')}, ` +
        `control seen to fail: ${control}, ${verdict}, ${seconds.toFixed(0)} s`,
    );
    results.push(one);
    // After each, so that whoever ends it early has what was found out.
    const machine = `${platform()} ${release()}, ${String(availableParallelism())} processors`;
    writeFileSync(join(folder, 'report.md'), reportText(suite, results, { form, seed, machine }));
  }
  const failed = results.filter(({ result }) => result.verdict === 'failed');
  console.log(`\nThe table is in ${suite.name}/report.md.`);
  console.log(`${String(results.length - failed.length)} held, ${String(failed.length)} failed`);
  return failed.length === 0 ? 0 : 1;
}

async function playRow(suite, row, { form, seed, environment }) {
  const began = Date.now();
  const kept = join(root, suite.name, 'failed', row.name);
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  const notes = join(kept, 'notes.jsonl');
  const temporary = ownTemporaryFolder();
  const env = {
    ...temporary.env,
    FOYER_FAULTS: form,
    FOYER_FAULT_SEED: String(seed),
    FOYER_FAULT_TALLY: notes,
    FOYER_FAULT_KEEP: kept,
    ...row.environment?.(form, seed),
  };
  const trouble = [];
  const tests = [];
  const missing = testFiles(row).filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) trouble.push(`not there: ${missing.join(', ')}`);
  try {
    if (row.unit.length > 0) {
      const ran = await runner(vitestParameters(row), kept, env, trouble);
      if (ran !== undefined) tests.push(...ranByVitest(ran, only(row)));
    }
    for (const [specs, configuration] of [
      [row.specs, 'e2e/playwright.config.ts'],
      [row.packaged ?? [], 'packaging/playwright.config.ts'],
    ]) {
      if (specs.length === 0) continue;
      if (specs === row.packaged && !canInstallPackages()) {
        const names = [row.name, ...row.controls];
        tests.push(...names.map((name) => ({ name, state: 'skipped', message: '' })));
        continue;
      }
      const shown = { ...environment, ...env };
      const parameters = playwrightParameters(row, specs, configuration, kept);
      const ran = await runner(parameters, kept, shown, trouble);
      if (ran !== undefined) tests.push(...ranByPlaywright(ran));
    }
    const left = temporary.takeLeft();
    if (left.length > 0) trouble.push(`left in the temporary folder: ${left.join(', ')}`);
  } finally {
    temporary.remove();
  }
  const noted = existsSync(notes)
    ? readFileSync(notes, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
  const seconds = (Date.now() - began) / 1000;
  const strict = onCi() && process.platform === 'linux';
  const result = judge(suite, row, { form, tests, noted, seconds, trouble, strict });
  if (result.verdict !== 'failed') rmSync(kept, { recursive: true, force: true });
  return { row, result, ...(existsSync(kept) && readdirSync(kept).length > 0 ? { kept } : {}) };
}

/** The files of a row's tests. */
export const testFiles = ({ unit, specs, packaged = [] }) => [...unit, ...specs, ...packaged];

const only = (row) => new RegExp(row.only ?? '', 'u');

function vitestParameters(row) {
  return [
    ...[packageCommand('vitest'), 'run', '--project', 'unit', '--reporter=json'],
    ...(row.only === undefined ? [] : ['-t', row.only]),
    ...row.unit,
  ];
}

function playwrightParameters(row, specs, configuration, kept) {
  return [
    ...[packageCommand('@playwright/test', 'playwright'), 'test', '--reporter=json'],
    ...['--config', configuration, '--output', join(kept, 'windows')],
    ...(row.only === undefined ? [] : ['--grep', row.only]),
    // A spec is named by a pattern.
    ...specs.map((spec) => spec.replace(/^\w+\//u, '/').replaceAll('.', '\\.')),
  ];
}

/** Runs a test runner; what it reports, and what it said where it reports nothing. */
async function runner(parameters, kept, env, trouble) {
  const file = join(kept, 'tests.json');
  rmSync(file, { force: true });
  const isVitest = parameters[1] === 'run';
  const { output, stopped } = await runNode(
    [...parameters, ...(isVitest ? [`--outputFile.json=${file}`] : [])],
    {
      env: {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules', '.cache', 'playwright'),
      },
      quiet: true,
      timeLimit,
    },
  );
  if (stopped !== undefined) trouble.push(`the tests were ended: ${stopped}`);
  if (existsSync(file)) {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return report;
  }
  trouble.push(`the tests left no report\n${output.slice(-4_000)}`);
  return undefined;
}
