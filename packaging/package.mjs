// `npm run package`: the packages that this machine can make, and one line on what they are.
//
//   npm run package                   the unpacked app; on Linux the .deb and the .rpm, on Windows
//                                     and macOS the installers
//   npm run package -- --for-release  the same, or an end with code 1 where it may not be released
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findProgram, isStarted, root, runCommand, ToolError } from '../tools/running.mjs';
import { setUp } from '../tools/set-up.mjs';
import { packFolder, packInstallers } from './app-folder.mjs';
import { billOf, bundledIn, noticesOf } from './bundled.mjs';
import { makeCodeCache } from './code-cache.mjs';
import { lookInto } from './contents.mjs';
import { makeAppImage } from './appimage.mjs';
import { makeDeb } from './deb.mjs';
import { whyNotReleased } from './releasable.mjs';
import { makeRpm } from './rpm.mjs';
import { manifestOf, stageApp } from './stage.mjs';

const output = join(root, 'dist');

/** keytar's folders of binaries for a platform, as its package names them. */
const prebuildsFor = {
  linux: [`linux-${process.arch}`],
  win32: ['win32-x64', 'win32-arm64'],
  darwin: ['darwin-x64', 'darwin-arm64'],
};

/**
 * The staged app, packed into a folder, with its notices and its bill of materials beside it.
 *
 * @param {object} options
 * @param {{ path: string, dist: string, version: string }} options.runtime
 * @param {string} options.version Foyer's own
 * @param {boolean} options.letsTestsIn a program on this computer may drive it; never released
 * @param {string} options.output
 * @param {string} [options.feed] where its updates come from
 * @returns {Promise<{ staged: string, app: string, notices: string, bytes: number }>}
 */
export async function makeFolder({ runtime, version, letsTestsIn, output: folder, feed }) {
  const staged = join(folder, 'stage');
  await stageApp({
    folder: staged,
    prebuilds: prebuildsFor[process.platform],
    version,
    letsTestsIn,
  });
  await makeCodeCache({ staged, work: join(folder, 'code-cache'), runtime });
  const bundled = bundledIn({ staged, runtime });
  const app = await packFolder({ app: staged, output: folder, runtime, feed });
  const archive = archiveIn(app);
  const { strangers, bytes } = lookInto(archive);
  if (strangers.length > 0) {
    throw new ToolError(`What has no business in a package is in it: ${strangers.join(', ')}`);
  }
  const notices = noticesOf(bundled);
  writeFileSync(join(folder, 'notices.txt'), notices);
  const bill = billOf(bundled, { version, madeAt: new Date() });
  writeFileSync(join(folder, 'foyer.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  return { staged, app, notices, bytes };
}

function archiveIn(app) {
  const resources =
    process.platform === 'darwin' ? join(app, 'Foyer.app', 'Contents', 'Resources') : null;
  const archive = join(resources ?? join(app, 'resources'), 'app.asar');
  if (!existsSync(archive)) throw new ToolError(`There is no ${archive}.`);
  return archive;
}

/** What this Linux has the tools for. */
async function linuxPackages({ made, version, isTest }) {
  const { app, notices } = made;
  const common = { app, notices, version, output, isTest };
  const files = [];
  if (findProgram('dpkg-deb') !== undefined && findProgram('dpkg-shlibdeps') !== undefined) {
    files.push(await makeDeb({ ...common, work: join(output, 'deb') }));
  }
  if (findProgram('python3') !== undefined) {
    files.push(await makeRpm({ ...common, work: join(output, 'rpm') }));
  }
  // It can't be had from a package registry, so whoever has it says where.
  const front = process.env.FOYER_APPIMAGE_RUNTIME;
  if (front !== undefined) {
    const work = join(output, 'appimage');
    files.push(await makeAppImage({ ...common, work, front: readFileSync(front) }));
  }
  return files;
}

const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function makeAll({ forRelease }) {
  const { runtime } = await setUp({ needs: ['window', 'display', 'package'] });
  const { version } = manifestOf(root);
  const reasons = await whyNotReleased(runtime);
  if (forRelease && reasons.length > 0) {
    throw new ToolError(`Nothing was made: it may not be released, because ${reasons.join('; ')}.`);
  }
  mkdirSync(output, { recursive: true });
  // Also what the build itself looks at (named-feed.mjs); without one it has no updates.
  const feed = process.env.FOYER_UPDATE_FEED || undefined;
  const made = await makeFolder({ runtime, version, letsTestsIn: false, output, feed });
  const files = [];
  if (process.platform !== 'linux') {
    files.push(...(await packInstallers({ app: made.staged, output, runtime, feed })));
  } else {
    files.push(...(await linuxPackages({ made, version, isTest: reasons.length > 0 })));
  }
  const sizes = [
    ...files.map((file) => `${basename(file)}, ${megabytes(statSync(file).size)}`),
    `the unpacked app in ${basename(made.app)}`,
    `its archive holds ${megabytes(made.bytes)} without compiled code and fonts`,
  ];
  const verdict =
    reasons.length === 0
      ? 'It may be released.'
      : `It may not be released, because ${reasons.join('; ')}.`;
  console.log(`Made in dist: ${sizes.join('; ')}. ${verdict}`);
}

if (isStarted(import.meta.url)) {
  await runCommand(() => makeAll({ forRelease: process.argv.includes('--for-release') }));
}
