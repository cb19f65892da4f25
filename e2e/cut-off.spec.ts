/**
 * Foyer's windows reach no network, whatever is in them; they hold no permission, go nowhere, and
 * run no script but their own.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { attempt, expectControlToFail } from '../src-main/testing/fault-tally';
import { startCountingServer, type CountingServer } from './counting-server';
import { expect, test as base } from './foyer';
import { tryEveryWayOut } from './hostile-page';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { inUnguardedWindow, startNetLog, stopNetLog, withoutPolicy } from './unguarded';

interface Servers {
  /** Nobody may come here. */
  guarded: CountingServer;
  /** A window without the guard comes here, by the same ways. */
  control: CountingServer;
}

const test = base.extend<Servers>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  guarded: async ({}, use) => {
    const server = await startCountingServer();
    await use(server);
    await server.stop();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names out of this pattern
  control: async ({}, use) => {
    const server = await startCountingServer();
    await use(server);
    await server.stop();
  },
});

test.describe.configure({ retries: 0 });

test('no way out of a page leads to the network, with its policy and without', async ({
  home,
  guarded,
  control,
}) => {
  const { app, window } = await home.start();
  const netLog = join(home.profile, 'net-log.json');
  await startNetLog(app, netLog);

  const named = (who: string) => `${who}.foyer-canary.test`;
  const tried = (server: CountingServer, who: string) =>
    `(${String(tryEveryWayOut)})(${JSON.stringify(server.origin)}, ${JSON.stringify(named(who))})`;
  await window.evaluate(tried(guarded, 'guarded'));
  await withoutPolicy(window);
  const ways = await window.evaluate<string[]>(tried(guarded, 'unpoliced'));
  expect(ways.length).toBeGreaterThan(30);

  // The session by itself, asked by main.
  const asked = await app.evaluate(
    ({ net, session }, url) =>
      new Promise<string>((done) => {
        const request = net.request({ url, session: session.defaultSession });
        request.on('error', (error) => done(error.message));
        request.on('response', () => done('answered'));
        request.end();
      }),
    `${guarded.origin}/main`,
  );
  expect(asked).toContain('ERR_BLOCKED_BY_CLIENT');

  await inUnguardedWindow(app, '<body></body>', tried(control, 'control'));
  await stopNetLog(app);
  const reached = control.paths();
  for (const way of [
    ...['fetch', 'fetch-no-cors', 'xhr', 'beacon', 'websocket', 'event-source', 'picture'],
    ...['input-picture', 'video', 'audio', 'script', 'module', 'style-sheet', 'prefetch'],
    ...['preload', 'font', 'inline-style', 'frame', 'object', 'form', 'ping'],
  ]) {
    expect(reached, `the control, by ${way}`).toContain(`/${way}`);
  }
  expect(control.arrivals).toContain('udp');
  expectControlToFail('a window that nobody has cut off', control.arrivals.length);

  await attempt(
    'letThrough',
    'ways out',
    () => expect(guarded.arrivals).toEqual([]),
    2 * ways.length,
  );
  const log = await readFile(netLog, 'utf8');
  const lookedUp = (who: string) =>
    [...new Set(log.match(/[\w-]+\.foyer-canary\.test/gu))]
      .filter((name) => name.endsWith(named(who)))
      .sort();
  expect(lookedUp('control')).toContain(`fetched-${named('control')}`);
  expect(lookedUp('control')).toContain(`tcp-${named('control')}`);
  expect(lookedUp('guarded')).toEqual([]);
  // The one way that the session knows nothing of is the names of WebRTC's servers; the policy does.
  const byWebRtc = ['rtc', 'tcp'].map((way) => `${way}-${named('unpoliced')}`);
  expect(lookedUp('unpoliced').filter((name) => !byWebRtc.includes(name))).toEqual([]);
});

/** Runs in a page: asks for what a page can be allowed, and tells how each ended. */
async function askForPermissions(): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  const ask = async (name: string, asking: () => Promise<unknown>) => {
    try {
      result[name] = `given: ${String(await asking())}`;
    } catch (error) {
      result[name] = `refused: ${(error as Error).message}`;
    }
  };
  result['notification'] = await Notification.requestPermission();
  for (const name of [
    ...['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'],
    ...['background-sync', 'persistent-storage', 'screen-wake-lock', 'storage-access'],
  ]) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      result[`state of ${name}`] = state;
    } catch {
      // This runtime does not know the name.
    }
  }
  await ask('geolocation', () => {
    return new Promise((done, fail) =>
      navigator.geolocation.getCurrentPosition(done, () => fail(new Error('refused'))),
    );
  });
  await ask('camera', () => navigator.mediaDevices.getUserMedia({ video: true }));
  await ask('microphone', () => navigator.mediaDevices.getUserMedia({ audio: true }));
  await ask('screen', () => navigator.mediaDevices.getDisplayMedia());
  await ask('clipboard', () => navigator.clipboard.readText());
  // Refused without a word: the promise stays open.
  void document.documentElement.requestFullscreen().catch(() => undefined);
  await ask('clipboard again', () => navigator.clipboard.readText());
  result['full screen'] = document.fullscreenElement === null ? 'refused' : 'given';
  return result;
}

