// What Foyer needs of a Linux system for its development: which of it is missing, and on Debian (and
// its descendants) as root, installing that.
//
// As a command: `node tools/os-packages.mjs` installs everything that is missing, for all commands.
import { existsSync, readdirSync } from 'node:fs';
import { findProgram, isStarted, run, runCommand, ToolError } from './running.mjs';

/** A program that has to be on PATH. */
const program = (name, debian) => ({
  name,
  debian,
  isThere: () => findProgram(name) !== undefined,
});

/** A shared library that the loader has to find. */
const library = (name, debian) => ({
  name,
  debian,
  isThere: (system) => system.libraries.has(name),
});

/**
 * What is needed, by what for. `debian` is the package's name in Debian 12; newer releases call some
 * of them NAMEt64, which is found out when installing. The libraries are those that Electron's
 * executable and keytar's native part name in their headers.
 */
export const needs = {
  window: [
    library('libgtk-3.so.0', 'libgtk-3-0'),
    library('libnss3.so', 'libnss3'),
    library('libnspr4.so', 'libnspr4'),
    library('libasound.so.2', 'libasound2'),
    library('libgbm.so.1', 'libgbm1'),
    library('libdrm.so.2', 'libdrm2'),
    library('libcups.so.2', 'libcups2'),
    library('libatk-1.0.so.0', 'libatk1.0-0'),
    library('libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0'),
    library('libatspi.so.0', 'libatspi2.0-0'),
    library('libdbus-1.so.3', 'libdbus-1-3'),
    library('libxkbcommon.so.0', 'libxkbcommon0'),
    library('libXcomposite.so.1', 'libxcomposite1'),
    library('libXdamage.so.1', 'libxdamage1'),
    library('libXfixes.so.3', 'libxfixes3'),
    library('libXrandr.so.2', 'libxrandr2'),
    library('libX11-xcb.so.1', 'libx11-xcb1'),
    library('libsecret-1.so.0', 'libsecret-1-0'),
    library('libstdc++.so.6', 'libstdc++6'),
    { name: 'fonts', debian: 'fonts-liberation', isThere: () => hasFont('/usr/share/fonts') },
    { ...program('xdg-open', 'xdg-utils'), optional: 'links cannot be opened in the browser' },
  ],
  // Presses keys that no window of the app has: its global shortcut.
  display: [program('Xvfb', 'xvfb'), program('xdotool', 'xdotool')],
  keychain: [
    program('dbus-daemon', 'dbus'),
    program('dbus-send', 'dbus'),
    program('gnome-keyring-daemon', 'gnome-keyring'),
    program('secret-tool', 'libsecret-tools'),
  ],
  /** A browser of the system's, for the tests of what is opened outside Foyer. */
  browser: [program('chromium', 'chromium')],
  /** Makes a .deb. */
  package: [
    { ...program('dpkg-deb', 'dpkg'), optional: 'no .deb is made' },
    { ...program('dpkg-shlibdeps', 'dpkg-dev'), optional: 'no .deb is made' },
  ],
  /** Makes the others, installs one, and uses it as its desktop does. */
  installed: [
    program('apt-ftparchive', 'apt-utils'),
    program('gpg', 'gpg'),
    program('rpm', 'rpm'),
    program('mksquashfs', 'squashfs-tools'),
    program('gio', 'libglib2.0-bin'),
    program('update-desktop-database', 'desktop-file-utils'),
    program('update-mime-database', 'shared-mime-info'),
  ],
  /** Makes the library that has reads fail under the real app (e2e/failing-reads.c). */
  compiler: [
    { ...program('gcc', 'gcc'), optional: 'the test of reads that the system refuses fails' },
    {
      name: 'the C library’s headers',
      debian: 'libc6-dev',
      isThere: () => existsSync('/usr/include/dlfcn.h'),
      optional: 'the test of reads that the system refuses fails',
    },
  ],
  /** Plays a service that speaks HTTP/3. */
  python: [
    { ...program('python3', 'python3'), optional: 'the tests of HTTP/3 fail' },
    {
      name: 'pip',
      debian: 'python3-pip',
      isThere: (system) => system.pip,
      optional: 'the tests of HTTP/3 fail',
    },
  ],
};

