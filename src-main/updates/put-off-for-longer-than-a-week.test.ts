/**
 * *Later* reminds in a week (the guide). The window was told that the update is put off, and hears nothing that says
 * otherwise but from main: of a version that is downloaded already, and of one that was found by *Check now* where Foyer
 * doesn't check by itself, as of any other.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UpdatesState } from '@shared/bridge/updates';
import { createNodeTransport } from '../service/node-transport';
import { fileEntry, startTrialFeed, type TrialFeed } from './trial-feed';
import { createUpdates, type KeptUpdates } from './updates';

let trial: TrialFeed;
const transport = createNodeTransport();

beforeEach(async () => {
  trial = await startTrialFeed();
});
afterEach(() => trial.stop());

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;

/** What a window that stays open shows, after *Later* was pressed and a week and a minute or two went by. */
async function shownAfterAWeek(looksDaily: boolean, isDownloaded: boolean) {
  const files = { 'linux-x64': fileEntry('Foyer-0.2.0.AppImage', Buffer.from('new')) };
  trial.publish({ version: '0.2.0', files });
  let kept: KeptUpdates = { looksDaily, lookedAt: null, putOffUntil: null, lot: 0 };
  let now = Date.parse('2026-11-22T04:00:00.000Z');
  let timers: { at: number; work: () => void }[] = [];
  const updates = createUpdates({
    ...{ feed: trial.feed, way: { how: 'install', file: 'linux-x64' }, present: '0.1.0' },
    kept: { get: () => kept, set: (changes) => (kept = { ...kept, ...changes }) },
    send: (request) => transport.send(request),
    loadUpdater: () =>
      Promise.resolve({ download: () => Promise.resolve('ready'), install: () => undefined }),
    ...{
      quietMs: () => weekMs,
      endWith: () => undefined,
      warn: () => undefined,
      lookLimitMs: 2 * weekMs,
    },
    clock: {
      date: () => new Date(now),
      after(milliseconds, work) {
        const timer = { at: now + milliseconds, work };
        timers.push(timer);
        return () => (timers = timers.filter((one) => one !== timer));
      },
    },
  });
  let shown: UpdatesState | undefined;
  updates.onChange((state) => (shown = state));
  updates.begin();
  await updates.handlers.look(undefined);
  if (isDownloaded) await updates.handlers.download(undefined);
  expect(shown?.step.name).toBe(isDownloaded ? 'ready' : 'found');
  await updates.handlers.putOff(undefined);
  expect(shown?.isPutOff).toBe(true);
  for (const end = now + weekMs + 2 * minuteMs; now < end;) {
    now += minuteMs;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { work } of due) work();
  }
  await expect.poll(() => shown?.step.name).not.toBe('looking');
  return shown;
}

it.each([
  ['the control: one that was found, where Foyer checks by itself', true, false],
  ['one that is downloaded', true, true],
  ['one that was found, where Foyer does not check by itself', false, false],
])('%s', async (_, looksDaily, isDownloaded) => {
  const shown = await shownAfterAWeek(looksDaily, isDownloaded);
  expect(shown?.step).toMatchObject({ version: '0.2.0' });
  expect(shown?.isPutOff).toBe(false);
});
