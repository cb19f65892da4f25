/**
 * Sequences that chance found: a service asks for a wait, or refuses the token, and the next save leaves in
 * the same moment.
 */
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

const asksForAWait: Run = {
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
  expect(await goThrough(time, asksForAWait)).toEqual([]);
});

const refusesTheToken: Run = {
  seed: 65419419,
  places: [0],
  events: [
    { do: 'retry', theme: 0, to: 0 },
    { do: 'publish', theme: 1, to: 1 },
    { do: 'pass', ms: 500 },
    { do: 'fault', host: 0, fault: { status: 401 }, times: 3 },
    { do: 'heal' },
    { do: 'publish', theme: 0, to: 0 },
    { do: 'publish', theme: 1, to: 'all' },
    { do: 'ill', code: 'EIO', where: 'profile' },
    { do: 'pass', ms: 1_500 },
    { do: 'publishChanged', to: 0 },
    { do: 'decide', theme: 1, to: 1, how: 'published' },
    { do: 'edit', theme: 0 },
    { do: 'heal' },
  ],
};

it('a first save does not leave with a token that a later save was refused with', async () => {
  expect(await goThrough(time, refusesTheToken)).toEqual([]);
});
