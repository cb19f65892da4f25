// Whether a package may be given to people: the Electron in it decides.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from '../tools/bundle-program.mjs';

/**
 * Why a package on this runtime may not be released; none when it may.
 *
 * @param {{ version: string, fallback: boolean }} runtime
 * @returns {Promise<string[]>} whole clauses
 */
export async function whyNotReleased({ version, fallback }) {
  const { holesIn } = await appsOwnJudgement();
  const holes = holesIn(version).map(({ advisory }) => advisory);
  return [
    ...(fallback ? [`Electron ${version} is the fallback for development`] : []),
    ...(holes.length > 0 ? [`Electron ${version} has known holes (${holes.join(', ')})`] : []),
  ];
}

/** What the window says of its Electron and what may be released must never differ. */
async function appsOwnJudgement() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-holes-'));
  try {
    const source = new URL('../src-main/app/electron-holes.ts', import.meta.url);
    const file = await bundleProgram(source, folder, { format: 'es' });
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