test('every permission is refused', async ({ foyer: { app, window } }) => {
  const refused = await window.evaluate(askForPermissions);
  expect(refused['notification']).toBe('denied');
  for (const [name, state] of Object.entries(refused)) {
    await attempt('letThrough', name, () => expect(state).toMatch(/^denied|^refused/u));
  }
  const control = await app.evaluate(async ({ BrowserWindow, session }) => {
    // A window that nobody has cut off, in a context that counts as secure.
    const window = new BrowserWindow({
      webPreferences: { session: session.fromPartition('control') },
    });
    await window.loadURL('data:text/html,<p>Control');
    return (await window.webContents.executeJavaScript(
      'Notification.requestPermission()',
    )) as string;
  });
  expect(control).toBe('granted');
  expectControlToFail('a window that nobody has cut off', 1);
});

test('the window goes nowhere and opens nothing', async ({
  foyer: { app, window },
  guarded,
  control,
}) => {
  const address = window.url();
  await app.evaluate(({ app, BrowserWindow }) => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    app.on('browser-window-created', () => heard.push('a new window'));
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('will-navigate', (event, url) => {
      heard.push(`${event.defaultPrevented ? 'refused' : 'let through'} ${url}`);
    });
    contents?.on('did-navigate', (_event, url) => heard.push(`arrived at ${url}`));
  });
  const heard = () => app.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

  const targets = [
    `${guarded.origin}/navigation`,
    'https://foyer.example/',
    'app://foyer/chat.html',
    'app://other/index.html',
  ];
  // These the page itself refuses, before main could hear of them.
  for (const target of ['file:///etc/passwd', 'data:text/html,hello']) {
    await window.evaluate((target) => {
      location.href = target;
    }, target);
  }
  for (const target of targets) {
    await window.evaluate((target) => {
      location.href = target;
    }, target);
    await expect.poll(heard).toContain(`refused ${new URL(target).href}`);
  }
  await window.evaluate((target) => {
    const link = document.createElement('a');
    link.href = target;
    document.body.append(link);
    link.click();
    link.remove();
  }, `${guarded.origin}/link`);
  await expect.poll(heard).toContain(`refused ${guarded.origin}/link`);

  const opened = await window.evaluate(
    (targets) => {
      const opened = targets.map((target) => globalThis.open(target) !== null);
      const link = document.createElement('a');
      Object.assign(link, { href: targets[0], target: '_blank' });
      document.body.append(link);
      link.click();
      link.remove();
      return opened;
    },
    [...targets, 'about:blank', 'file:///etc/passwd', 'data:text/html,hello'],
  );
  expect(opened).toEqual(opened.map(() => false));

  const list = await heard();
  const tried = 2 + targets.length + 1 + opened.length + 1;
  await attempt(
    'letThrough',
    'ways elsewhere',
    () => expect(list.filter((said) => !said.startsWith('refused'))).toEqual([]),
    tried,
  );
  expect(window.url()).toBe(address);
  expect(app.windows()).toHaveLength(1);
  expect(guarded.arrivals).toEqual([]);
  // The window still works.
  expect(await window.evaluate(() => self.foyer.invoke('app.state', undefined))).toMatchObject({
    ok: true,
  });

  const leaving = `globalThis.open(${JSON.stringify(`${control.origin}/opened`)});
    location.href = ${JSON.stringify(`${control.origin}/navigation`)}`;
  await inUnguardedWindow(app, '<p>Control', leaving);
  await expect.poll(() => [...control.paths()].sort()).toEqual(['/navigation', '/opened']);
  expectControlToFail('a window that nobody keeps where it is', control.paths().size);
});

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
  "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; webrtc 'block'";
const chatPolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

