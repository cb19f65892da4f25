/**
 * The fixtures of the end-to-end tests: the built app on the real Electron, with a profile, a
 * library folder, a D-Bus session and a keychain that are this test's own.
 */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  _electron,
  test as base,
  expect,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import {
  createPracticeService,
  type PracticeEndpoint,
  type PracticeService,
} from '../src-main/practice/practice';
import {
  withDisplay,
  withKeychain,
  type KeychainState,
  type OwnKeychain,
} from '../tools/desktop-session.mjs';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';

export { expect };

const root = resolve(import.meta.dirname, '..');

/** One running Foyer. */
export interface Foyer {
  app: ElectronApplication;
  window: Page;
}

/** The place where a test's Foyer lives, from which it can be started more than once. */
export interface Home {
  profile: string;
  library: string;
  keychain: OwnKeychain;
  /**
   * Starts Foyer and waits until its window has painted a screen.
   * @param env beside this process's environment and the keychain's
   * @param switches Chromium's own
   * @param words what follows on the command line
   * @param places what says where the profile and the library are; the test's own by default
   */
  start(
    env?: Record<string, string>,
    switches?: readonly string[],
    words?: readonly string[],
    places?: readonly string[],
  ): Promise<Foyer>;
  /** Starts Foyer with these words, and waits for no window. */
  startWithoutWindow(words: readonly string[]): Promise<ElectronApplication>;
  /** Ends the last Foyer that was started, without any farewell. */
  kill(): Promise<void>;
  /** What `secret-tool` finds under Foyer's name: another process than the one that stored it. */
  secrets(): string[];
}

interface Options {
  keychainState: KeychainState;
}

interface WorkerFixtures {
  /** A display of the worker's own, where no other worker's window takes keys, focus or pointer. */
  display: undefined;
}

interface Fixtures {
  home: Home;
  /** A Foyer with an empty profile. */
  foyer: Foyer;
  /** A service of the test's own, that speaks the contract: not the one inside Foyer. */
  service: PracticeService & PracticeEndpoint;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  keychainState: ['open', { option: true }],

  display: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
    async ({}, use) => {
      const display = await withDisplay();
      // Also for what a test starts by itself, without this file's `home`.
      Object.assign(process.env, display.env);
      await use(undefined);
      await display.stop();
    },
    { scope: 'worker', auto: true },
  ],

  home: async ({ keychainState, trace }, use, testInfo) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
    const profile = join(folder, 'profile');
    const library = join(folder, 'library');
    const keychain = await withKeychain(join(folder, 'keychain'), { state: keychainState });
    const started: (Foyer & { child: ChildProcess })[] = [];
    const windowless: ElectronApplication[] = [];
    const traced = trace !== 'off';
    const ownPlaces = [`--profile=${profile}`, `--library=${library}`];
    const launch = (
      env: Record<string, string>,
      switches: readonly string[],
      words: readonly string[],
    ) =>
      _electron.launch({
        args: [...[...sandboxSwitches(), ...switches], ...[root, ...words]],
        // Playwright would have every window light, whatever a person chose.
        colorScheme: null,
        env: {
          ...(process.env as Record<string, string>),
          ...keychain.env,
          ...env,
        },
      });

    await use({
      profile,
      library,
      keychain,
      async start(env = {}, switches = [], words = [], places = ownPlaces) {
        const app = await launch(env, switches, [...places, ...words]);
        const window = await app.firstWindow();
        const foyer = { app, window };
        // Of a program that is gone, Playwright no longer gives it.
        started.push({ ...foyer, child: app.process() });
        answerFileChoosers(window);
        // A trace takes as much of a processor as Foyer itself: `--trace on` asks for it.
        if (traced) await app.context().tracing.start({ screenshots: true, snapshots: true });
        await window.getByRole('heading', { level: 1 }).first().waitFor();
        return foyer;
      },
      async startWithoutWindow(words) {
        const app = await launch({}, [], [...ownPlaces, ...words]);
        windowless.push(app);
        return app;
      },
      async kill() {
        const last = started.pop();
        if (!last) return;
        const { child } = last;
        // It may have ended by itself: nobody says so again.
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGKILL');
        await gone;
      },
      secrets() {
        const found = spawnSync(
          'secret-tool',
          ['search', '--all', '--unlock', 'service', 'Foyer'],
          { env: { ...process.env, ...keychain.env }, encoding: 'utf8' },
        );
        return [...found.stdout.matchAll(/^secret = (.*)$/gmu)].map(([, secret]) => secret ?? '');
      },
    });

    const failed = testInfo.status !== testInfo.expectedStatus;
    for (const [index, { app, window }] of started.entries()) {
      if (failed) {
        const at = (name: string) => testInfo.outputPath(`${String(index)}-${name}`);
        await window.screenshot({ path: at('window.png') }).catch(() => undefined);
        if (traced) {
          await app
            .context()
            .tracing.stop({ path: at('trace.zip') })
            .catch(() => undefined);
        }
      }
      await app.close().catch(() => undefined);
    }
    for (const app of windowless) await app.close().catch(() => undefined);
    if (failed) await attachLog(profile, testInfo.outputPath('foyer.log'));
    await keychain.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  foyer: async ({ home }, use) => {
    await use(await home.start());
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  service: async ({}, use) => {
    const service = createPracticeService({ port: await freePort() });
    const place = await service.start();
    await use(Object.assign(service, place));
    await service.stop();
  },
});

/**
 * From the first moment on, a page that asks for a file asks the test, never the system. Playwright
 * switches that on with the first listener, without waiting for the page to hear of it; a key that is
 * pressed right after can be handled first, and the system's dialog opens, where nobody answers. The
 * page has heard of it before it answers anything else, such as the wait for its heading.
 */
function answerFileChoosers(window: Page): void {
  window.on('filechooser', () => undefined);
}

/**
 * A port that nothing listens on, so that a service can go away and come back at its address. It is
 * below those that a system hands out by itself: one of those another program may have by then, such
 * as the debugger's port of the next Foyer.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await canListen(port)) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function attachLog(profile: string, target: string): Promise<void> {
  const { copyFile } = await import('node:fs/promises');
  await copyFile(join(profile, 'logs', 'foyer.log'), target).catch(() => undefined);
}

/** All text under a folder, for looking for what must not be there. */
export async function everythingIn(folder: string): Promise<string> {
  const parts: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) parts.push(await everythingIn(path));
    else if (entry.isFile()) parts.push(await readFile(path, 'latin1').catch(() => ''));
  }
  return parts.join('\n');
}
