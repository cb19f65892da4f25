/**
 * Chromium's sandbox around the window's page. Root can't have it, so where the tests run as root,
 * this one runs the app as nobody, from a copy that nobody can read.
 */
import { spawnSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { expectControlToFail } from '../src-main/testing/fault-tally';
import { findElectron, sandboxObstacle } from '../tools/electron-runtime.mjs';
import { expect, test } from './foyer';

const root = resolve(import.meta.dirname, '..');
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** What Linux says of the process behind the window's page. */
async function pageProcess(app: ElectronApplication): Promise<Record<string, string>> {
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Object.fromEntries(
    status.split('\n').map((line) => line.split(/:\s+/u, 2) as [string, string]),
  );
}

/** Why there can be no sandbox here; `undefined` where there can. */
async function obstacle(): Promise<string | undefined> {
  if (!isRoot) return sandboxObstacle(await findElectron());
  const trial = spawnSync(
    'setpriv',
    [
      ...[`--reuid=${String(nobody)}`, `--regid=${String(nobody)}`, '--clear-groups'],
      ...['unshare', '--user', '--map-root-user', 'true'],
    ],
    { encoding: 'utf8' },
  );
  return trial.status === 0 ? undefined : `no user namespaces for nobody: ${trial.stderr}`;
}

/** Copies what the app runs from to where nobody can read it; gives the app's and Electron's place. */
async function copyFor(folder: string): Promise<{ app: string; electron: string }> {
  const runtime = await findElectron();
  const app = join(folder, 'app');
  for (const part of ['package.json', 'out', 'resources', 'node_modules/keytar']) {
    await mkdir(dirname(join(app, part)), { recursive: true });
    await cp(join(root, part), join(app, part), { recursive: true, dereference: true });
  }
  await cp(runtime.dist, join(folder, 'electron'), { recursive: true });
  return { app, electron: join(folder, 'electron') };
}

test('the page of the window is in Chromium’s sandbox', async ({ home }, testInfo) => {
  if (process.platform !== 'linux') {
    const { app } = await home.start();
    const page = await app.evaluate(({ app, BrowserWindow }) => {
      const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
      return app.getAppMetrics().find((process) => process.pid === pid);
    });
    expect(page?.sandboxed).toBe(true);
    return;
  }
  const stopped = await obstacle();
  if (stopped !== undefined) {
    console.warn(`\nTHE SANDBOX WAS NOT TRIED: ${stopped}\n`);
    testInfo.annotations.push({ type: 'not tried', description: stopped });
    expect(process.env['CI'], stopped).toBeUndefined();
    return;
  }
  testInfo.setTimeout(90_000);

  const folder = await mkdtemp(join(tmpdir(), 'foyer-sandbox-'));
  await chmod(folder, 0o755);
  const own = join(folder, 'own');
  await mkdir(own);
  let app: ElectronApplication | undefined;
  try {
    const copy = await copyFor(folder);
    const electron = join(copy.electron, 'electron');
    const starter = join(folder, 'start');
    const become = isRoot
      ? `setpriv --reuid=${String(nobody)} --regid=${String(nobody)} --clear-groups `
      : '';
    await writeFile(starter, `#!/bin/sh\nexec ${become}"${electron}" "$@"\n`, { mode: 0o755 });
    if (isRoot) await chown(own, nobody, nobody);
    const places = {
      ...{ HOME: own, TMPDIR: own, XDG_RUNTIME_DIR: own },
      ...{ XDG_CONFIG_HOME: own, XDG_CACHE_HOME: own },
    };
    app = await _electron.launch({
      executablePath: starter,
      chromiumSandbox: true,
      cwd: own,
      args: [copy.app, `--profile=${join(own, 'profile')}`, `--library=${join(own, 'library')}`],
      env: {
        ...(process.env as Record<string, string>),
        ...places,
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      },
    });
    const window = await app.firstWindow();
    await window.getByRole('heading', { level: 1, name: 'Welcome to Foyer' }).waitFor();
    await window.getByRole('button', { name: 'Try Foyer' }).click();
    await window.getByRole('gridcell').first().waitFor();

    const page = await pageProcess(app);
    expect(page).toMatchObject({ Seccomp: '2', NoNewPrivs: '1' });
    expect(page['CapEff']).toBe('0000000000000000');
    const switches = await app.evaluate(() => process.argv.join(' '));
    expect(switches).not.toContain('no-sandbox');
    // The control: where there is no sandbox, the same look finds none.
    const bare = await home.start({}, ['--no-sandbox']);
    expect(await pageProcess(bare.app)).toMatchObject({ Seccomp: '0' });
    expectControlToFail('a Foyer without a sandbox', 1);
  } finally {
    await app?.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
