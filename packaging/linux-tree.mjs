// What a Linux package lays down on a system, whichever its form: the app, what the desktop knows of
// it, and its papers.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../tools/running.mjs';
import { desktopName } from './app-id.mjs';

const sources = join(root, 'packaging', 'linux');
const icons = join(root, 'packaging', 'icons');

/**
 * Lays the files out under `tree`, with the modes that they have on a system.
 *
 * @param {object} options
 * @param {string} options.tree
 * @param {string} options.app the unpacked app
 * @param {string} options.name the package's
 * @param {'deb' | 'rpm'} options.type told to the app, which then leaves updates to the system
 * @param {string} options.version
 * @param {string} options.notices
 */
export function layOut({ tree, app, name, type, version, notices }) {
  const home = join(tree, 'usr', 'lib', 'foyer');
  cpSync(app, home, { recursive: true });
  write(join(home, 'resources', 'package-type'), `${type}\n`);
  for (const path of filesUnder(home)) chmodSync(path, isProgram(path) ? 0o755 : 0o644);
  // Where the kernel lets nobody make user namespaces, this is Chromium's sandbox.
  chmodSync(join(home, 'chrome-sandbox'), 0o4755);
  // Said in usr/share/doc, where Debian has such files.
  for (const said of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) {
    rmSync(join(home, said), { force: true });
  }
  write(join(tree, 'etc', 'apparmor.d', 'foyer'), source('foyer.apparmor'));
  mkdirSync(join(tree, 'usr', 'bin'), { recursive: true });
  symlinkSync('../lib/foyer/foyer', join(tree, 'usr', 'bin', 'foyer'));

  const share = join(tree, 'usr', 'share');
  write(join(share, 'applications', desktopName), source(desktopName));
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
}

/**
 * What the package's system runs when the files are there: it loads the profile where AppArmor knows
 * its kind. Debian calls it with `configure`, RPM with how many of the package are there then.
 */
export const loadProfile = `#!/bin/sh
set -e
profile=/etc/apparmor.d/foyer
case "$1" in
  configure | [1-9]*)
    if [ -e /etc/apparmor.d/abi/4.0 ] && [ -d /sys/kernel/security/apparmor ] \\
        && command -v apparmor_parser >/dev/null; then
      apparmor_parser --replace --write-cache "$profile" || true
    fi
    ;;
esac
`;

/** A file of packaging/linux. */
export const source = (name) => readFileSync(join(sources, name), 'utf8');
/** Without a name and a time in it, so that the same source gives the same bytes. */
export const packed = (content) => gzipSync(content, { level: 9 });

/** Writes a file with exactly this mode, and the folders to it. */
export function write(path, content, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

function copy(from, to) {
  write(to, readFileSync(from));
}

/** The time that reproducible builds name, or now. */
export function packedOn() {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH);
  return Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000) : new Date();
}

/** Every regular file under a folder. */
export function filesUnder(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile());
}

/** Whether a file is code of the machine's: a program or a library. */
export const isBinary = (path) => readFileSync(path).subarray(0, 4).equals(elf);

/** An ELF program; libraries are only read. */
function isProgram(path) {
  return !/\.(so(\.\d+)?|node)$/u.test(path) && isBinary(path);
}
const elf = Buffer.from('\x7fELF', 'latin1');

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
