// Where the time of a start goes, as a picture: Foyer's marks under those of the bare window.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.mjs';

const results = join(dirname(fileURLToPath(import.meta.url)), 'results');
const names = { control: 'Bare window', own: 'Foyer' };
const lineHeight = 20;
const left = 190;
const width = 900;

/** The medians of each mark, in the order in which they are reached. */
function typical(starts, which) {
  const marks = new Set(starts.flatMap((start) => Object.keys(start[which])));
  const found = [...marks].map((name) => ({
    name,
    at: median(starts.map((start) => start[which][name]).filter((at) => at !== undefined)),
  }));
  // The page's own name for what is told as `shown`.
  return found.filter(({ name }) => name !== 'library-shown').sort((a, b) => a.at - b.at);
}

function textAt(x, y, text, more = '') {
  return `<text x="${String(x)}" y="${String(y)}" ${more}>${text}</text>`;
}

/** Writes `bench/results/startup.svg` and prints the same figures. */
export function drawStarts(starts) {
  const groups = Object.keys(names).map((which) => ({ which, marks: typical(starts, which) }));
  const longest = Math.max(...groups.flatMap(({ marks }) => marks.map(({ at }) => at)));
  const scale = (at) => Math.round((at / longest) * (width - left - 60));
  const parts = [];
  let y = lineHeight;
  for (const { which, marks } of groups) {
    parts.push(textAt(8, y, names[which], 'font-weight="bold"'));
    for (const { name, at } of marks) {
      y += lineHeight;
      const fill = name === 'shown' ? '#0b6e6e' : name.startsWith('main: ') ? '#b9b2a5' : '#7fb0b0';
      const bar = `x="${String(left)}" y="${String(y - 12)}" width="${String(scale(at))}" height="14"`;
      parts.push(textAt(left - 8, y, name, 'text-anchor="end"'));
      parts.push(`<rect ${bar} fill="${fill}"/>`);
      parts.push(textAt(left + scale(at) + 6, y, `${at.toFixed(0)} ms`));
      console.log(`  ${names[which]}, ${name}: ${at.toFixed(0)} ms`);
    }
    y += 2 * lineHeight;
  }
  const size = `width="${String(width)}" height="${String(y)}"`;
  const style = 'font-family="sans-serif" font-size="12"';
  const ground = '<rect width="100%" height="100%" fill="white"/>';
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, 'startup.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}>${ground}${parts.join('')}</svg>\n`,
  );
}
