/**
 * The person's browser: Debian's Chromium, which opens what Foyer hands to the system. What Foyer
 * starts is `xdg-open`, as always; it finds the browser in the desktop's settings, which are the
 * test's own (freedesktop.org, *Association between MIME types and applications*).
 */
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';

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
  const script = join(folder, 'browser');
  const program = await find('chromium');
  const switches = [
    ...quiet,
    // Any that is free: it writes down which.
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}/profile`,
  ];
  // Whoever opens an address does not wait for the browser; we do, at the end.
  await writeFile(
    script,
    `#!/bin/sh
(
  "${program}" ${switches.map((one) => `"${one}"`).join(' ')} "$1" >"${folder}/log" 2>&1 &
  echo $! >"${folder}/pid"
  wait $!
  : >"${folder}/ended"
) </dev/null >/dev/null 2>&1 &
`,
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
      connected ??= await whenThere(async () => {
        const written = await readFile(join(folder, 'profile', 'DevToolsActivePort'), 'utf8');
        return chromium.connectOverCDP(`http://127.0.0.1:${written.split('\n')[0] ?? ''}`);
      });
      const [context] = connected.contexts();
      if (!context) throw new Error('The browser has no window.');
      const page = context.pages()[0] ?? (await context.waitForEvent('page'));
      // It is there before it has gone to the address.
      await page.waitForURL(/^http/u);
      return page;
    },
    async stop() {
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
      if (pid > 0) {
        await connected?.close().catch(() => undefined);
        process.kill(pid, 'SIGTERM');
        // Until it has ended it goes on writing its profile, also one that was taken away.
        await whenThere(() => access(join(folder, 'ended')));
      }
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
      await pause(50);
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
