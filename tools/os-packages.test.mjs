import { describe, expect, it } from 'vitest';
import { howToInstall, librariesIn, namesForRelease } from './os-packages.mjs';

describe("the loader's list of libraries", () => {
  const listing = `3 libs found in cache \`/etc/ld.so.cache'
\tlibgtk-3.so.0 (libc6,x86-64) => /lib/x86_64-linux-gnu/libgtk-3.so.0
\tlibnss3.so (libc6) => /lib/i386-linux-gnu/libnss3.so
\tlibgbm.so.1 (libc6,AArch64, OS ABI: Linux 3.7.0) => /lib/aarch64-linux-gnu/libgbm.so.1
`;

  it('counts only those for this processor', () => {
    expect([...librariesIn(listing, 'x64')]).toEqual(['libgtk-3.so.0']);
    expect([...librariesIn(listing, 'arm64')]).toEqual(['libgbm.so.1']);
  });
});

describe('the names of packages', () => {
  it('follow a release that has renamed them', () => {
    const wanted = ['libgtk-3-0', 'libgbm1', 'xvfb'];
    expect(namesForRelease(wanted, new Set(['libgtk-3-0', 'libgbm1', 'xvfb']))).toEqual(wanted);
    expect(namesForRelease(wanted, new Set(['libgtk-3-0t64', 'libgbm1', 'xvfb']))).toEqual([
      'libgtk-3-0t64',
      'libgbm1',
      'xvfb',
    ]);
  });
});

describe('what to install by hand', () => {
  const missing = [
    { name: 'dbus-daemon', debian: 'dbus' },
    { name: 'dbus-send', debian: 'dbus' },
    { name: 'libgbm.so.1', debian: 'libgbm1' },
  ];

  it('names each package once, in one paragraph', () => {
    const text = howToInstall(missing, true);
    expect(text).toContain('--no-install-recommends dbus libgbm1 ');
    expect(text).not.toContain('\n');
  });

  it('names programs and libraries on another system', () => {
    expect(howToInstall(missing, false)).toContain('dbus-daemon, dbus-send, libgbm.so.1');
    expect(howToInstall(missing, false)).not.toContain('apt-get');
  });
});
