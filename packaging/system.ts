/**
 * This machine, for the tests of an installed Foyer: its packages, and an ordinary user's desktop
 * session on it. Root only.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { processTree } from '../e2e/processes';
import { withDisplay, withKeychain } from '../tools/desktop-session.mjs';
import { run } from '../tools/running.mjs';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs apt-get or dpkg to its end; throws with what it said when it fails. */
export async function asRoot(program: string, ...words: string[]): Promise<string> {
  const { code, output } = await run(program, words, {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
  });
  if (code !== 0)
    throw new Error(`${program} ${words.join(' ')} ended with ${String(code)}: ${output}`);
  return output;
}

/** The state that dpkg has of a package, such as `ii` or `rc`; empty where it knows none. */
export async function stateOf(name: string): Promise<string> {
  const { output } = await run('dpkg-query', ['-W', '-f=${db:Status-Abbrev}', name], {
    quiet: true,
  });
  return output.startsWith('dpkg-query') ? '' : output.trim();
}

/** Every package that is installed. */
export async function installedPackages(): Promise<Set<string>> {
  const { output } = await run('dpkg-query', ['-W', '-f=${db:Status-Abbrev} ${Package}\n'], {
    quiet: true,
  });
  return new Set(
    output
      .split('\n')
      .filter((line) => line.startsWith('ii'))
      .map((line) => line.slice(3).trim()),
  );
}

/** An installed Foyer that runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly browser: Browser;
  readonly window: Page;
  /** Closes the window and waits for the end. */
  quit(): Promise<void>;
}

/** A desktop session of a user who may do nothing special. */
export interface Session {
  readonly home: string;
  /** Starts Foyer with nothing that an owner would not have; waits for its window. */
  start(...words: string[]): Promise<Running>;
  /** The windows that are open. */
  windows(): Page[];
  /** Runs a program as the user, to its end. */
  run(command: string, words: readonly string[], more?: RunOptions): Promise<Ended>;
  stop(): Promise<void>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** Two users that every Debian has, and who may do nothing special. */
const users = {
  nobody: { uid: 65534, gid: 65534 },
  games: { uid: 5, gid: 60 },
} as const;
type User = { readonly uid: number; readonly gid: number };

export async function openSession({
  program = '/usr/bin/foyer',
  userName = 'nobody',
}: { readonly program?: string; readonly userName?: keyof typeof users } = {}): Promise<Session> {
  const user = users[userName];
  const folder = mkdtempSync(join(tmpdir(), 'foyer-installed-'));
  chmodSync(folder, 0o755);
  chownSync(folder, user.uid, user.gid);
  const keychain = await withKeychain(folder, { user });
  const home = keychain.env['HOME'] ?? folder;
  makeDocuments(home, user);
  const display = await withDisplay();
  const children = new Set<ChildProcess>();
  const windows = new Set<Page>();
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    USER: userName,
    // What opens files and links by their type, as a whole desktop does.
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_DATA_DIRS: '/usr/local/share:/usr/share',
    ...display.env,
    ...keychain.env,
  };
  const begin = (command: string, words: readonly string[], { cwd, env }: RunOptions = {}) => {
    const child = spawn(command, words, {
      ...user,
      cwd: cwd ?? home,
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  return {
    home,
    async start(...words) {
      const child = begin(program, ['--remote-debugging-port=0', ...words]);
      const browser = await chromium.connectOverCDP(await addressOf(child), { noDefaults: true });
      const window = await mainWindow(browser);
      windows.add(window);
      window.once('close', () => windows.delete(window));
      await window.getByRole('heading', { level: 1 }).first().waitFor();
      return {
        child,
        browser,
        window,
        async quit() {
          const gone = once(child, 'exit');
          await window.close();
          await gone;
          await browser.close();
        },
      };
    },
    windows: () => [...windows],
    async run(command, words, options) {
      const child = begin(command, words, options);
      let out = '';
      let err = '';
      child.stdout.on('data', (chunk) => (out += String(chunk)));
      child.stderr.on('data', (chunk) => (err += String(chunk)));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, out, err };
    },
    async stop() {
      const gone = [...children].map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(gone);
      await keychain.stop();
      await display.stop();
      // The helpers of a browser that was killed still write into its profile for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A desktop's first login makes the folder for documents, and writes down which it is. */
function makeDocuments(home: string, user: User): void {
  const documents = join(home, 'Documents');
  const told = join(home, '.config', 'user-dirs.dirs');
  mkdirSync(documents);
  writeFileSync(told, 'XDG_DOCUMENTS_DIR="$HOME/Documents"\n');
  for (const path of [documents, told]) chownSync(path, user.uid, user.gid);
}

/** Chromium says where a test can reach it on its standard error. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
      const [, address] = /DevTools listening on (ws:\S+)/u.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
    child.once('exit', (code) => failed(new Error(`Foyer ended with ${String(code)}: ${said}`)));
  });
}

async function mainWindow(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('Foyer has no windows.');
  const isMain = (page: Page) => page.url().endsWith('/index.html');
  return context.pages().find(isMain) ?? context.waitForEvent('page', { predicate: isMain });
}

/** Every process that has a page is in Chromium's sandbox. */
export async function expectSandbox({ child }: Running): Promise<void> {
  const all = await processTree(child.pid ?? 0);
  const renderers = all.filter(({ type }) => type === 'renderer');
  expect(renderers.length).toBeGreaterThan(0);
  for (const { commandLine, status } of renderers) {
    expect(status).toMatchObject({ Seccomp: '2', NoNewPrivs: '1' });
    expect(commandLine).not.toContain('--no-sandbox');
  }
}
