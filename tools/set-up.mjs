// Makes a fresh machine able to run a command: Node's version, the npm packages, the system's
// packages, the Electron runtime, the Python packages of tests. What is there already is not fetched again.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findElectron, missingLibraries, sandboxObstacle } from './electron-runtime.mjs';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { ensureOsPackages } from './os-packages.mjs';
import { findPythonPackages } from './python-packages.mjs';
import { root, ToolError } from './running.mjs';

const stampFile = join(root, 'node_modules', '.foyer-stamp');
const lockFile = join(root, '.runtime', 'set-up.lock');

/**
 * Prepares everything that a command needs; a good second time it takes a fraction of a second.
 *
 * @param {object} [options]
 * @param {(keyof typeof import('./os-packages.mjs').needs)[]} [options.needs] what the command will do:
 *   show a window (this fetches Electron too), start a display, a keychain, a browser, a service of
 *   Python's (whose packages are fetched), make a package, install one
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<{ runtime: import('./electron-runtime.mjs').Runtime | undefined }>} the runtime,
 *   if a window was asked for
 * @throws {ToolError} a paragraph on what is missing and how to get it
 */
export async function setUp(options = {}) {
  const { needs = [], say = console.log } = options;
  checkNode();
  await ensurePackages(say);
  await ensureOsPackages(needs, say);
  if (needs.includes('python')) await fetchPythonPackages(say);
  if (!needs.includes('window')) return { runtime: undefined };

  const runtime = await findElectron({ say });
  const missing = await missingLibraries(runtime);
  if (missing.length > 0) {
    throw new ToolError(
      `Electron ${runtime.version} needs shared libraries that this system does not have: ` +
        `${missing.join(', ')}. Install the packages that hold them, then run this command again.`,
    );
  }
  if (runtime.fallback) {
    say(
      `Running on Electron ${runtime.version}, the older one for development, because the current one ` +
        'could not be downloaded (node tools/electron-runtime.mjs --retry tries again).',
    );
  }
  return { runtime };
}

/** Said here and now; the tests that need them fail, and the others are run. */
async function fetchPythonPackages(say) {
  try {
    await findPythonPackages({ say });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    say(error.message);
  }
}

/** Says, before Electron dies of it, when the sandbox cannot work for this user. */
export async function checkSandbox(runtime) {
  const obstacle = await sandboxObstacle(runtime);
  if (obstacle !== undefined) throw new ToolError(obstacle);
}

/**
 * Whether a version of Node is new enough for `>=X.Y`.
 *
 * @param {string} version as in `process.versions.node`
 * @param {string} range as in the `engines` of package.json
 */
export function isNodeNewEnough(version, range) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor = 0] = range.replace('>=', '').split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (isNodeNewEnough(process.versions.node, engines.node)) return;
  throw new ToolError(
    `Foyer is built with Node ${engines.node.replace('>=', '')} or later; this is Node ` +
      `${process.versions.node}. Install a newer one (nodejs.org, or your system's packages) and run ` +
      'the command again.',
  );
}

/** What the installed packages have to fit: the lock file, and the machine they are for. */
function wantedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return hash + machine();
}

function machine() {
  return ` ${process.platform} ${process.arch}\n`;
}

function isInstalled() {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
  if (stamp === wantedStamp()) return true;
  const forOtherMachine = stamp !== undefined && !stamp.endsWith(machine());
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (forOtherMachine || !existsSync(installed)) return false;
  const fits = fitsLock(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    JSON.parse(readFileSync(installed, 'utf8')),
  );
  // Someone ran `npm ci` or `npm install` themselves.
  if (fits) writeFileSync(stampFile, wantedStamp());
  return fits;
}

/**
 * Whether npm's own list of what it installed (node_modules/.package-lock.json) is what the lock file
 * asks for. Optional packages (those for one system) may be absent on either side.
 */
export function fitsLock(lock, installed) {
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '');
  const isOptional = (one) => one.optional === true || one.devOptional === true;
  const nothingMissing = wanted.every(([path, one]) => {
    const got = installed.packages[path];
    return got === undefined ? isOptional(one) : got.version === one.version;
  });
  const nothingForeign = Object.entries(installed.packages).every(
    ([path, one]) => path in lock.packages || isOptional(one),
  );
  return nothingMissing && nothingForeign;
}

async function ensurePackages(say) {
  if (isInstalled()) return;
  await withLock(
    lockFile,
    async () => {
      if (isInstalled()) return;
      say('Installing the npm packages (npm ci) …');
      await installPackages();
      writeFileSync(stampFile, wantedStamp());
    },
    () => {
      say('Another command is installing the npm packages; waiting for it.');
    },
  );
}

/** No package's install script is run (.npmrc), so nothing comes besides the packages. */
async function installPackages() {
  const quietly = { quiet: true, env: { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } };
  const clean = await npm(['ci', '--no-progress', '--loglevel=error'], quietly);
  if (clean.code === 0) return;

  console.error(clean.output.trimEnd());
  throw new ToolError(
    'The npm packages could not be installed; what npm said stands above. With no network or ' +
      'another registry, set npm up for it (npm config set registry …) and run this command again.',
  );
}
