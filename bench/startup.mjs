// From the launch of the packed app to the library's first cards painted and taking keys, with 500
// themes in it. The control is a bare window (one file, a heading, no preload) on the same runtime,
// launched in turns.
// `--trace` draws where the time of both goes, by the marks that every start leaves.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';
import { makeBareApp, makeLibrary, makeProfile } from './app-folders.mjs';
import { drawStarts } from './startup-picture.mjs';
import { median, tell } from './statistics.mjs';

const runs = 20;
const themes = 500;

/**
 * Launches an app and reads from its page when it got where, in milliseconds since the launch.
 *
 * @param {string} program
 * @param {string[]} parameters
 * @param {() => Promise<Record<string, number>>} marksIn runs in the page: milliseconds since the
 *   epoch, among them `shown`
 * @param {() => Promise<Record<string, number>>} [settled] waited for before the app is killed; more
 *   of them
 */
export async function launch(program, parameters, marksIn, settled) {
  const began = performance.timeOrigin + performance.now();
  const child = spawn(program, ['--remote-debugging-port=0', ...sandboxSwitches(), ...parameters], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '' },
  });
  const gone = new Promise((done) => child.once('exit', done));
  try {
    const address = await new Promise((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += String(chunk);
        const found = /DevTools listening on (ws:\S+)/u.exec(said);
        if (found) resolve(found[1]);
      });
      child.once('exit', () => reject(new Error(`The app ended: ${said}`)));
    });
    for (;;) {
      // Without a value the page was on its way to its address.
      const marks = await evaluate(await pageAddress(new URL(address).host), marksIn);
      if (marks === undefined) continue;
      const all = Object.entries({ ...marks, ...(await settled?.()) });
      return Object.fromEntries(all.map(([name, at]) => [name, at - began]));
    }
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

/** Where the debugger of the app's page listens, once there is a page. */
async function pageAddress(host) {
  for (;;) {
    const targets = await (await fetch(`http://${host}/json/list`)).json();
    const page = targets.find(({ type, url }) => type === 'page' && url !== '');
    if (page) return page.webSocketDebuggerUrl;
  }
}

/** Runs a function in the page, through its debugger; Playwright can't attach to a running Electron. */
async function evaluate(address, work) {
  const socket = new WebSocket(address);
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
  const answer = new Promise((heard) =>
    socket.addEventListener('message', ({ data }) => heard(JSON.parse(data)), { once: true }),
  );
  const params = { expression: `(${String(work)})()`, awaitPromise: true, returnByValue: true };
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
  const { result } = await answer;
  socket.close();
  return result?.result.value;
}

/** In the bare page: when its heading was painted. */
export function painted() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entry = list.getEntriesByName('first-contentful-paint')[0];
      if (!entry) return;
      const from = performance.timeOrigin;
      const [{ responseEnd }] = performance.getEntriesByType('navigation');
      resolve({ pageAsked: from, pageCame: from + responseEnd, shown: from + entry.startTime });
    }).observe({ type: 'paint', buffered: true });
  });
}

/** In Foyer's page: its marks; the last says that the first cards are shown and take keys. */
export function libraryShown() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entry = list.getEntriesByName('library-shown')[0];
      if (!entry) return;
      const from = performance.timeOrigin;
      const [{ responseEnd }] = performance.getEntriesByType('navigation');
      const marks = performance.getEntriesByType('mark');
      resolve({
        pageAsked: from,
        pageCame: from + responseEnd,
        ...Object.fromEntries(marks.map(({ name, startTime }) => [name, from + startTime])),
        shown: from + entry.startTime,
      });
    }).observe({ type: 'mark', buffered: true });
  });
}

/**
 * Waits until what the next start begins with is written: the library's index, and the first screen,
 * which each start uses up.
 */
export async function settledIn(profile) {
  const end = Date.now() + 60_000;
  const files = ['library-index.jsonl', 'first-screen'].map((name) => join(profile, name));
  while (!files.every((file) => existsSync(file))) {
    if (Date.now() > end) throw new Error('The start did not write what the next one begins with.');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The marks that main left in its log at its last start. */
function marksOfMain(profile) {
  const logs = join(profile, 'logs');
  const lines = readdirSync(logs).flatMap((name) =>
    readFileSync(join(logs, name), 'utf8').split('\n'),
  );
  const starts = lines
    .filter((line) => line.includes('"main.started"'))
    .map((line) => JSON.parse(line));
  const { at, ...rest } = starts.at(-1);
  const marks = Object.entries(rest).filter(([, after]) => typeof after === 'number');
  return Object.fromEntries(marks.map(([name, after]) => [`main: ${name}`, at + after]));
}

export async function startup() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  try {
    const bare = join(folder, 'bare');
    const library = join(folder, 'library');
    const profile = join(folder, 'profile');
    makeBareApp(bare);
    makeLibrary(library, themes);
    makeProfile(profile);
    const foyer = () =>
      launch(
        process.env.FOYER_PACKED,
        [`--profile=${profile}`, `--library=${library}`],
        libraryShown,
        async () => {
          await settledIn(profile);
          return marksOfMain(profile);
        },
      );
    const control = () =>
      launch(
        process.env.FOYER_ELECTRON,
        [bare, `--user-data-dir=${join(folder, 'bare-profile')}`],
        painted,
      );

    // Both once before: the first start makes the profile and the index, and warms the disk.
    await control();
    await foyer();
    const starts = [];
    for (let run = 0; run < runs; run += 1) {
      // In turns, and the order in turns too: what the machine does besides hits both.
      const first = run % 2 === 0 ? await control() : undefined;
      const own = await foyer();
      starts.push({ control: first ?? (await control()), own });
    }
    if (process.argv.includes('--trace')) drawStarts(starts);
    const samples = starts.map(({ control: one, own }) => ({ control: one.shown, own: own.shown }));
    const typical = median(samples.map(({ control: one }) => one));
    console.log(
      `  Foyer ${median(samples.map(({ own }) => own)).toFixed(0)} ms, bare window ${typical.toFixed(0)} ms (medians)`,
    );
    return tell({
      name: 'startup',
      values: samples.map(({ own }) => own / typical),
      unit: '×',
      goal: { p50: 1.35, p95: 1.5 },
      samples,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
