// The AppImage: a folder of files in a squashfs, behind a small program that mounts it and starts
// what is called AppRun in it (github.com/AppImage/AppImageSpec).
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findProgram, root, run, ToolError } from '../tools/running.mjs';
import { desktopName } from './app-id.mjs';
import { source } from './linux-tree.mjs';

const sources = join(root, 'packaging', 'linux');
const icons = join(root, 'packaging', 'icons');

/**
 * The static program in front, which needs no libfuse2 (github.com/AppImage/type2-runtime, release
 * 20251108); the digests are what that release's own page and many projects' pins say.
 */
export const runtimes = {
  x64: {
    address: 'https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-x86_64',
    sha256: '2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d',
  },
  arm64: {
    address: 'https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-aarch64',
    sha256: '00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444',
  },
};

/**
 * @param {object} options
 * @param {string} options.app the unpacked app
 * @param {string} options.work emptied first
 * @param {string} options.output the folder for the image
 * @param {string} options.version
 * @param {string} options.notices
 * @param {Uint8Array} options.front the program in front
 * @param {'x64' | 'arm64'} [options.arch]
 * @returns {Promise<string>} the image's path
 * @throws {ToolError} when the program in front is not the pinned one
 */
export async function makeAppImage(options) {
  const { work, output, version, front, arch = process.arch } = options;
  const found = createHash('sha256').update(front).digest('hex');
  if (found !== runtimes[arch].sha256) {
    throw new ToolError(`The AppImage's runtime is not the one that is pinned: ${found}`);
  }
  rmSync(work, { recursive: true, force: true });
  const folder = join(work, 'AppDir');
  layOutAppDir({ ...options, folder });
  const image = join(work, 'image.squashfs');
  await squash(folder, image);
  mkdirSync(output, { recursive: true });
  const name = arch === 'arm64' ? 'aarch64' : 'x86_64';
  const file = join(output, `Foyer-${version}-${name}.AppImage`);
  writeFileSync(file, Buffer.concat([front, readFileSync(image)]));
  chmodSync(file, 0o755);
  return file;
}

/** What is in the image. */
export function layOutAppDir({ folder, app, notices }) {
  const home = join(folder, 'usr', 'lib', 'foyer');
  cpSync(app, home, { recursive: true });
  // It would need an owner and a mode that a mounted image can't give it.
  rmSync(join(home, 'chrome-sandbox'), { force: true });
  writeFileSync(join(home, 'notices.txt'), notices);
  cpSync(join(sources, 'AppRun'), join(folder, 'AppRun'));
  chmodSync(join(folder, 'AppRun'), 0o755);
  const desktop = source(desktopName);
  // There is no /usr/bin/foyer; what integrates AppImages writes the real path here.
  writeFileSync(join(folder, desktopName), desktop.replace('/usr/bin/foyer', 'foyer'));
  const picture = join(folder, 'usr', 'share', 'icons', 'hicolor', '256x256', 'apps');
  mkdirSync(picture, { recursive: true });
  cpSync(join(icons, 'png', '256x256.png'), join(picture, 'foyer.png'));
  cpSync(join(icons, 'png', '256x256.png'), join(folder, 'foyer.png'));
  symlinkSync('foyer.png', join(folder, '.DirIcon'));
}

async function squash(folder, image) {
  if (findProgram('mksquashfs') === undefined) {
    throw new ToolError('mksquashfs is not installed; on Debian it is in squashfs-tools.');
  }
  const { code, output } = await run(
    'mksquashfs',
    [folder, image, '-root-owned', '-noappend', '-comp', 'zstd', '-no-progress', '-quiet'],
    { quiet: true },
  );
  if (code !== 0) throw new ToolError(`mksquashfs: ${output.trim()}`);
}
