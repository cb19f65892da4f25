// The package for Debian and its descendants: a staged tree, and dpkg-deb over it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findProgram, run, ToolError } from '../tools/running.mjs';
import {
  filesUnder,
  isBinary,
  layOut,
  loadProfile,
  packed,
  packedOn,
  source,
  write,
} from './linux-tree.mjs';

const maintainer = process.env.FOYER_MAINTAINER ?? 'The Foyer authors <foyer@example.invalid>';

/** What Foyer starts besides itself, and what dpkg-shlibdeps can't see in a binary. */
const furtherDepends = ['xdg-utils'];
const recommends = ['gnome-keyring | org.freedesktop.secrets', 'libnotify4', 'xdg-desktop-portal'];

/**
 * @param {object} options
 * @param {string} options.app the unpacked app (app-folder.mjs)
 * @param {string} options.work emptied first
 * @param {string} options.output the folder for the package
 * @param {string} options.version
 * @param {string} options.notices the notices of what is bundled
 * @param {boolean} options.isTest named foyer-test, and packed fast instead of small
 * @returns {Promise<string>} the package's path
 */
export async function makeDeb({ app, work, output, version, notices, isTest }) {
  const name = isTest ? 'foyer-test' : 'foyer';
  const tree = join(work, 'tree');
  rmSync(work, { recursive: true, force: true });
  layOut({ tree, app, name, type: 'deb', version, notices });
  const share = join(tree, 'usr', 'share');
  write(join(share, 'doc', name, 'changelog.gz'), packed(changelog(name, version)));
  write(
    join(share, 'lintian', 'overrides', name),
    source('lintian-overrides').replaceAll('@PACKAGE@', name),
  );

  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  write(join(control, 'control'), await controlFile({ tree, work, name, version, isTest }));
  write(join(control, 'conffiles'), '/etc/apparmor.d/foyer\n');
  write(join(control, 'md5sums'), checksums(tree));
  write(join(control, 'postinst'), loadProfile, 0o755);
  write(join(control, 'postrm'), sayWhatStays, 0o755);

  mkdirSync(output, { recursive: true });
  const file = join(output, `${name}_${version}_${await architecture()}.deb`);
  const packing = isTest ? ['-Zgzip', '-z1'] : ['-Zxz', '-z9', '-Sextreme'];
  await must('dpkg-deb', ['--root-owner-group', ...packing, '--build', tree, file]);
  return file;
}

function checksums(tree) {
  return filesUnder(tree)
    .map((path) => [relative(tree, path), path])
    .filter(([name]) => !name.startsWith('DEBIAN/') && !name.startsWith('etc/'))
    .map(([name, path]) => `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${name}`)
    .sort()
    .join('\n')
    .concat('\n');
}

async function controlFile({ tree, work, name, version, isTest }) {
  const kilobytes = filesUnder(tree).reduce((sum, path) => sum + statSync(path).size, 0) / 1024;
  const depends = [...(await libraries(tree, work)), ...furtherDepends].sort();
  const fields = {
    Package: name,
    Version: version,
    Architecture: await architecture(),
    Maintainer: maintainer,
    'Installed-Size': String(Math.ceil(kilobytes)),
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    // One of the two at a time: they are the same program.
    ...(isTest
      ? { Provides: 'foyer', Conflicts: 'foyer', Replaces: 'foyer' }
      : { Conflicts: 'foyer-test', Replaces: 'foyer-test' }),
    Section: 'graphics',
    Priority: 'optional',
    Description: [
      'design chat themes offline, start previews of bots in a second',
      ' For owners of workspaces on a chat-bot builder service: design themes on',
      ' your own disk with a faithful preview, publish them once, and start previews',
      ' from the window, a launcher, the tray or the terminal.',
      ...(isTest
        ? [' .', ' This package is for tests of Foyer only: it lets a test program in.']
        : []),
    ].join('\n'),
  };
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${value}\n`)
    .join('');
}

/** The packages of the libraries that the binaries ask for. */
async function libraries(tree, work) {
  const debian = join(work, 'debian');
  mkdirSync(debian, { recursive: true });
  write(join(debian, 'control'), 'Source: foyer\n\nPackage: foyer\nArchitecture: any\n');
  const home = join(tree, 'usr', 'lib', 'foyer');
  const binaries = filesUnder(home).filter(isBinary);
  const output = await must(
    'dpkg-shlibdeps',
    ['-O', '--warnings=0', '-xfoyer', `-l${home}`, ...binaries.flatMap((path) => ['-e', path])],
    { cwd: work },
  );
  const [, list] = /^shlibs:Depends=(.*)$/mu.exec(output) ?? [];
  if (list === undefined) throw new ToolError(`dpkg-shlibdeps said no dependencies: ${output}`);
  return list.split(', ');
}

async function architecture() {
  return (await must('dpkg', ['--print-architecture'])).trim();
}

function changelog(name, version) {
  const date = packedOn().toUTCString().replace('GMT', '+0000');
  return (
    `${name} (${version}) stable; urgency=medium\n\n` +
    '  * What changed is in CHANGELOG.md of the source.\n\n' +
    ` -- ${maintainer}  ${date}\n`
  );
}

/** A package never takes a person's own files; purging says where they are. */
const sayWhatStays = `#!/bin/sh
set -e
if [ "$1" = purge ]; then
  echo "What people made with Foyer stays in their homes: themes in Documents/Foyer themes (or the"
  echo "folder they chose), settings in .config/Foyer, tokens in their keychains."
fi
`;

async function must(program, parameters, options = {}) {
  if (findProgram(program) === undefined) {
    throw new ToolError(`${program} is not installed; on Debian it is in dpkg-dev.`);
  }
  const { code, output } = await run(program, parameters, { ...options, quiet: true });
  if (code !== 0) throw new ToolError(`${program}: ${output.trim()}`);
  return output;
}
