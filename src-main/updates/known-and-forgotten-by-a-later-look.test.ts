/**
 * An update was found and told of in the status bar. The next day's look, which Foyer takes by itself, comes to nothing:
 * a laptop was opened where there is no network. What was found is still there to be had, and is still told of; it is
 * not taken back until the look of the day after, or the one after that.
 */
import type { UpdateStep } from '@shared/bridge/updates';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { startTrialFeed, type TrialFeed } from './trial-feed';
import { createUpdates, type KeptUpdates } from './updates';

let trial: TrialFeed;
const transport = createNodeTransport();

beforeEach(async () => {
  trial = await startTrialFeed();
});
afterEach(() => trial.stop());

const dayMs = 24 * 3_600_000;

/** What is told after Foyer found 0.2.0 and looked again by itself a day later. */
async function toldADayLater(lot: number, meanwhile: () => void, isAsked = false) {
  let kept: KeptUpdates = { looksDaily: true, lookedAt: null, putOffUntil: null, lot };
  let now = Date.parse('2026-11-22T04:00:00.000Z');
  let timers: (() => void)[] = [];
  let isOnline = true;
  const updates = createUpdates({
    ...{ feed: trial.feed, way: { how: 'system' }, present: '0.1.0' },
    kept: { get: () => kept, set: (changes) => (kept = { ...kept, ...changes }) },
    send: (request) =>
      isOnline ? transport.send(request) : Promise.resolve({ end: 'failed' as const }),
    loadUpdater: () => Promise.reject(new Error('nothing is to be downloaded here')),
    ...{ quietMs: () => dayMs, endWith: () => undefined, warn: () => undefined },
    clock: {
      date: () => new Date(now),
      after(milliseconds, work) {
        if (milliseconds === 60_000) timers.push(work);
        return () => undefined;
      },
    },
  });
  const step = async (): Promise<UpdateStep> => (await updates.handlers.state(undefined)).step;
  const minute = () => {
    const due = timers;
    timers = [];
    for (const work of due) work();
  };
  updates.begin();
  if (isAsked) await updates.handlers.look(undefined);
  else minute();
  await expect.poll(step).toMatchObject({ name: 'found', version: '0.2.0' });
  meanwhile();
  isOnline = trial.answers.size > 0;
  const before = kept.lookedAt;
  now += dayMs;
  minute();
  await expect.poll(() => kept.lookedAt).not.toBe(before);
  await expect.poll(async () => (await step()).name).not.toBe('looking');
  return step();
}

it('the control: it is told of still where the next look finds it, too', async () => {
  trial.publish({ version: '0.2.0' });
  expect(await toldADayLater(0, () => undefined)).toMatchObject({ name: 'found' });
});

it('it is told of still where the next look comes to nothing', async () => {
  trial.publish({ version: '0.2.0' });
  const step = await toldADayLater(0, () => trial.answers.clear());
  expect(JSON.stringify(step)).toContain('0.2.0');
});

it('it is told of still to who asked, also where it goes to others first', async () => {
  trial.publish({ version: '0.2.0', percent: 10 });
  const step = await toldADayLater(50, () => undefined, true);
  expect(JSON.stringify(step)).toContain('0.2.0');
});

it('it is told of no more where the next look says that it was taken back', async () => {
  trial.publish({ version: '0.2.0' });
  const publish = () => void trial.publish({ version: '0.1.0' });
  expect(await toldADayLater(0, publish)).toEqual({ name: 'none', published: '0.1.0' });
});

it('nor where another is published in its place, which goes to others first', async () => {
  trial.publish({ version: '0.2.0' });
  const publish = () => void trial.publish({ version: '0.3.0', percent: 10 });
  expect(await toldADayLater(50, publish)).toEqual({ name: 'idle' });
});
