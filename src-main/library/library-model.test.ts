/** Random sequences of all that can happen to the library, against a model of what must hold. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { attemptsOfAProperty } from '../testing/fault-tally';
import { modelRun, modelRuns } from '../testing/model-runs';
import { VirtualTime } from '../testing/virtual-time';
import { aRun, goThrough, type Run } from './testing/keeping-events';

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

/** Faults that were found by chance, and are mended. */
const found: Record<string, Run> = {
  'what another program moved right after it was renamed became a theme of its own': {
    seed: 1,
    events: [
      { do: 'jump', ms: -86_400_000 },
      { do: 'others', how: 'copy', theme: 0 },
      { do: 'rename', theme: 0 },
      { do: 'others', how: 'rename', theme: 0 },
      { do: 'settle' },
    ],
  },
};

it.each(Object.entries(found))('no more: %s', async (_what, run) => {
  expect(await goThrough(time, run)).toEqual([]);
});

const attempt = attemptsOfAProperty();
const runs = modelRuns(60);
it(`nothing accepted is lost, or shown otherwise (${String(runs.numRuns)} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(aRun, (run) =>
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
