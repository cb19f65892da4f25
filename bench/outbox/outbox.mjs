// 100 themes that were published before, changed and published again, on the real rooms in plain
// Node, at a service that takes 50 ms each; against the ideal at four at once, which is measured
// beside it: four bare requests at a time, to the same service.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import { median, tell } from '../statistics.mjs';

const themes = 100;
const tookMs = 50;
const rounds = 20;

/** A service that takes its time and answers what it was sent. */
async function serve() {
  const server = createServer((incoming, response) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const id = incoming.url.split('/').at(-1);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      setTimeout(() => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ themeTemplate: { id, ...body } }));
      }, tookMs);
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** Milliseconds for as many bare requests, four at a time. */
async function ideal(origin, body) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const began = performance.now();
  await Promise.all(
    Array.from(
      { length: themes },
      (_, at) =>
        new Promise((done, failed) => {
          const sent = request(`${origin}/bare/${at}`, { method: 'PUT', agent }, (answer) => {
            answer.resume();
            answer.on('end', done);
          });
          sent.on('error', failed);
          sent.end(body);
        }),
    ),
  );
  agent.destroy();
  return performance.now() - began;
}

export async function outbox() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const { server, origin } = await serve();
  try {
    const program = await bundleProgram(
      new URL('../../src-main/outbox/testing/publisher-program.ts', import.meta.url),
      folder,
    );
    for (const name of ['themes', 'profile']) mkdirSync(join(folder, name));
    const surface = { backgroundColor: '#0042DA', color: '#FFFFFF' };
    const theme = {
      general: { font: 'Inter', background: { type: 'Color', content: '#FFFFFF' } },
      chat: {
        hostBubbles: surface,
        guestBubbles: surface,
        buttons: surface,
        inputs: { ...surface, placeholderColor: '#9095A0' },
      },
    };
    for (let at = 0; at < themes; at += 1) {
      const document = {
        format: 1,
        id: randomUUID(),
        name: `0 theme${at}`,
        tags: [],
        updatedAt: '2026-01-02T03:04:05.000Z',
        publications: {},
        theme,
      };
      writeFileSync(join(folder, 'themes', `${at}.json`), JSON.stringify(document, null, 2));
    }
    const publisher = spawn(
      process.execPath,
      [program, folder, `${origin}/api/v1`, 'token', String(rounds + 1)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const took = [];
    let rest = '';
    publisher.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const [word, number] = line.split(' ');
        if (word === 'took') took.push(Number(number));
      }
    });
    await new Promise((done) => publisher.on('close', done));
    const bare = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await ideal(origin, JSON.stringify({ name: 'x', theme })));
    }
    const [first, ...replacing] = took;
    if (replacing.length !== rounds) throw new Error('The publisher ended before its time.');
    console.log(
      `  first saves ${first.toFixed(0)} ms (one after the other in plain Node), ` +
        `replacing ${median(replacing).toFixed(0)} ms, bare requests ${median(bare).toFixed(0)} ms ` +
        '(medians)',
    );
    return tell({
      name: 'outbox',
      values: replacing.map((own, at) => own / bare[at]),
      unit: '×',
      goal: { p50: 1.25 },
      samples: { first, replacing, bare },
    });
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
