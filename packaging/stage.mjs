// Lays out what is packed: the built app and nothing of development, in a folder of its own.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageCommand, root, runNode, ToolError } from '../tools/running.mjs';
import { desktopName } from './app-id.mjs';

/** What of keytar's package runs; its binary for the target comes beside this. */
const ofKeytar = ['LICENSE.md', 'lib'];

/**
 * Builds the app into `folder`, which becomes what `app.getAppPath()` is in the package.
 *
 * @param {object} options
 * @param {string} options.folder emptied first
 * @param {string[]} options.prebuilds folders of keytar's binaries, such as `linux-x64`
 * @param {string} options.version
 * @param {boolean} options.letsTestsIn takes `--remote-debugging-port`; never released
 */
export async function stageApp({ folder, prebuilds, version, letsTestsIn }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await step('The message catalogue', [join(root, 'tools', 'messages.mjs')]);
  await step(
    'The build',
    [
      ...[packageCommand('electron-vite'), 'build'],
      ...['--logLevel', 'warn', '--outDir', join(folder, 'out')],
    ],
    { FOYER_TEST_BUILD: letsTestsIn ? '1' : undefined },
  );
  cpSync(join(root, 'resources'), join(folder, 'resources'), { recursive: true });
  const keytar = join(root, 'node_modules', 'keytar');
  for (const name of [...ofKeytar, ...prebuilds.map((name) => join('prebuilds', name))]) {
    cpSync(join(keytar, name), join(folder, 'node_modules', 'keytar', name), { recursive: true });
  }
  const { name, version: keytarVersion, license } = manifestOf(keytar);
  // Without what it is built with, which is nothing to the packed app.
  writeManifest(join(folder, 'node_modules', 'keytar'), {
    ...{ name: 'keytar', version: keytarVersion, license },
    ...{ main: './lib/keytar.js', description: `${name} under its old name` },
  });
  // `npm run practice-service` is the only one that starts it by itself.
  rmSync(join(folder, 'out', 'main', 'practice-service.cjs'));
  writeManifest(folder, packedManifest({ version, keytarVersion }));
}

/** The packed app's package.json, in which Electron finds its names. */
export function packedManifest({ version, keytarVersion }) {
  const own = manifestOf(root);
  const kept = ['name', 'productName', 'description', 'license', 'main'];
  return {
    ...Object.fromEntries(kept.map((key) => [key, own[key]])),
    version,
    author: 'The Foyer authors',
    desktopName,
    dependencies: { keytar: keytarVersion },
  };
}

/** A folder's package.json. */
export function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function step(what, parameters, env = {}) {
  const { code, output } = await runNode(parameters, { quiet: true, env });
  if (code === 0) return;
  console.error(output.trimEnd());
  throw new ToolError(`${what} failed; what it said stands above.`);
}
