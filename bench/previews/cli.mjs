// A preview from the terminal, by the packed app, from the start of the process to the request's arrival. With Foyer
// running the control is a bare Electron's start of its main; without, its start to ready.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxSwitches } from '../../tools/electron-runtime.mjs';
import { median, tell } from '../statistics.mjs';
import { now, startFoyer, startService } from './service.mjs';

const runs = 20;

function makeBare(folder) {
  const place = join(folder, 'bare');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "name": "bare", "main": "main.js" }\n');
  writeFileSync(
    join(place, 'main.js'),
    `const { performance } = require('node:perf_hooks');
const now = () => performance.timeOrigin + performance.now();
const main = now();
const { app } = require('electron');
app.whenReady().then(() => {
  process.stdout.write(JSON.stringify({ main, ready: now() }));
  app.exit(0);
});
`,
  );
  return place;
}

function start(program, parameters) {
  const child = spawn(program, [...sandboxSwitches(), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '' },
  });
  let said = '';
  let trouble = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (trouble += String(chunk)));
  return new Promise((done) => child.once('close', (code) => done({ code, said, trouble })));
}

async function bareTimes(place, folder) {
  const began = now();
  const { said } = await start(process.env.FOYER_ELECTRON, [
    place,
    `--user-data-dir=${join(folder, 'bare-profile')}`,
  ]);
  const { main, ready } = JSON.parse(said);
  return { main: main - began, ready: ready - began };
}

async function foyerTime(service, places) {
  const arrival = service.arrival();
  const began = now();
  const ended = start(process.env.FOYER_PACKED, [...places, 'preview', 'Bench']);
  const at = await Promise.race([
    arrival,
    ended.then(({ code, trouble }) => {
      if (code === 0) return arrival;
      throw new Error(`foyer preview ended with ${String(code)}: ${trouble}`);
    }),
  ]);
  await ended;
  return at - began;
}

async function measure(name, control, own) {
  await control();
  await own();
  const samples = [];
  for (let run = 0; run < runs; run += 1) {
    const first = run % 2 === 0 ? await control() : undefined;
    const took = await own();
    samples.push({ own: took, control: first ?? (await control()) });
  }
  const typical = median(samples.map(({ control: one }) => one));
  console.log(
    `  ${name}: Foyer ${median(samples.map(({ own: took }) => took)).toFixed(0)} ms, ` +
      `bare Electron ${typical.toFixed(0)} ms (medians)`,
  );
  return tell({
    name,
    values: samples.map(({ own: took }) => took / typical),
    unit: '×',
    goal: { p50: 1.2 },
    samples,
  });
}

export async function cli() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const service = await startService();
  try {
    const bare = makeBare(folder);
    const { app, places } = await startFoyer(folder, service);
    const own = () => foyerTime(service, places);
    const control = (which) => async () => (await bareTimes(bare, folder))[which];
    const running = await measure('cli-running', control('main'), own);
    await app.close();
    const alone = await measure('cli-alone', control('ready'), own);
    return running && alone;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
