import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layOutAppDir } from './appimage.mjs';
import { appId } from './app-id.mjs';
import { configuration } from './app-folder.mjs';
import { layOut } from './linux-tree.mjs';
import { packedManifest } from './stage.mjs';

let work;
let app;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'foyer-names-'));
  app = join(work, 'app');
  mkdirSync(join(app, 'resources'), { recursive: true });
  for (const name of ['foyer', 'chrome-sandbox']) writeFileSync(join(app, name), '');
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

const notices = '';
const version = '0.1.0';

describe.skipIf(process.platform === 'win32')('what a Linux desktop knows Foyer by', () => {
  it('is one reversed address: of the desktop file, of the program, of the bundle', () => {
    const tree = join(work, 'tree');
    layOut({ tree, app, notices, version, name: 'foyer', type: 'rpm' });
    const folder = join(work, 'AppDir');
    layOutAppDir({ folder, app, notices });

    expect(appId).toMatch(/^[a-z]+(\.[A-Za-z]+){2,}$/u);
    const { desktopName } = packedManifest({ version, keytarVersion: '1.0.0' });
    expect(desktopName).toBe(`${appId}.desktop`);
    const installed = join(tree, 'usr', 'share', 'applications', desktopName);
    expect(readFileSync(installed, 'utf8')).toContain('Exec=/usr/bin/foyer ');
    expect(existsSync(join(folder, desktopName))).toBe(true);
    expect(configuration({ app, output: work, runtime: {} }).appId).toBe(appId);
  });

  it('comes with the profile that lets its sandbox work, in every package', () => {
    const tree = join(work, 'tree');
    layOut({ tree, app, notices, version, name: 'foyer', type: 'rpm' });
    const profile = readFileSync(join(tree, 'etc', 'apparmor.d', 'foyer'), 'utf8');
    expect(profile).toMatch(/^profile foyer \/usr\/lib\/foyer\/foyer .*\{\n\s+userns,/mu);
    expect(existsSync(join(tree, 'usr', 'lib', 'foyer', 'foyer'))).toBe(true);
  });
});

/** A program in a folder of its own. */
function play(folder, name, script) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

describe.skipIf(process.platform === 'win32')('the AppImage’s start', () => {
  let played;
  let shown;
  beforeEach(() => {
    const folder = join(work, 'AppDir');
    layOutAppDir({ folder, app, notices });
    play(join(folder, 'usr', 'lib', 'foyer'), 'foyer', 'echo "started $*"');
    played = join(work, 'played');
    shown = join(work, 'shown');
    play(played, 'id', 'echo 1000');
    play(played, 'cat', 'echo 0');
    play(played, 'unshare', 'exit 0');
    play(played, 'zenity', `echo "$*" > "${shown}"`);
  });
  const start = (...given) =>
    spawnSync('sh', [join(work, 'AppDir', 'AppRun'), ...given], {
      env: { PATH: `${played}:/usr/bin:/bin` },
      encoding: 'utf8',
    });

  it('starts Foyer as it is where its sandbox can work', () => {
    expect(start('list')).toMatchObject({ status: 0, stdout: 'started list\n', stderr: '' });
  });

  it.each([
    ['nobody may make a user namespace', 'unshare', 'exit 1'],
    ['nobody may do anything in one (Ubuntu since 24.04)', 'cat', 'echo 1'],
  ])('says what to do, in a window too, where %s', (_where, name, script) => {
    play(played, name, script);
    const { status, stdout, stderr } = start('/themes/harbour.foyer');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('.deb or .rpm');
    expect(readFileSync(shown, 'utf8')).toContain('.deb or .rpm');
  });

  it('opens no window over a command, which nobody may be there to close', () => {
    play(played, 'unshare', 'exit 1');
    const { status, stderr } = start('list');
    expect(status).toBe(1);
    expect(stderr).toContain('.deb or .rpm');
    expect(existsSync(shown)).toBe(false);
  });
});
