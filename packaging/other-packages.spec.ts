/** The .rpm, looked into, and what is in the AppImage, started by its own start. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findElectron } from '../tools/electron-runtime.mjs';
import { layOutAppDir, makeAppImage } from './appimage.mjs';
import { makeFolder } from './package.mjs';
import { makeRpm } from './rpm.mjs';
import { asRoot, expectSandbox, openSession } from './system';

const version = '0.1.0';
let work: string;
let made: Awaited<ReturnType<typeof makeFolder>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  work = mkdtempSync(join(tmpdir(), 'foyer-packages-'));
  chmodSync(work, 0o755);
  const runtime = await findElectron();
  made = await makeFolder({ runtime, version, letsTestsIn: true, output: join(work, 'folder') });
});

test.afterAll(() => rmSync(work, { recursive: true, force: true }));

test('the .rpm has every file with its mode, and asks for libraries by name', async () => {
  const { app, notices } = made;
  const rpm = await makeRpm({
    ...{ app, notices, version, isTest: true },
    ...{ work: join(work, 'rpm'), output: work },
  });
  const files = await asRoot('rpm', '--query', '--package', '--list', '--verbose', rpm);
  expect(files).toMatch(/^-rwsr-xr-x +1 root +root .* \/usr\/lib\/foyer\/chrome-sandbox$/mu);
  expect(files).toMatch(/^-rw-r--r-- .* \/usr\/lib\/foyer\/resources\/app\.asar$/mu);
  expect(files).toMatch(/ \/usr\/bin\/foyer -> \.\.\/lib\/foyer\/foyer$/mu);
  expect(files).toContain('/usr/share/applications/app.foyer.Foyer.desktop');
  const needs = await asRoot('rpm', '--query', '--package', '--requires', rpm);
  expect(needs).toContain('libsecret-1.so.0()(64bit)');
});

test('the AppImage’s own start leaves the sandbox on, and never starts without one', async () => {
  const folder = join(work, 'AppDir');
  layOutAppDir({ folder, app: made.app, notices: made.notices });
  const start = join(folder, 'AppRun');
  const session = await openSession({ program: start });
  try {
    const running = await session.start();
    await expectSandbox(running);
    await running.quit();

    // A system that keeps user namespaces from programs, played by an `unshare` that says so.
    const refusing = join(session.home, 'bin');
    mkdirSync(refusing);
    writeFileSync(join(refusing, 'unshare'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(refusing, 'unshare'), 0o755);
    const path = `${refusing}:/usr/bin:/bin`;
    const refused = await session.run(start, ['--version'], { env: { PATH: path } });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('Chromium');
    expect(refused.out).toBe('');
  } finally {
    await session.stop();
  }
});

test('an AppImage is made with the pinned program in front only', async () => {
  const { app, notices } = made;
  const other = makeAppImage({
    ...{ app, notices, version, front: new Uint8Array([0x7f, 0x45, 0x4c, 0x46]) },
    ...{ work: join(work, 'appimage'), output: work },
  });
  await expect(other).rejects.toThrow('not the one that is pinned');
});
