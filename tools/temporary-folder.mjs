// A temporary folder of a run's own: what the run leaves in it is named, counts as a failure, and is
// taken away with it. In the system's folder nobody could tell our leavings from others' files.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './running.mjs';

const named = 5;

/**
 * @typedef {object} TemporaryFolder
 * @property {Record<string, string>} env lay it over the environment of what shall use the folder
 * @property {() => string[]} takeLeft the names of what lies in it now; takes all of that away
 * @property {() => void} remove takes the folder away, also called when this process ends
 */

/** @returns {TemporaryFolder} */
export function ownTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-run-'));
  // Nobody else can list it, but a test that runs Foyer as another user gets through to its own part.
  chmodSync(folder, 0o711);
  const removed = { recursive: true, force: true, maxRetries: 5 };
  const removeAll = () => {
    rmSync(folder, removed);
  };
  const forget = atExit(removeAll);
  return {
    env: { TMPDIR: folder, TMP: folder, TEMP: folder },
    takeLeft: () => {
      const names = readdirSync(folder).sort();
      for (const name of names) rmSync(join(folder, name), removed);
      return names;
    },
    remove: () => {
      forget();
      removeAll();
    },
  };
}

/**
 * What a step came to, with what it left behind as one more failure.
 *
 * @param {import('./test-results.mjs').Count} count
 * @param {readonly string[]} left names, as of `takeLeft`
 * @returns {import('./test-results.mjs').Count}
 */
export function countLeft(count, left) {
  if (left.length === 0) return count;
  const more = left.length > named ? ` and ${String(left.length - named)} more` : '';
  return {
    ...count,
    failed: count.failed + 1,
    notes: [
      ...count.notes,
      `left in the temporary folder: ${left.slice(0, named).join(', ')}${more}`,
    ],
  };
}