test('the pages carry their policies, and no address leads out of their folder', async ({
  foyer: { app, window },
}) => {
  const headersOf = (path: string) =>
    window.evaluate(async (path) => {
      const { status, headers } = await fetch(path);
      return { status, headers: Object.fromEntries(headers) };
    }, path);
  for (const [path, policy] of [
    ['/index.html', pagePolicy],
    ['/chat.html', chatPolicy],
  ] as const) {
    const { status, headers } = await headersOf(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).not.toContain('unsafe');
  }

  const outside = [
    ...['/../main/index.cjs', '/..%2fmain/index.cjs', '/..%2Fmain%2Findex.cjs'],
    ...['/%2e%2e/main/index.cjs', '/%2e%2e%2fmain%2findex.cjs', '/x/..%2f..%2fmain/index.cjs'],
    ...['/..%5cmain%5cindex.cjs', '/%252e%252e%252fmain', '/..%2f..%2fpackage.json'],
    ...['//etc/passwd', '/%2fetc%2fpasswd', '/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd'],
    ...['/%', '/%E0%A4%A', '/%ff', '/..%2frenderer-of-mine'],
    ...['/', '/assets', '/assets/', '/index.html/x', '/nothing.html', `/${'x'.repeat(2_000)}`],
    ...['/https://example.com/', '/?https://example.com', '/..;/main/index.cjs'],
  ];
  const statuses = await window.evaluate(
    (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(`app://foyer${path}`).catch(() => undefined);
          return [path, answer?.status, answer && (await answer.text()).length];
        }),
      ),
    outside,
  );
  await attempt(
    'letThrough',
    'addresses',
    () => expect(statuses).toEqual(outside.map((path) => [path, 404, 0])),
    outside.length,
  );

  // Chromium itself refuses these, before main could hear of them.
  const refused = await window.evaluate(
    (paths) => Promise.all(paths.map((path) => fetch(`app://foyer${path}`).catch(() => 'refused'))),
    ['/index.html%00.js', '/%00'],
  );
  expect(refused).toEqual(['refused', 'refused']);

  // Other hosts of the scheme have no pages at all.
  const others = await app.evaluate(
    async ({ BrowserWindow }, addresses) => {
      const statuses: number[] = [];
      for (const address of addresses) {
        const other = new BrowserWindow({ show: false });
        const arrived = new Promise<number>((done) =>
          other.webContents.once('did-navigate', (_event, _url, status) => done(status)),
        );
        // A page without content counts as not loaded.
        await other.loadURL(address).catch(() => undefined);
        statuses.push(await arrived);
        other.destroy();
      }
      return statuses;
    },
    ['app://foyer/index.html', 'app://other/index.html', 'app://foyer.evil/index.html'],
  );
  expect(others).toEqual([200, 404, 404]);

  // The control: addresses joined to the folder as they come.
  const folder = resolve('/out/renderer');
  const led = outside.filter((path) => {
    try {
      return !resolve(join(folder, decodeURIComponent(path))).startsWith(folder);
    } catch {
      // A `%` that begins no character.
      return false;
    }
  });
  expectControlToFail('a program that joins an address to its folder', led.length);
});

/** Runs in a window: puts scripts of every kind into a frame and tells which of them ran. */
async function tryScripts(frame: HTMLIFrameElement): Promise<string[]> {
  const inside = frame.contentDocument;
  const view: (Window & { ran?: string[] }) | null = frame.contentWindow;
  if (!inside || !view) throw new Error('The frame is empty.');
  view.ran = [];
  const say = (name: string) => `(window.ran = window.ran || []).push('${name}')`;
  const inline = inside.createElement('script');
  inline.textContent = say('inline');
  const module = inside.createElement('script');
  Object.assign(module, { type: 'module', textContent: say('module') });
  const box = inside.createElement('div');
  box.innerHTML =
    `<img src="data:x" onerror="${say('handler')}"><svg onload="${say('svg')}"></svg>` +
    `<a href="javascript:${say('address')}">x</a><button onclick="${say('click')}">x</button>`;
  const failed = new Promise((done) =>
    box.querySelector('img')?.addEventListener('error', done, { once: true }),
  );
  inside.body.append(inline, module, box);
  await failed;
  box.querySelector('a')?.click();
  box.querySelector('button')?.click();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ran = view.ran;
  box.remove();
  return ran;
}

test('no script runs in the preview’s frame', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const inFrame = async () => {
    await new Library(window).open('Harbour');
    await expect(window.frameLocator('iframe').locator('.typebot-button').first()).toBeVisible();
    return window.evaluate(`(${String(tryScripts)})(document.querySelector('iframe'))`);
  };
  await attempt('letThrough', 'with its policy', async () => expect(await inFrame()).toEqual([]));
  expect(await window.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  await test.step('by its sandbox alone, with no policy in the way', async () => {
    await withoutPolicy(window);
    await attempt('letThrough', 'without it', async () => expect(await inFrame()).toEqual([]));
  });
  const control = await inUnguardedWindow(
    app,
    '<iframe srcdoc="<p>Control</p>"></iframe>',
    `(${String(tryScripts)})(document.querySelector('iframe'))`,
  );
  expect(control).toEqual(expect.arrayContaining(['inline', 'handler', 'click']));
  expectControlToFail('a frame without a sandbox', (control as string[]).length);
});
