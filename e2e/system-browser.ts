/**
 * The person's browser: Debian's Chromium, which opens what Foyer hands to the system. What Foyer
 * starts is `xdg-open`, as always; it finds the browser in the desktop's settings, which are the
 * test's own (freedesktop.org, *Association between MIME types and applications*).
 */
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort } from './foyer';

export interface SystemBrowser {
  /** For the environment of Foyer. */
  readonly env: Record<string, string>;
  /** The page that was opened; waits until the browser is there. */
  page(): Promise<Page>;
  stop(): Promise<void>;
}

/** Chromium’s quiet switches: it must not reach for the network by itself. */
const quiet = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export async function systemBrowser(): Promise<SystemBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-browser-'));
  const port = await freePort();
  const script = join(folder, 'browser');
  const program = await find('chromium');
  const switches = [
    ...quiet,
    `--remote-debugging-port=${String(port)}`,
    `--user-data-dir=${folder}/profile`,
  ];
  await writeFile(
    script,
    `#!/bin/sh\n"${program}" ${switches.map((one) => `"${one}"`).join(' ')} "$1" </dev/null >"${folder}/log" 2>&1 &\necho $! >"${folder}/pid"\n`,
  );
  await chmod(script, 0o755);
  const data = join(folder, 'data');
  const config = join(folder, 'config');
  await mkdir(join(data, 'applications'), { recursive: true });
  await mkdir(config);
  await writeFile(
    join(data, 'applications', 'trial-browser.desktop'),
    `[Desktop Entry]\nType=Application\nName=Trial browser\nExec=${script} %u\nMimeType=x-scheme-handler/http;x-scheme-handler/https;\n`,
  );
  await writeFile(
    join(config, 'mimeapps.list'),
    '[Default Applications]\nx-scheme-handler/http=trial-browser.desktop\nx-scheme-handler/https=trial-browser.desktop\n',
  );
  let connected: Awaited<ReturnType<typeof chromium.connectOverCDP>> | undefined;

  return {
    env: { XDG_DATA_HOME: data, XDG_CONFIG_HOME: config, XDG_CURRENT_DESKTOP: '', DE: 'generic' },
    async page() {
      connected ??= await whenThere(() =>
        chromium.connectOverCDP(`http://127.0.0.1:${String(port)}`),
      );
      const [context] = connected.contexts();
      const page = context?.pages().find((one) => one.url().startsWith('http'));
      return page ?? (await (context ?? (await connected.newContext())).waitForEvent('page'));
    },
    async stop() {
      const session = await connected?.newBrowserCDPSession().catch(() => undefined);
      await session?.send('Browser.close').catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Tries until it works, or half a minute is over. */
async function whenThere<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + 30_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

async function find(name: string): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  throw new Error(`${name} is not on PATH; node tools/os-packages.mjs installs it.`);
}
