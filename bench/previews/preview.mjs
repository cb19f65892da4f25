// From Enter in the form to the request's arrival at the service, on a fresh connection, against a
// whole `curl` process that sends the same, in turns.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, tell } from '../statistics.mjs';
import { now, startFoyer, startService } from './service.mjs';

const runs = 30;

async function byCurl(service) {
  const arrival = service.arrival();
  const began = now();
  const child = spawn('curl', [
    ...['--silent', '--request', 'POST', '--header', 'Content-Type: application/json'],
    ...['--header', 'Authorization: Bearer bench-token', '--data', '{"to":"+447700900112"}'],
    ...['--output', '/dev/null', service.preview],
  ]);
  const ended = new Promise((done) => child.once('exit', done));
  const took = (await arrival) - began;
  await ended;
  return took;
}

async function byFoyer(service, window) {
  const arrival = service.arrival();
  await window.getByRole('textbox', { name: 'Recipient' }).press('Enter');
  const at = await arrival;
  const began = await window.evaluate(() => globalThis.pressedAt);
  await window.getByText('The service said:').waitFor();
  return at - began;
}

export async function preview() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const service = await startService();
  const { app, window } = await startFoyer(folder, service);
  try {
    await window.getByRole('button', { name: 'Previews' }).first().click();
    await window.getByRole('textbox', { name: 'Recipient' }).waitFor();
    await window.evaluate(() => {
      globalThis.addEventListener(
        'keydown',
        () => (globalThis.pressedAt = performance.timeOrigin + performance.now()),
        { capture: true },
      );
    });
    await byFoyer(service, window);
    await byCurl(service);
    const samples = [];
    for (let run = 0; run < runs; run += 1) {
      const first = run % 2 === 0 ? await byCurl(service) : undefined;
      const own = await byFoyer(service, window);
      samples.push({ own, curl: first ?? (await byCurl(service)) });
    }
    const typical = median(samples.map(({ curl }) => curl));
    console.log(
      `  Foyer ${median(samples.map(({ own }) => own)).toFixed(1)} ms, curl ${typical.toFixed(1)} ms (medians)`,
    );
    return tell({
      name: 'preview',
      values: samples.map(({ own }) => own / typical),
      unit: '×',
      goal: { p50: 0.7 },
      samples,
    });
  } finally {
    await app.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
