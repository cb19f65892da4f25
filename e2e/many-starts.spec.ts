/** Many starts at once, as by someone who opens twenty files together: one Foyer, and all are imported. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ElectronApplication } from '@playwright/test';
import { claimProfile } from '../src-main/app/lifecycle/profile-claim';
import { exitCodes } from '../src-main/app/terminal/exit-codes';
import { attempt, expectControlToFail, times } from '../src-main/testing/fault-tally';
import { newTheme } from '../src-shared/theme/theme';
import { findElectron, sandboxSwitches } from '../tools/electron-runtime.mjs';
import { expect, test, type Home } from './foyer';
import { Welcome } from './pages/welcome';
import { onDisk } from './transfers';

test.describe.configure({ retries: 0 });

const root = resolve(import.meta.dirname, '..');
const starts = times(8, 20);

/** Starts Foyer as a desktop would. */
async function startAside(home: Home, profile: string, words: string[]): Promise<ChildProcess> {
  const { path } = await findElectron();
  const places = [`--profile=${profile}`, `--library=${home.library}`];
  return spawn(path, [...sandboxSwitches(), root, ...places, ...words], {
    env: { ...process.env, ...home.keychain.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function end(all: readonly ChildProcess[]): Promise<void> {
  for (const child of all.filter(isRunning)) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

/** Tells Foyer to quit. */
async function quit(foyer: ElectronApplication): Promise<void> {
  // It may end before it has answered.
  await foyer.evaluate(({ app }) => app.quit()).catch(() => undefined);
}

/** One file with a theme for each start. */
async function themeFiles(home: Home): Promise<string[]> {
  const folder = join(dirname(home.profile), 'opened');
  await mkdir(folder, { recursive: true });
  return Promise.all(
    Array.from({ length: starts }, async (_none, number) => {
      const path = join(folder, `${String(number)}.foyer`);
      const name = `Opened ${String(number)}`;
      await writeFile(path, JSON.stringify({ name, tags: [], theme: newTheme() }));
      return path;
    }),
  );
}

test('starts at once, with nothing running before: one stays, and all files are imported once', async ({
  home,
}) => {
  test.setTimeout(300_000);
  // Used before: a first run asks something.
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  await app.close();
  const files = await themeFiles(home);
  const all = await Promise.all(files.map((file) => startAside(home, home.profile, [file])));
  try {
    await attempt(
      'lost',
      { starts },
      async () => {
        await expect
          .poll(() => all.filter(isRunning).length, { timeout: 200_000 })
          .toBeLessThanOrEqual(1);
        expect(all.filter(isRunning)).toHaveLength(1);
        const opened = async () =>
          (await onDisk(home)).map(({ name }) => name).filter((name) => name.startsWith('Opened'));
        await expect.poll(async () => (await opened()).length, { timeout: 60_000 }).toBe(starts);
        expect(new Set(await opened()).size).toBe(starts);
      },
      starts,
    );
  } finally {
    await end(all);
  }
});

test('a file that is opened while Foyer quits is imported, by it or by the start that follows', async ({
  home,
}) => {
  test.skip(process.platform === 'win32', 'there a start waits for no other');
  test.setTimeout(300_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  await first.app.close();
  const names = async () => (await onDisk(home)).map(({ name }) => name);
  for (const [number, file] of (await themeFiles(home)).entries()) {
    const { app } = await home.start();
    const foyer = app.process();
    const second = await startAside(home, home.profile, [file]);
    try {
      // It is handed over some hundred milliseconds after its start: at another moment of the end each time.
      await delay(number * 60);
      await quit(app);
      await expect.poll(names, { timeout: 30_000 }).toContain(`Opened ${String(number)}`);
    } finally {
      second.kill('SIGTERM');
      if (isRunning(second)) await once(second, 'exit');
      // It stays for the file, or asks about it where the import takes long to begin.
      await end([foyer]);
    }
  }
});

test('a Foyer whose socket was tidied out of the temporary folder gets what another start was given', async ({
  home,
}) => {
  test.skip(process.platform !== 'linux', 'elsewhere it lies in no folder that is tidied');
  const { window } = await home.start();
  await new Welcome(window).practise();
  const [file = ''] = await themeFiles(home);
  // As a system does to what nobody has touched for ten days.
  await rm(dirname(await readlink(join(home.profile, 'SingletonSocket'))), { recursive: true });
  const second = await startAside(home, home.profile, [file]);
  try {
    await expect.poll(() => isRunning(second), { timeout: 30_000 }).toBe(false);
    await expect
      .poll(async () => (await onDisk(home)).map(({ name }) => name), { timeout: 30_000 })
      .toContain('Opened 0');
    const log = await readFile(join(home.profile, 'logs', 'foyer.log'), 'utf8');
    expect(log.match(/"main\.start"/gu)).toHaveLength(1);
  } finally {
    await end([second]);
  }
});

test('a command that waits for a Foyer that can’t be reached is stopped by Ctrl C, and says so', async ({
  home,
}) => {
  test.skip(process.platform === 'win32', 'there the system’s own lock is enough');
  await mkdir(home.profile, { recursive: true });
  const asked = new Promise((done) => process.once('SIGUSR2', done));
  // This very process has the profile, and nothing that Chromium could reach.
  expect(claimProfile(home.profile)).toBeUndefined();
  const command = await startAside(home, home.profile, ['list']);
  let said = '';
  command.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = once(command, 'close');
  try {
    await asked;
    command.kill('SIGINT');
    expect(await gone).toEqual([exitCodes.notSent, null]);
    expect(said).toContain('Stopped. Nothing was sent.');
  } finally {
    await end([command]);
  }
});

test('control: starts that share no profile know nothing of each other, and all stay', async ({
  home,
}) => {
  const folder = dirname(home.profile);
  const profiles = ['one', 'two'].map((name) => join(folder, name));
  const all = await Promise.all(profiles.map((profile) => startAside(home, profile, [])));
  try {
    const log = (profile: string) => join(profile, 'logs', 'foyer.log');
    await expect.poll(() => profiles.map(log).every(existsSync), { timeout: 60_000 }).toBe(true);
    expectControlToFail('two starts with profiles of their own', all.filter(isRunning).length - 1);
  } finally {
    await end(all);
  }
});
