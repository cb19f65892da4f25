// What an open app takes: the summed PSS (the share of memory that is a process's own, with what is
// shared divided among its users) of all its processes, after a minute of doing nothing. The control
// is a bare window on the same runtime, in turns: never beside it, for both would share the
// runtime's pages. Then Foyer again after a thousand actions, after a day of idling, and with the
// launcher's window. PSS is Linux's.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { sandboxSwitches } from '../tools/electron-runtime.mjs';
import { makeBareApp, makeLibrary, makeProfile, root } from './app-folders.mjs';
import { median, tell } from './statistics.mjs';

// Fewer than of a speed: each takes two idle minutes, and memory hardly differs from run to run.
const runs = 5;
const idleMs = 60_000;
const themes = 500;
const actions = 1_000;

/** The process and all that came from it, by the kernel's list. */
function family(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/u.test(entry))) {
    const status = readIfThere(`/proc/${name}/status`);
    const parent = /^PPid:\s+(\d+)/mu.exec(status)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const all = [pid];
  for (const one of all) {
    for (const [child, parent] of parents) if (parent === one) all.push(child);
  }
  return all;
}

/** A process may end between the list and the look. */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  }
}

/** Summed PSS, megabytes. */
export function weigh(pid) {
  const kilobytes = family(pid).map((one) =>
    Number(/^Pss:\s+(\d+)/mu.exec(readIfThere(`/proc/${String(one)}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

const idle = () => new Promise((done) => setTimeout(done, idleMs));

/** Launches, lets `use` work with it, and closes it. */
export async function withApp(parameters, use) {
  const app = await _electron.launch({ args: [...sandboxSwitches(), ...parameters] });
  try {
    return await use(app, await app.firstWindow());
  } finally {
    await app.close();
  }
}

/** A day takes a minute: whatever waits for a second or more comes as much sooner. */
const dayInAMinute = `
for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name];
  globalThis[name] = (work, delay, ...more) =>
    real(work, delay >= 1000 ? delay / 1440 : delay, ...more);
}
`;

/** Ten actions of a working hour: look elsewhere, find, open, change, take back, leave. */
async function actTen(window, number) {
  const search = window.getByRole('searchbox', { name: 'Search themes' });
  const places = window.getByRole('navigation', { name: 'Places' });
  const screen = (name) => places.getByRole('button', { name });
  await screen('Previews').click();
  await screen('Library').click();
  await search.fill(String(number % 10));
  await search.press('ArrowDown');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Enter');
  const buttons = window.getByRole('button', { name: /^Buttons\b/u });
  if ((await buttons.getAttribute('aria-expanded')) !== 'true') await buttons.click();
  const colour = window.getByRole('textbox', { name: 'Buttons, background', exact: true });
  await colour.fill(`#${String(100_000 + number)}`);
  await window.getByRole('button', { name: /^Undo/u }).click();
  await window.getByRole('button', { name: 'Library', exact: true }).click();
  await search.fill('');
}

export async function memory() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  try {
    const bare = join(folder, 'bare');
    const library = join(folder, 'library');
    const profile = join(folder, 'profile');
    makeBareApp(bare);
    makeLibrary(library, themes);
    makeProfile(profile);
    const foyer = [root, `--profile=${profile}`, `--library=${library}`];
    const control = async (app, window) => {
      await window.getByRole('heading').waitFor();
      await idle();
      return weigh(app.process().pid);
    };
    const own = async (app, window) => {
      await window.getByRole('gridcell').first().waitFor();
      await idle();
      return weigh(app.process().pid);
    };
    const samples = [];
    for (let run = 0; run < runs; run += 1) {
      samples.push({
        control: await withApp([bare, `--user-data-dir=${join(folder, 'bare-profile')}`], control),
        own: await withApp(foyer, own),
      });
    }
    console.log(
      `  Foyer ${median(samples.map(({ own: one }) => one)).toFixed(0)} MB, ` +
        `bare window ${median(samples.map(({ control: one }) => one)).toFixed(0)} MB (medians)`,
    );
    const isLight = tell({
      name: 'memory',
      values: samples.map(({ own: one, control: other }) => one / other),
      unit: '×',
      goal: { p50: 1.3 },
      samples,
    });
    const growth = await withApp(foyer, async (app, window) => {
      const before = await own(app, window);
      for (let number = 0; number < actions / 10; number += 1) await actTen(window, number);
      await idle();
      return { before, after: weigh(app.process().pid) };
    });
    const isSteady = tell({
      name: 'memory-growth',
      values: [growth.after / growth.before],
      unit: '×',
      goal: { p50: 1.05 },
      samples: [growth],
    });
    const fast = join(folder, 'day-in-a-minute.cjs');
    writeFileSync(fast, dayInAMinute);
    const day = await withApp(['-r', fast, ...foyer], async (app, window) => {
      const before = await own(app, window);
      // The page has timers of its own.
      await window.clock.install();
      for (let hour = 0; hour < 24; hour += 1) await window.clock.fastForward('01:00:00');
      await window.clock.resume();
      await idle();
      return { before, after: weigh(app.process().pid) };
    });
    const isIdle = tell({
      name: 'memory-day',
      values: [day.after / day.before],
      unit: '×',
      goal: { p50: 1.05 },
      samples: [day],
    });
    const launcher = await withApp(foyer, async (app, window) => {
      const before = await own(app, window);
      await window.evaluate(() =>
        globalThis.foyer.invoke('launcher.setKeys', { keys: 'Control+Shift+F9' }),
      );
      await idle();
      return { before, after: weigh(app.process().pid) };
    });
    tell({
      name: 'memory-launcher',
      values: [launcher.after - launcher.before],
      unit: ' MB',
      goal: {},
      samples: [launcher],
    });
    return isLight && isSteady && isIdle;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
