// Fetches the Python packages that play a service of another protocol in the tests: nothing of
// Node's or Electron's can be a server of HTTP/3. They lie in a folder of their own under .runtime,
// pinned by hash, and the system's Python stays as it is.
//
// As a command it prints that folder: `node tools/python-packages.mjs`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { findProgram, isStarted, root, run, runCommand, ToolError } from './running.mjs';

const cacheFolder = join(root, '.runtime');
const lockFile = join(cacheFolder, 'python.lock');
const requirements = join(root, 'tools', 'python-requirements.txt');
const pipLimit = 5 * 60_000;

/**
 * Finds the packages, or fetches them from the Python package registry.
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<{ python: string, env: Record<string, string> }>} the interpreter, and what makes
 *   it find the packages
 * @throws {ToolError} saying what is missing and what can be done
 */
export async function findPythonPackages(options = {}) {
  const { say = console.error } = options;
  const python = interpreter();
  const folder = join(cacheFolder, `python-${await fingerprint(python)}`);
  if (!existsSync(folder)) {
    await withLock(
      lockFile,
      () => fetchInto(folder, python, say),
      () => {
        say('Another command is fetching the Python packages; waiting for it.');
      },
    );
  }
  return { python, env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' } };
}

function interpreter() {
  // On Windows `python3` is often a signpost to a shop.
  const names = process.platform === 'win32' ? ['python', 'python3'] : ['python3', 'python'];
  const found = names.map((name) => findProgram(name)).find((path) => path !== undefined);
  if (found === undefined) {
    throw new ToolError(
      'The tests of HTTP/3 need Python 3.10 or later, with pip. Install it and run this again.',
    );
  }
  return found;
}

/** Other requirements, or another Python, are another folder: compiled parts fit one version only. */
async function fingerprint(python) {
  const { code, output } = await run(python, ['--version'], { quiet: true });
  if (code !== 0) throw new ToolError(`${python} does not run: ${output.trim()}`);
  return createHash('sha256')
    .update(readFileSync(requirements))
    .update(`${output.trim()} ${process.platform} ${process.arch}`)
    .digest('hex')
    .slice(0, 12);
}

async function fetchInto(folder, python, say) {
  if (existsSync(folder)) return;
  say('Fetching the Python packages for the tests of HTTP/3 …');
  mkdirSync(cacheFolder, { recursive: true });
  const work = mkdtempSync(join(cacheFolder, 'unpacking-'));
  try {
    const target = join(work, 'packages');
    const { code, output, stopped } = await run(
      python,
      [
        ...['-m', 'pip', '--disable-pip-version-check', '--quiet', 'install', '--no-deps'],
        ...['--require-hashes', '--only-binary=:all:', '--no-compile', '--no-cache-dir'],
        ...['--requirement', requirements, '--target', target],
      ],
      { quiet: true, timeLimit: pipLimit },
    );
    if (code !== 0) {
      const reason = stopped ?? (output.trim().split('\n').at(-1) || `code ${String(code)}`);
      throw new ToolError(
        `The Python packages for the tests of HTTP/3 could not be had (${reason}). Make the Python ` +
          'package registry reachable (pip config set global.index-url … for another one) and run ' +
          'this again.',
      );
    }
    renameSync(target, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const { env } = await findPythonPackages();
    console.log(env.PYTHONPATH);
  });
}
