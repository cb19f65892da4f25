// The package for Fedora, openSUSE and their relatives, made by nfpm out of the same tree as the .deb.
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findPythonPackages } from '../tools/python-packages.mjs';
import { root, run, ToolError } from '../tools/running.mjs';
import { layOut, loadProfile, write } from './linux-tree.mjs';
import { manifestOf } from './stage.mjs';

/** By library, so that one package fits every distribution: each has its own names for packages. */
const libraries = [
  ...['libgtk-3.so.0', 'libnss3.so', 'libasound.so.2', 'libgbm.so.1', 'libcups.so.2'],
  ...['libatk-bridge-2.0.so.0', 'libatspi.so.0', 'libxkbcommon.so.0', 'libsecret-1.so.0'],
];

const architectures = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * @param {object} options
 * @param {string} options.app the unpacked app
 * @param {string} options.work emptied first
 * @param {string} options.output the folder for the package
 * @param {string} options.version
 * @param {string} options.notices
 * @param {boolean} options.isTest named foyer-test
 * @returns {Promise<string>} the package's path
 */
export async function makeRpm({ app, work, output, version, notices, isTest }) {
  const name = isTest ? 'foyer-test' : 'foyer';
  const tree = join(work, 'tree');
  rmSync(work, { recursive: true, force: true });
  layOut({ tree, app, name, type: 'rpm', version, notices });
  const afterInstall = join(work, 'after-install.sh');
  write(afterInstall, loadProfile, 0o755);
  const { description, license } = manifestOf(root);
  const configuration = {
    name,
    version,
    arch: architectures[process.arch],
    platform: 'linux',
    release: '1',
    section: 'graphics',
    maintainer: 'The Foyer authors',
    description,
    license,
    depends: [...libraries.map((library) => `${library}()(64bit)`), 'xdg-utils'],
    conflicts: [isTest ? 'foyer' : 'foyer-test'],
    contents: contentsOf(tree),
    scripts: { postinstall: afterInstall },
    rpm: { group: 'Applications/Graphics', compression: isTest ? 'gzip:1' : 'xz' },
  };
  // JSON is YAML.
  const file = join(work, 'nfpm.yaml');
  writeFileSync(file, JSON.stringify(configuration, null, 2));
  mkdirSync(output, { recursive: true });
  const { folder } = await findPythonPackages({ of: 'rpm' });
  const target = join(output, `${name}-${version}-1.${architectures[process.arch]}.rpm`);
  const { code, output: said } = await run(
    join(folder, 'bin', 'nfpm'),
    ['package', '--config', file, '--packager', 'rpm', '--target', target],
    { quiet: true },
  );
  if (code !== 0) throw new ToolError(`nfpm: ${said.trim()}`);
  return target;
}

/** Each file by itself, so that its mode is exactly the one in the tree. */
function contentsOf(tree) {
  return readdirSync(tree, { recursive: true })
    .map((name) => join(tree, name))
    .filter((path) => !lstatSync(path).isDirectory())
    .map((path) => {
      const state = lstatSync(path);
      const dst = `/${relative(tree, path)}`;
      if (state.isSymbolicLink()) return { src: '../lib/foyer/foyer', dst, type: 'symlink' };
      return {
        src: path,
        dst,
        // What an administrator changed stays.
        ...(dst.startsWith('/etc/') && { type: 'config|noreplace' }),
        file_info: { mode: state.mode & 0o7777, owner: 'root', group: 'root' },
      };
    });
}