/**
 * The libraries in what `ldconfig -p` prints that fit this processor.
 *
 * @param {string} listing
 * @param {string} arch as in `process.arch`
 * @returns {Set<string>}
 */
export function librariesIn(listing, arch) {
  const mark = { x64: 'x86-64', arm64: 'AArch64' }[arch] ?? '';
  const libraries = new Set();
  for (const line of listing.split('\n')) {
    const [, name, kind] = /^\s+(\S+) \(([^)]*)\) =>/u.exec(line) ?? [];
    if (name !== undefined && kind.includes(mark)) libraries.add(name);
  }
  return libraries;
}

/**
 * The packages to ask apt for: newer releases have renamed some libraries, and there the old name
 * may stand for several.
 *
 * @param {string[]} wanted names in Debian 12
 * @param {Set<string>} known all names that this release has
 */
export function namesForRelease(wanted, known) {
  return wanted.map((name) => (known.has(`${name}t64`) ? `${name}t64` : name));
}

/**
 * The sentence for someone who has to install things on their own.
 *
 * @param {{ name: string, debian: string }[]} missing
 * @param {boolean} debian
 */
export function howToInstall(missing, debian) {
  const packages = [...new Set(missing.map((one) => one.debian))].join(' ');
  const names = missing.map((one) => one.name).join(', ');
  return debian
    ? `This computer lacks what Foyer needs: ${names}. Install it with: sudo apt-get ` +
        `install --no-install-recommends ${packages} (newer releases call some of them NAMEt64), or ` +
        'run this command once as root. Then run it again.'
    : `This computer lacks what Foyer needs: ${names}. Install the packages of your system ` +
        `that hold these programs and libraries (in Debian they are called ${packages}), then run ` +
        'this command again.';
}

/**
 * Sees to it that what is needed is there: installs it (Debian as root), or says what to install.
 *
 * @param {(keyof typeof needs)[]} groups
 * @param {(line: string) => void} [say]
 * @throws {ToolError} when something essential is missing and cannot be installed
 */
export async function ensureOsPackages(groups, say = console.log) {
  if (process.platform !== 'linux') return;
  let missing = await missingOf(groups);
  if (missing.length === 0) return;
  if (canInstallPackages()) {
    await install(missing, say);
    missing = await missingOf(groups);
  }
  const essential = missing.filter((one) => one.optional === undefined);
  if (essential.length > 0) throw new ToolError(howToInstall(essential, isDebian()));
  for (const one of missing) {
    say(`Without ${one.name} (Debian: ${one.debian}), ${one.optional}.`);
  }
}

/** Whether packages can be installed and removed here: root on Debian or a descendant. */
export function canInstallPackages() {
  return isDebian() && process.getuid() === 0;
}

function isDebian() {
  return (
    process.platform === 'linux' &&
    existsSync('/etc/debian_version') &&
    findProgram('apt-get') !== undefined
  );
}

async function missingOf(groups) {
  const system = {
    libraries: groups.includes('window') ? await installedLibraries() : new Set(),
    pip: groups.includes('python') && (await hasPip()),
  };
  return groups.flatMap((group) => needs[group]).filter((one) => !one.isThere(system));
}

async function installedLibraries() {
  const ldconfig = findProgram('ldconfig');
  if (ldconfig === undefined) return new Set();
  const { output } = await run(ldconfig, ['-p'], { quiet: true });
  return librariesIn(output, process.arch);
}

async function hasPip() {
  const { code } = await run('python3', ['-m', 'pip', '--version'], { quiet: true });
  return code === 0;
}

function hasFont(folder) {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|ttc)$/iu.test(name));
}

async function install(missing, say) {
  const wanted = [...new Set(missing.map((one) => one.debian))];
  say(`Installing with apt-get: ${wanted.join(' ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  const updated = await run('apt-get', ['update', ...patience], { quiet: true, env });
  const known = await run('apt-cache', ['pkgnames'], { quiet: true, env });
  const names = namesForRelease(wanted, new Set(known.output.split('\n')));
  const installed = await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', ...patience, ...names],
    { quiet: true, env },
  );
  if (installed.code !== 0) {
    say(`apt-get could not install them:\n${updated.output}${installed.output}`.trimEnd());
  }
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    await ensureOsPackages(Object.keys(needs));
    console.log('Everything that Foyer needs of this system is there.');
  });
}
