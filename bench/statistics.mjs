// What a row of measurements is reduced to, and how it is told.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const results = join(dirname(fileURLToPath(import.meta.url)), 'results');

/** The value below which `share` of the samples lie (nearest rank). */
export function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

export const median = (samples) => percentile(samples, 0.5);

/** The lines of all rows, to be read together at the end. */
export const lines = [];

/**
 * Prints the row's line and keeps its samples.
 *
 * @param {object} row
 * @param {string} row.name
 * @param {number[]} row.values what is judged: ratios to the control, or kilobytes
 * @param {string} row.unit written behind the figures
 * @param {{ p50?: number, p95?: number }} row.goal empty for a figure that is only told
 * @param {object} row.samples everything that was measured
 * @returns {boolean} whether the goal was met
 */
export function tell({ name, values, unit, goal, samples }) {
  const p50 = percentile(values, 0.5);
  const p95 = percentile(values, 0.95);
  const met =
    (goal.p50 === undefined || p50 <= goal.p50) && (goal.p95 === undefined || p95 <= goal.p95);
  const figure = (value) => `${value.toFixed(2)}${unit}`;
  const goals = [
    goal.p50 === undefined ? [] : [`p50 ${figure(goal.p50)}`],
    goal.p95 === undefined ? [] : [`p95 ${figure(goal.p95)}`],
  ].flat();
  const verdict =
    goals.length === 0 ? 'no goal' : `goal ${goals.join(' and ')}, ${met ? 'met' : 'missed'}`;
  lines.push(`${name}: p50 ${figure(p50)}, p95 ${figure(p95)}, ${verdict}`);
  console.log(lines.at(-1));
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, `${name}.json`),
    `${JSON.stringify({ name, p50, p95, goal, met, at: new Date().toISOString(), samples }, null, 2)}\n`,
  );
  return met;
}
