/**
 * The same as in `library-model.test.ts`, with what is rarer: decisions on conflicts, versions that are restored, moves,
 * other libraries for a moment, older files put over newer ones.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { attemptsOfAProperty } from '../testing/fault-tally';
import { modelRun, modelRuns } from '../testing/model-runs';
import { VirtualTime } from '../testing/virtual-time';
import { aWiderRun, goThrough, type Run } from './testing/keeping-events';

vi.mock('node:fs/promises', async () => (await import('../testing/memory-disk-calls')).diskCalls);
vi.mock('node:fs', async (real) => {
  const { diskCallsAtOnce } = await import('../testing/memory-disk-calls');
  return diskCallsAtOnce(await real());
});
vi.mock('node:crypto', async (real) => {
  const { seededBytes } = await import('../testing/seeded-random');
  return { ...(await real<object>()), randomBytes: seededBytes };
});

const time = new VirtualTime();
beforeAll(() => void time.put());
afterAll(() => time.end());

const attempt = attemptsOfAProperty();
const runs = modelRuns(60);
it(`in wider runs nothing accepted is lost, or shown otherwise (${String(runs.numRuns)} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(aWiderRun, (run) =>
      attempt('lost', run, async () => {
        expect(await goThrough(time, run)).toEqual([]);
      }),
    ),
    runs,
  );
}, 3_600_000);

const asked = modelRun;
if (asked !== undefined) {
  it('this run', async () => {
    expect(await goThrough(time, JSON.parse(asked) as Run)).toEqual([]);
  });
}
