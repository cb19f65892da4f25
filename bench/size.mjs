// How much is shipped: the first JavaScript that the window has to read, and the app's archive
// without native code and fonts. The control is the sum of all scripts: what the first ones would be
// if the screens were not loaded when they are opened.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { tell } from './statistics.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'out');

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

/** The entry and everything that it imports statically: what is read before the first screen. */
function firstScripts() {
  const renderer = join(out, 'renderer');
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const waiting = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/gu)].map(([, path]) =>
    join(renderer, path),
  );
  const seen = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    for (const [, path] of code.matchAll(/(?:from|import)\s*["'](\.[^"']+\.js)["']/gu)) {
      waiting.push(join(dirname(file), path));
    }
  }
  return [...seen];
}

/** Kilobytes (1,000 bytes), as the goals are given. */
const kilobytes = (bytes) => bytes / 1000;
const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).byteLength;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export async function size() {
  const first = firstScripts();
  const scripts = filesUnder(join(out, 'renderer')).filter((file) => extname(file) === '.js');
  const firstKilobytes = kilobytes(sum(first.map(gzipped)));
  const allKilobytes = kilobytes(sum(scripts.map(gzipped)));
  console.log(
    `  first scripts ${firstKilobytes.toFixed(1)} kB gzip in ${String(first.length)} files ` +
      `(control, every script of the windows: ${allKilobytes.toFixed(1)} kB)`,
  );
  const shipped = [...filesUnder(out), ...filesUnder(join(root, 'resources'))].filter(
    (file) => !['.woff', '.woff2', '.node'].includes(extname(file)),
  );
  const archive = kilobytes(sum(shipped.map((file) => statSync(file).size)));
  const isFirstMet = tell({
    name: 'size',
    values: [firstKilobytes],
    unit: ' kB gzip',
    goal: { p50: 90 },
    samples: { first: first.map((file) => file.slice(out.length)), firstKilobytes, allKilobytes },
  });
  const isArchiveMet = tell({
    name: 'size-archive',
    values: [archive],
    unit: ' kB',
    goal: { p50: 3000 },
    samples: { files: shipped.length },
  });
  return isFirstMet && isArchiveMet;
}
