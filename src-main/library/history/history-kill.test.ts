import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bundleProgram } from '../../../tools/bundle-program.mjs';
import { attempt, chances, times } from '../../testing/fault-tally';
import { History } from './history';
import { temporaryLibraryFolders } from '../testing/fixture-library';

const kills = times(10, 50);

/** Kills the keeper some ms after its `after`th version; resolves with what it said last. */
function runAndKill(
  program: string,
  profile: string,
  after: number,
  moreMs: number,
): Promise<{ asked: number; kept: number }> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [program, profile]);
    const said = { asked: 0, kept: 0 };
    let rest = '';
    let seen = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word, number] = line.split(' ');
        said[word as keyof typeof said] = Number(number);
        if (word !== 'kept') continue;
        seen += 1;
        if (seen === after) setTimeout(() => child.kill('SIGKILL'), moreMs);
      }
    });
    let trouble = '';
    child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') done(said);
      else failed(new Error(`the keeper ended by itself: ${trouble}`));
    });
  });
}

describe('kill -9 while versions are kept', () => {
  it(`loses none that was kept and leaves none cut off, ${String(kills)} times`, async () => {
    const { root, profile } = await temporaryLibraryFolders();
    const program = await bundleProgram(
      new URL('../testing/version-keeping-program.ts', import.meta.url),
      root,
    );
    const chance = chances('kill while versions are kept');
    for (let kill = 0; kill < kills; kill += 1) {
      const after = 1 + (kill % 3);
      const ms = chance() * 7;
      await attempt('lost', { after, ms }, async () => {
        const said = await runAndKill(program, profile, after, ms);
        const history = new History(profile, () => undefined);
        const { versions, unreadable } = await history.list('theme');
        expect(unreadable).toBe(0);
        const newest = versions[0]?.version ?? 0;
        expect(newest).toBeGreaterThanOrEqual(said.kept);
        expect(newest).toBeLessThanOrEqual(said.asked);
        // None between is missing, and the newest is whole.
        const all = versions.map(({ version }) => version);
        expect(all).toEqual(Array.from({ length: newest }, (_, at) => newest - at).slice(0, 200));
        const { name, theme } = await history.content('theme', newest);
        expect(name).toBe(String(newest));
        expect(theme.customCss).toBe(`/* ${String(newest)} */`.repeat(5_000));
      });
    }
  }, 120_000);
});
