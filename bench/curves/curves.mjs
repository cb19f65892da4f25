// What grows with what a person has: the start, the memory and the search of libraries of 10 to
// 10,000 themes, their saves and publications, and what a full log, a long queue and long histories
// add. Drawn into docs/pictures, beside what docs/performance.md says of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import { root } from '../../tools/running.mjs';
import { makeBareApp, makeProfile } from '../app-folders.mjs';
import { measureSearch } from '../library/library.mjs';
import { weigh, withApp } from '../memory.mjs';
import { launch, libraryShown, painted, settledIn } from '../startup.mjs';
import { median, percentile, tell } from '../statistics.mjs';
import { drawCurve, figure } from './picture.mjs';

const sizes = [10, 100, 1_000, 10_000];
const starts = 8;
const times = 30;
const turns = 3;
/** After that V8 has collected what the start left. */
const idleMs = 20_000;
const words = ['harbour 1', 'teal', 'kiln', 'roboto 4'];

/** What a thousand themes can have beside them. A log holds its last eight megabytes. */
const loads = {
  alone: { themes: 1_000 },
  '100,000 records': { themes: 1_000, records: 100_000 },
  '1,000 waiting': { themes: 1_000, waiting: 1_000 },
  '200 versions each': { themes: 1_000, versions: 200 },
};

async function service() {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { name, theme } = JSON.parse(Buffer.concat(chunks).toString());
      const id = request.url.split('/').at(-1);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ themeTemplate: { id, name, theme } }));
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, base: `http://127.0.0.1:${String(server.address().port)}/api/v1` };
}

/** The starts with each library, and the bare window's, in turns. */
async function measureStarts(folder, rooms) {
  const bare = join(folder, 'bare');
  makeBareApp(bare);
  const control = () =>
    launch(
      process.env.FOYER_ELECTRON,
      [bare, `--user-data-dir=${join(folder, 'bare-profile')}`],
      painted,
    );
  const own = (count) => {
    const profile = join(folder, String(count), 'app');
    const library = join(folder, String(count), 'themes');
    return launch(
      process.env.FOYER_PACKED,
      [`--profile=${profile}`, `--library=${library}`],
      libraryShown,
      () => settledIn(profile),
    );
  };
  const shown = { bare: [], ...Object.fromEntries(sizes.map((count) => [count, []])) };
  for (const count of sizes) {
    rooms.layOut(join(folder, String(count)), { themes: count });
    makeProfile(join(folder, String(count), 'app'));
    await own(count);
  }
  await control();
  for (let run = 0; run < starts; run += 1) {
    shown.bare.push((await control()).shown);
    for (const count of sizes) shown[count].push((await own(count)).shown);
  }
  return shown;
}

function measureMemory(folder) {
  const places = [`--profile=${join(folder, 'app')}`, `--library=${join(folder, 'themes')}`];
  return withApp([root, ...places], async (app, window) => {
    await window.getByRole('gridcell').first().waitFor();
    await settledIn(join(folder, 'app'));
    await new Promise((done) => setTimeout(done, idleMs));
    return weigh(app.process().pid);
  });
}

const bySize = (valueOf) =>
  Object.fromEntries(sizes.map((count) => [figure(count), valueOf(count)]));

export async function curves() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const { server, base } = await service();
  try {
    const file = await bundleProgram(new URL('rooms.ts', import.meta.url), folder, {
      format: 'es',
    });
    const rooms = await import(pathToFileURL(file).href);
    const shown = await measureStarts(folder, rooms);
    const [memory, search] = [{}, {}];
    const at = Object.fromEntries(sizes.map((count) => [count, { saves: [], publishes: [] }]));
    // Once for nothing: whichever came first would pay for V8's warming up.
    rooms.layOut(join(folder, 'warm'), { themes: 10 });
    await rooms.measure(join(folder, 'warm'), base, {}, times);
    for (const count of sizes) {
      const own = join(folder, String(count));
      memory[count] = await measureMemory(own);
      const keys = await measureSearch(join(own, 'search'), rooms, count, words);
      search[count] = keys.map((key) => key.own - median(keys.map(({ plain }) => plain)));
    }
    // In turns: what else the computer does meets all of them. As many themes of each library: with
    // more, more of the saves were the first of their theme.
    for (let turn = 0; turn < turns; turn += 1) {
      for (const count of sizes) {
        const own = join(folder, String(count));
        const { saves, publishes } = await rooms.measure(own, base, {}, times / turns, sizes[0]);
        at[count].saves.push(...saves);
        at[count].publishes.push(...publishes);
      }
    }
    const beside = {};
    for (const [name, load] of Object.entries(loads)) {
      const own = join(folder, name.replaceAll(/\W/gu, '-'));
      rooms.layOut(own, load);
      beside[name] = await rooms.measure(own, base, load, times);
    }
    const byLoad = (valueOf) =>
      Object.fromEntries(Object.keys(loads).map((name) => [name, valueOf(beside[name])]));
    const pictures = {
      start: {
        title: 'Opening, by themes',
        unit: 'ms',
        lines: [{ name: 'first cards', values: bySize((count) => median(shown[count])) }],
      },
      memory: {
        title: 'Memory, by themes',
        unit: 'MB',
        lines: [{ name: 'all processes', values: bySize((count) => memory[count]) }],
      },
      search: {
        title: 'A key of a search over a plain field, by themes',
        unit: 'ms',
        lines: [
          { name: 'worst of twenty', values: bySize((count) => percentile(search[count], 0.95)) },
          { name: 'median', values: bySize((count) => median(search[count])) },
        ],
      },
      work: {
        title: 'A theme, by themes',
        unit: 'ms',
        lines: [
          { name: 'saved', values: bySize((count) => median(at[count].saves)) },
          { name: 'handed to the outbox', values: bySize((count) => median(at[count].publishes)) },
        ],
      },
      beside: {
        title: 'A theme of 1,000, with what is beside it',
        unit: 'ms',
        lines: [
          { name: 'saved', values: byLoad(({ saves }) => median(saves)) },
          { name: 'handed to the outbox', values: byLoad(({ publishes }) => median(publishes)) },
        ],
      },
      read: {
        title: 'All rooms read, 1,000 themes',
        unit: 'ms',
        lines: [{ name: 'without an index', values: byLoad(({ read }) => read) }],
      },
    };
    const target = join(root, 'docs', 'pictures', 'curves');
    mkdirSync(target, { recursive: true });
    for (const [name, curve] of Object.entries(pictures)) {
      writeFileSync(join(target, `${name}.svg`), drawCurve(curve));
      for (const line of curve.lines) {
        const values = Object.entries(line.values).map(
          ([stop, value]) => `${stop}: ${figure(value)}`,
        );
        console.log(`  ${curve.title}, ${line.name} (${curve.unit}): ${values.join(', ')}`);
      }
    }
    const opening = tell({
      name: 'curves-start',
      values: [median(shown[10_000]) / median(shown[10])],
      unit: '×',
      goal: { p50: 1.1 },
      samples: shown,
    });
    const saving = tell({
      name: 'curves-save',
      values: [median(at[10_000].saves) / median(at[10].saves)],
      unit: '×',
      goal: { p50: 1.2 },
      samples: { at, beside, memory, search },
    });
    return opening && saving;
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
