// `npm test`: everything that has to hold, one step after the other; a failed one does not hide the
// next. `npm test -- unit e2e` runs only the steps that are named. The last line is always
// `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { withDisplay } from './desktop-session.mjs';
import { runtimeEnvironment, statedVersion } from './electron-runtime.mjs';
import { packageCommand, root, runCommand, runNode, ToolError } from './running.mjs';
import { canInstallPackages } from './os-packages.mjs';
import { setUp } from './set-up.mjs';
import { countLeft, ownTemporaryFolder } from './temporary-folder.mjs';
import { countPlaywright, countVitest, onCi } from './test-results.mjs';
import { typecheck } from './typecheck.mjs';

const resultsFolder = join(root, 'test-results');
// What another system can't run is named in the summary; on Linux everything has to run.
const strict = onCi() && process.platform === 'linux';
const good = { passed: 1, failed: 0, notes: [], names: [] };
const bad = { passed: 0, failed: 1, notes: [], names: [] };

/** Name, heading, and what is done; `static` steps count as one test each. */
const steps = [
  ['messages', 'Message catalogue', () => program([join(root, 'tools', 'messages.mjs')])],
  ['types', 'Types', async () => ((await typecheck()) ? good : bad)],
  ['format', 'Prettier', () => program([packageCommand('prettier'), '--check', '.'])],
  ['unused', 'Knip', () => program([packageCommand('knip')])],
  ['lint', 'ESLint', lintStep],
  ['unit', 'Unit and component tests', unitTests],
  ['build', 'Build', buildStep],
  ['e2e', 'End-to-end tests', endToEndTests],
  ['package', 'The package, installed', packageTests],
];

/** What a step needs of the system, for which its packages are installed. */
const neededBy = {
  unit: ['display', 'keychain'],
  e2e: ['window', 'display', 'keychain', 'browser', 'python', 'compiler'],
  package: canInstallPackages()
    ? ['window', 'display', 'keychain', 'package', 'installed']
    : ['window'],
};

let runtime;
let e2eVersion;
let linting;

/** ESLint, the longest of the checks that keep one processor busy; it runs beside the others. */
function lint() {
  linting ??= runNode([packageCommand('eslint'), '.', '--max-warnings', '0'], { quiet: true });
  return linting;
}

async function lintStep() {
  const { code, output } = await lint();
  process.stdout.write(output);
  return code === 0 ? good : bad;
}

async function program(parameters) {
  return (await runNode(parameters)).code === 0 ? good : bad;
}

async function buildStep() {
  if (!(await build())) console.log('Up to date.');
  return good;
}

async function unitTests() {
  const file = join(resultsFolder, 'vitest.json');
  rmSync(file, { force: true });
  const { code } = await runNode([
    ...[packageCommand('vitest'), 'run'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  return counted(file, countVitest, code);
}

async function endToEndTests() {
  await build();
  e2eVersion = await statedVersion(runtime.path);
  return playwright('e2e/playwright.config.ts', 'playwright.json');
}

/** Apt installs for the whole machine, so this is for root on Debian; it takes all of it off again. */
async function packageTests() {
  if (!canInstallPackages()) {
    return { ...good, passed: 0, notes: ['not here: it needs root on Debian'] };
  }
  return playwright('packaging/playwright.config.ts', 'playwright-package.json');
}

async function playwright(configuration, report) {
  const file = join(resultsFolder, report);
  rmSync(file, { force: true });
  // Each test brings its own keychain and profile, and each worker that opens windows its own display.
  const display = await withDisplay();
  try {
    const { code } = await runNode(
      [
        ...[packageCommand('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
        ...['--config', configuration],
      ],
      {
        env: {
          ...display.env,
          ...runtimeEnvironment(runtime),
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
          // By itself it keeps this in the temporary folder, which is a new one each time.
          PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules', '.cache', 'playwright'),
        },
      },
    );
    return counted(file, countPlaywright, code);
  } finally {
    await display.stop();
  }
}

function counted(file, count, code) {
  if (!existsSync(file)) {
    return { ...bad, notes: [`the runner ended with code ${String(code)} and left no report`] };
  }
  return count(JSON.parse(readFileSync(file, 'utf8')), { code, strict });
}

/**
 * Runs one step; whatever it throws is its failure and not the end of the others, and so is whatever
 * it leaves in the temporary folder.
 */
async function runStep([name, heading, action], temporary) {
  console.log(`\n── ${heading} ${'─'.repeat(Math.max(0, 72 - heading.length))}`);
  const began = Date.now();
  let result;
  try {
    result = await action();
  } catch (error) {
    console.error(error instanceof ToolError ? error.message : error);
    result = bad;
  }
  result = countLeft(result, temporary.takeLeft());
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `${heading}: ${result.failed === 0 ? 'passed' : 'failed'} in ${seconds.toFixed(1)} s`,
  );
  return { name, seconds, ...result };
}

function summary(results) {
  console.log(`\n── Summary ${'─'.repeat(65)}`);
  for (const { name, passed, failed, notes, names, seconds } of results) {
    const mark = failed === 0 ? 'ok    ' : 'FAILED';
    const counts = `${String(passed)} passed, ${String(failed)} failed`;
    const more = notes.length === 0 ? '' : `  (${notes.join('; ')})`;
    console.log(
      `${mark} ${name.padEnd(9)} ${counts.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s${more}`,
    );
    // Where only the end of what was printed is kept, this is all that tells which it was.
    for (const failure of names) console.log(`         - ${failure}`);
  }
  if (e2eVersion !== undefined) console.log(`The end-to-end tests ran on Electron ${e2eVersion}.`);
}

function chosenSteps(names) {
  const known = steps.map(([name]) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new ToolError(`There is no step ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  }
  return names.length === 0 ? steps : steps.filter(([name]) => names.includes(name));
}

await runCommand(async () => {
  const results = [];
  const temporary = ownTemporaryFolder();
  try {
    const chosen = chosenSteps(process.argv.slice(2));
    mkdirSync(resultsFolder, { recursive: true });
    // The unit tests store into a real keychain too; a window is for the end-to-end tests only.
    const names = chosen.map(([name]) => name);
    const needs = [...new Set(names.flatMap((name) => neededBy[name] ?? []))];
    ({ runtime } = await setUp({ needs }));
    Object.assign(process.env, temporary.env);
    for (const step of chosen) {
      // The messages' functions, which the first step makes, are there from the second on.
      if (names.includes('lint') && step[0] !== 'messages') void lint();
      results.push(await runStep(step, temporary));
    }
  } catch (error) {
    console.error(error instanceof ToolError ? `\n${error.message}` : error);
    results.push({ name: 'set-up', seconds: 0, ...bad });
  } finally {
    temporary.remove();
  }
  summary(results);
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  console.log(`${String(sum('passed'))} passed, ${String(sum('failed'))} failed`);
  return sum('failed') === 0 ? 0 : 1;
});
