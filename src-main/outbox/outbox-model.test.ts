/** Random sequences of all that can happen to the outbox, against a model of what must hold. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { attemptsOfAProperty } from '../testing/fault-tally';
import { modelRun, modelRuns } from '../testing/model-runs';
import { VirtualTime } from '../testing/virtual-time';
import { aRun, type Event, type Run } from './testing/publish-events';
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

const publish: Event = { do: 'publish', theme: 0, to: 0 };
const edit: Event = { do: 'edit', theme: 0 };

/** Sequences that once ended otherwise than they must, or that chance finds seldom, by what went wrong. */
const found: Record<string, Run> = {
  'a refused token was presented once more at once': {
    seed: 1,
    places: [0],
    events: [publish, { do: 'token', to: 0, isGood: false }, { do: 'pass', ms: 500 }],
  },
  'a later save in doubt was sent again and again': {
    seed: 1,
    places: [1],
    events: [
      ...[publish, { do: 'settle' } as const, edit],
      { do: 'fault', host: 1, fault: { end: 'cut' }, times: 5 },
      ...[publish, { do: 'pass', ms: 100_000 } as const, { do: 'settle' } as const],
    ],
  },
  'a save that had arrived went again after the disk refused a newer wish': {
    seed: 858099302,
    places: [0],
    events: [
      { do: 'move', to: 0, place: 1 },
      ...[{ do: 'publishAll' } as const, { do: 'publish', theme: 1, to: 0 } as const],
      { do: 'fault', host: 0, fault: { status: 400 }, times: 1 },
      ...[edit, { do: 'resume' } as const, { do: 'publish', theme: 1, to: 'all' } as const],
      { do: 'ill', code: 'ENOSPC', where: 'profile' },
      { do: 'decide', theme: 0, to: 0, how: 'sendAgain' },
      publish,
      { do: 'fault', host: 0, fault: { status: 400 }, times: 1 },
      ...[publish, publish],
    ],
  },
  'a cancelled save that may be there was shown as published': {
    seed: 1,
    places: [0],
    events: [
      ...[publish, { do: 'settle' } as const, edit],
      { do: 'fault', host: 0, fault: { status: 500, acts: true }, times: 1 },
      ...[publish, { do: 'pass', ms: 500 } as const],
      ...[{ do: 'cancel', theme: 0, to: 0 } as const, { do: 'undo', theme: 0 } as const],
      { do: 'settle' },
    ],
  },
  'what could not be noted was forgotten as its theme had it in memory alone': {
    seed: 1,
    places: [0],
    events: [
      { do: 'ill', code: 'ENOSPC', where: 'themes' },
      ...[{ ...publish, to: 'all' } as const, { do: 'pass', ms: 6_000 } as const],
      ...[{ do: 'quit' } as const, edit, { do: 'cancelAll' } as const, edit],
    ],
  },
  'what was published through two at once went with the first of them that was removed': {
    seed: 1,
    places: [2, 2],
    events: [
      ...[{ do: 'pause' } as const, { ...publish, to: 'all' } as const],
      ...[{ do: 'removeConnection', to: 0 } as const, { do: 'resume' } as const],
    ],
  },
};

it.each(Object.entries(found))('no more: %s', async (_what, run) => {
  expect(await goThrough(time, run)).toEqual([]);
});

const attempt = attemptsOfAProperty();
const runs = modelRuns(150);
it(`the newest wish, once, and nothing untrue is shown (${String(runs.numRuns)} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(aRun, (run) =>
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
