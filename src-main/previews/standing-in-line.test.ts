/** A preview that was handed over and has not left: what is shown of it, and what stops it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewRun } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const to = '+44 20 7946 0958';
const form = { connectionId: 'northwind', botId: 'bot', to, startGroupId: '', isConfirmed: true };
const accepted: Outcome = { kind: 'accepted', status: 200 };
const cancelledBefore: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };

async function standUp() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let clock = '2026-01-02T03:04:00.000Z';
  let leave: (() => void) | undefined;
  let answer: () => void = () => undefined;
  const send: SendPreview = (_connection, _request, { activityId, signal, onStart }) =>
    new Promise((done) => {
      const end = (outcome: Outcome) => done({ activityId, outcome, body: undefined });
      leave = onStart;
      answer = () => end(accepted);
      signal.addEventListener('abort', () => end(cancelledBefore));
    });
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined, now: () => clock },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  const told: (PreviewRun | undefined)[] = [];
  room.onChange(({ history }) => told.push(history[0]));
  const run = Promise.resolve(room.handlers.start(form));
  await expect.poll(() => leave).toBeDefined();
  return {
    ...{ folder, room, run },
    shown: () => told.at(-1),
    leaveAt(time: string) {
      clock = time;
      leave?.();
    },
    answer: () => answer(),
  };
}

it('is in the history, and is not said to have left', async () => {
  const { folder, room, run, shown, leaveAt, answer } = await standUp();
  await expect.poll(shown).toMatchObject({ input: { to }, isInLine: true, outcome: null });
  expect(room.snapshot().history).toMatchObject([{ isInLine: true }]);
  leaveAt('2026-01-02T03:05:00.000Z');
  await expect.poll(() => shown()?.isInLine).toBeUndefined();
  expect(room.snapshot().history).toHaveLength(1);
  answer();
  expect(await run).toMatchObject({ outcome: accepted });
  await room.close();
  expect(await readFile(join(folder, 'previews.json'), 'utf8')).not.toContain('isInLine');
});

it('is said to be sent when it left, and not when the button was pressed', async () => {
  const { room, run, shown, leaveAt, answer } = await standUp();
  await expect.poll(() => shown()?.at).toBe('2026-01-02T03:04:00.000Z');
  leaveAt('2026-01-02T03:05:00.000Z');
  await expect.poll(() => shown()?.at).toBe('2026-01-02T03:05:00.000Z');
  answer();
  expect(await run).toMatchObject({ at: '2026-01-02T03:05:00.000Z' });
  expect(room.snapshot().history).toMatchObject([{ at: '2026-01-02T03:05:00.000Z' }]);
});

it('does not leave when it is stopped from where it is shown', async () => {
  const { room, run, shown } = await standUp();
  await expect.poll(() => shown()?.isInLine).toBe(true);
  const { connectionId, botId } = form;
  await room.handlers.cancel({ connectionId, botId, to });
  expect(await run).toMatchObject({ outcome: cancelledBefore });
  expect(shown()).toMatchObject({ outcome: cancelledBefore });
  expect(shown()?.isInLine).toBeUndefined();
});
