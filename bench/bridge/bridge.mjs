// A validated, sender-checked call that answers with a whole theme, against a raw
// `ipcRenderer.invoke` that answers with the same, in turns in one window.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from '@playwright/test';
import { build } from 'vite';
import { sandboxSwitches } from '../../tools/electron-runtime.mjs';
import { median, tell } from '../statistics.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

async function bundle(folder) {
  for (const name of ['main', 'preload']) {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      resolve: { alias: { '@shared': join(root, 'src-shared') } },
      ssr: { noExternal: true },
      build: {
        ssr: join(here, `${name}.ts`),
        outDir: folder,
        emptyOutDir: false,
        target: 'node16.17',
        minify: true,
        rollupOptions: {
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: `${name}.cjs` },
        },
      },
    });
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "bench", "main": "main.cjs" }\n');
}

/** In the page: batches of calls in turns; milliseconds a call for each batch. */
async function measure({ batches, calls }) {
  const { measured } = globalThis;
  const batch = async (way) => {
    const began = performance.now();
    for (let call = 0; call < calls; call += 1) await measured[way]('library.open', { id: 'x' });
    return (performance.now() - began) / calls;
  };
  await batch('raw');
  await batch('bridge');
  const samples = [];
  for (let number = 0; number < batches; number += 1) {
    const rawFirst = number % 2 === 0;
    const raw = rawFirst ? await batch('raw') : undefined;
    const bridge = await batch('bridge');
    samples.push({ bridge, raw: raw ?? (await batch('raw')) });
  }
  return samples;
}

export async function bridge() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  try {
    await bundle(folder);
    const app = await _electron.launch({ args: [...sandboxSwitches(), folder] });
    const window = await app.firstWindow();
    const answered = await window.evaluate(() =>
      globalThis.measured.bridge('library.open', { id: 'x' }),
    );
    if (!answered.ok) throw new Error(`The measured call was refused: ${JSON.stringify(answered)}`);
    const samples = await window.evaluate(measure, { batches: 30, calls: 200 });
    await app.close();
    console.log(
      `  bridge ${(median(samples.map(({ bridge: one }) => one)) * 1000).toFixed(0)} µs, ` +
        `raw ${(median(samples.map(({ raw }) => raw)) * 1000).toFixed(0)} µs a call (medians)`,
    );
    return tell({
      name: 'bridge',
      values: samples.map(({ bridge: own, raw }) => own / raw),
      unit: '×',
      goal: { p50: 1.3 },
      samples,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
