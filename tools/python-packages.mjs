// Fetches what only the Python package registry has: the packages that play a service of another
// protocol in the tests (nothing of Node's or Electron's can be a server of HTTP/3), and the program
// that makes an .rpm. They lie in folders of their own under .runtime, pinned by hash, and the
// system's Python stays as it is.
//
// As a command it prints that folder: `node tools/python-packages.mjs`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { findProgram, isStarted, root, run, runCommand, ToolError } from './running.mjs';

const cacheFolder = join(root, '.runtime');
const lockFile = join(cacheFolder, 'python.lock');
const pipLimit = 5 * 60_000;

/** What they are for, and the file that pins them. */
const sets = {
  http3: ['the tests of HTTP/3', join(root, 'tools', 'python-requirements.txt')],
  rpm: ['making an .rpm', join(root, 'packaging', 'python-requirements.txt')],
};

/**
 * Finds the packages, or fetches them from the Python package registry.
 *
 * @param {object} [options]
 * @param {keyof typeof sets} [options.of]
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<{ python: string, folder: string, env: Record<string, string> }>} the interpreter,
 *   where the packages lie, and what makes it find them
 * @throws {ToolError} saying what is missing and what can be done
 */
export async function findPythonPackages(options = {}) {
  const { of = 'http3', say = console.error } = options;
  const [purpose, requirements] = sets[of];
  const python = interpreter(purpose);
  const folder = join(cacheFolder, `python-${await fingerprint(python, requirements)}`);
  if (!existsSync(folder)) {
    await withLock(
      lockFile,
      () => fetchInto({ folder, python, purpose, requirements, say }),
      () => {
        say('Another command is fetching the Python packages; waiting for it.');
      },
    );
  }
  return { python, folder, env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' } };
}

function interpreter(purpose) {
  // On Windows `python3` is often a signpost to a shop.
  const names = process.platform === 'win32' ? ['python', 'python3'] : ['python3', 'python'];
  const found = names.map((name) => findProgram(name)).find((path) => path !== undefined);
  if (found === undefined) {
    throw new ToolError(
      `Python 3.10 or later with pip is needed for ${purpose}. Install it and run this again.`,
    );
  }
  return found;
}

/** Other requirements, or another Python, are another folder: compiled parts fit one version only. */
async function fingerprint(python, requirements) {
  const { code, output } = await run(python, ['--version'], { quiet: true });
  if (code !== 0) throw new ToolError(`${python} does not run: ${output.trim()}`);
  return createHash('sha256')
    .update(readFileSync(requirements))
    .update(`${output.trim()} ${process.platform} ${process.arch}`)
    .digest('hex')
    .slice(0, 12);
}

async function fetchInto({ folder, python, purpose, requirements, say }) {
  if (existsSync(folder)) return;
  say(`Fetching the Python packages for ${purpose} …`);
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
        `The Python packages for ${purpose} could not be had (${reason}). Make the Python ` +
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
