/**
 * Random sequences of what happens around publishing to a person who has a copy of their library, and whose connections
 * lead now here, now there: as `outbox-model.test.ts`.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { attemptsOfAProperty } from '../testing/fault-tally';
import { modelRun, modelRuns } from '../testing/model-runs';
import { VirtualTime } from '../testing/virtual-time';
import { aRunOfCopies, type Run } from './testing/publish-events';
import { goThrough } from './testing/publish-run';

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
it(`nothing goes where, or from where, nobody asked (${String(runs.numRuns)} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(aRunOfCopies, (run) =>
      attempt('sentTwice', run, async () => {
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
