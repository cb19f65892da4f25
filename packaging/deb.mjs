// The package for Debian and its descendants: a staged tree, and dpkg-deb over it.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findProgram, root, run, ToolError } from '../tools/running.mjs';

const sources = join(root, 'packaging', 'linux');
const icons = join(root, 'packaging', 'icons');
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
  layOut({ tree, app, name, version, notices });

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

function layOut({ tree, app, name, version, notices }) {
  const home = join(tree, 'usr', 'lib', 'foyer');
  cpSync(app, home, { recursive: true });
  for (const path of filesUnder(home)) chmodSync(path, isProgram(path) ? 0o755 : 0o644);
  // Where the kernel lets nobody make user namespaces, this is Chromium's sandbox.
  chmodSync(join(home, 'chrome-sandbox'), 0o4755);
  // Said in usr/share/doc, where Debian has such files.
  for (const said of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) {
    rmSync(join(home, said), { force: true });
  }
  // So the app knows that it is not to bring itself up to date.
  write(join(home, 'resources', 'package-type'), 'deb\n');
  mkdirSync(join(tree, 'usr', 'bin'), { recursive: true });
  symlinkSync('../lib/foyer/foyer', join(tree, 'usr', 'bin', 'foyer'));

  const share = join(tree, 'usr', 'share');
  write(join(share, 'applications', 'foyer.desktop'), source('foyer.desktop'));
  write(join(share, 'mime', 'packages', 'foyer.xml'), source('foyer.xml'));
  for (const picture of readdirSync(join(icons, 'png'))) {
    const size = picture.replace('.png', '');
    copy(join(icons, 'png', picture), join(share, 'icons', 'hicolor', size, 'apps', 'foyer.png'));
  }
  copy(join(icons, 'foyer.svg'), join(share, 'icons', 'hicolor', 'scalable', 'apps', 'foyer.svg'));
  const page = source('foyer.1')
    .replaceAll('@VERSION@', version)
    .replaceAll('@DATE@', packedOn().toISOString().slice(0, 10));
  write(join(share, 'man', 'man1', 'foyer.1.gz'), packed(page));
  const documents = join(share, 'doc', name);
  write(join(documents, 'copyright'), copyright());
  write(join(documents, 'notices.txt.gz'), packed(notices));
  const chromium = join(app, 'LICENSES.chromium.html');
  if (existsSync(chromium)) {
    write(join(documents, 'chromium.html.gz'), packed(readFileSync(chromium)));
  }
  write(join(documents, 'changelog.gz'), packed(changelog(name, version)));
  write(
    join(share, 'lintian', 'overrides', name),
    source('lintian-overrides').replaceAll('@PACKAGE@', name),
  );
  write(join(tree, 'etc', 'apparmor.d', 'foyer'), source('foyer.apparmor'));
}

const source = (name) => readFileSync(join(sources, name), 'utf8');
/** Without a name and a time in it, so that the same source gives the same bytes. */
const packed = (content) => gzipSync(content, { level: 9 });

function write(path, content, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

function copy(from, to) {
  write(to, readFileSync(from));
}

/** The time that reproducible builds name, or now. */
function packedOn() {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000) : new Date();
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile());
}

/** An ELF program; libraries are only read. */
function isProgram(path) {
  return !/\.(so(\.\d+)?|node)$/u.test(path) && readFileSync(path).subarray(0, 4).equals(elf);
}
const elf = Buffer.from('\x7fELF', 'latin1');

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
      'draft chat themes offline, start previews of bots in a second',
      ' For owners of workspaces on a chat-bot builder service: themes are drafted',
      ' on the own disk with a faithful preview, published once, and previews are',
      ' started from the window, a launcher, the tray or the terminal.',
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
  const binaries = filesUnder(home).filter((path) => readFileSync(path).subarray(0, 4).equals(elf));
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

function copyright() {
  const text = readFileSync(join(root, 'LICENSE'), 'utf8');
  const [, holder] = /^(Copyright .*)$/mu.exec(text) ?? [];
  const paragraphs = text.slice(text.indexOf('Permission')).trim();
  const indented = paragraphs.replace(/^$/gmu, '.').replace(/^/gmu, ' ');
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Foyer',
    'Comment: What others made is named in notices.txt.gz and chromium.html.gz.',
    '',
    'Files: *',
    `Copyright: ${holder.replace(/^Copyright (\(c\) )?/u, '')}`,
    'License: Expat',
    '',
    'License: Expat',
    indented,
    '',
  ].join('\n');
}

/** Loads the profile where AppArmor knows its kind; desktop and MIME databases are dpkg's triggers. */
const loadProfile = `#!/bin/sh
set -e
profile=/etc/apparmor.d/foyer
if [ "$1" = configure ] && [ -e /etc/apparmor.d/abi/4.0 ] && [ -d /sys/kernel/security/apparmor ] \\
    && command -v apparmor_parser >/dev/null; then
  apparmor_parser --replace --write-cache "$profile" || true
fi
`;

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
