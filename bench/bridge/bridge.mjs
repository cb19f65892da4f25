// A validated, sender-checked call that answers with a whole theme, against a raw
// `ipcRenderer.invoke` that answers with the same, in turns in one window.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import { sandboxSwitches } from '../../tools/electron-runtime.mjs';
import { median, tell } from '../statistics.mjs';

async function bundle(folder) {
  for (const name of ['main', 'preload']) {
    await bundleProgram(new URL(`${name}.ts`, import.meta.url), folder, { minify: true });
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
