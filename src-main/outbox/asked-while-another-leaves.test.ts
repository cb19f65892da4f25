/** A sequence that chance found: a service asks for a wait, and the next save leaves in the same moment. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { VirtualTime } from '../testing/virtual-time';
import type { Run } from './testing/publish-events';
import { goThrough } from './testing/publish-run';

vi.mock('node:fs/promises', async () => (await import('../testing/memory-disk-calls')).diskCalls);
vi.mock('node:fs', async (real) => {
  const { diskCallsAtOnce } = await import('../testing/memory-disk-calls');
  return diskCallsAtOnce(await real());
});
vi.mock('node:crypto', async (real) => {
  const { chanceBytes } = await import('../testing/chance');
  return { ...(await real<object>()), randomBytes: chanceBytes };
});

const time = new VirtualTime();
beforeAll(() => void time.put());
afterAll(() => time.end());

const run: Run = {
  seed: 1079830581,
  places: [1],
  events: [
    { do: 'wake' },
    { do: 'publish', theme: 0, to: 0 },
    { do: 'settle' },
    { do: 'publishAll' },
    { do: 'fault', host: 1, fault: { status: 429, retryAfter: 30 }, times: 1 },
    { do: 'edit', theme: 1 },
    { do: 'publish', theme: 0, to: 'all' },
    { do: 'retryAll' },
    { do: 'edit', theme: 0 },
    { do: 'move', to: 0, place: 0 },
    { do: 'fault', host: 0, fault: { status: 400 }, times: 1 },
  ],
};

it('a first save does not pass over the wait that a later save was answered with', async () => {
  expect(await goThrough(time, run)).toEqual([]);
});
