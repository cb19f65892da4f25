/**
 * Foyer was killed while a preview was under way. That was told at the start after it, and more than fifty
 * newer ones have taken its place in the history since. What the next start makes of it.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';
import { longestHistory } from './previews-document';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };
let clock = Date.parse('2026-11-20T12:00:00.000Z');

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

async function opened(folder: string, onLeft?: () => void) {
  const send: SendPreview = async (_connection, _request, its) => {
    await its.beforeStart();
    its.onStart();
    onLeft?.();
    if (onLeft) await new Promise(() => undefined);
    return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
  };
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    now: () => new Date((clock += 60_000)).toISOString(),
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  return room;
}

/** What is shown before and after another start, long after one that was killed, or where none was. */
async function acrossAStart(wasKilled: boolean) {
  const [before, folder] = [await newFolder(), await newFolder()];
  let hasLeft = false;
  const first = await opened(before, wasKilled ? () => (hasLeft = true) : undefined);
  await first.handlers.addShortcut({ ...form, name: 'Booking' });
  const started = first.handlers.start({ ...form, confirmedPlace: trialPlace });
  if (wasKilled) await expect.poll(() => hasLeft).toBe(true);
  else await started;
  // As the kill left it.
  await cp(before, folder, { recursive: true });

  const second = await opened(folder);
  const outcome = wasKilled ? { kind: 'unsure' } : { kind: 'accepted' };
  expect(second.snapshot().history).toMatchObject([{ outcome }]);
  // The shortcut is sent once more, and many others after it.
  const again = await second.handlers.start(form);
  for (let count = 0; count < longestHistory; count += 1) {
    await second.handlers.start({
      ...form,
      to: `+44 7 ${String(count)}`,
      confirmedPlace: trialPlace,
    });
  }
  const shown = second.snapshot();
  expect(shown.history).toHaveLength(longestHistory);
  expect(shown.shortcuts).toMatchObject([{ lastAt: again.at }]);
  await second.close();
  return { shown, after: (await opened(folder)).snapshot() };
}

it.each([
  ['the control: none was killed', false],
  ['one was killed', true],
])('the shortcut is said to be last sent when it was: %s', async (_name, wasKilled) => {
  const { shown, after } = await acrossAStart(wasKilled);
  expect(after.shortcuts.map(({ lastAt }) => lastAt)).toEqual(
    shown.shortcuts.map(({ lastAt }) => lastAt),
  );
});

it.each([
  ['the control: none was killed', false],
  ['one was killed', true],
])(
  'the history has the newest, and none comes back that had gone: %s',
  async (_name, wasKilled) => {
    const { shown, after } = await acrossAStart(wasKilled);
    const runs = (all: typeof after) => all.history.map(({ at, input }) => [at, input.to]);
    expect(runs(after)).toEqual(runs(shown));
  },
);
