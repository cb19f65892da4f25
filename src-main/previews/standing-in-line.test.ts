/** A preview that was handed over and has not left: what is shown of it, and what stops it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewRun } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const to = '+44 20 7946 0958';
const form = {
  connectionId: 'northwind',
  botId: 'bot',
  to,
  startGroupId: '',
  confirmedPlace: trialPlace,
};
const accepted: Outcome = { kind: 'accepted', status: 200 };
const cancelledBefore: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };

async function standUp() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let clock = '2026-01-02T03:04:00.000Z';
  const sent: { leave: () => Promise<void>; answer: (outcome: Outcome) => void }[] = [];
  const send: SendPreview = (_connection, _request, { activityId, signal, ...its }) =>
    new Promise((done, fail) => {
      const end = (outcome: Outcome) => done({ activityId, outcome, body: undefined });
      sent.push({ leave: () => its.beforeStart().then(its.onStart, fail), answer: end });
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
  await expect.poll(() => sent.length).toBe(1);
  return {
    ...{ folder, room, run, sent },
    shown: () => told.at(-1),
    leaveAt(time: string) {
      clock = time;
      void sent[0]?.leave();
    },
    answer: () => sent[0]?.answer(accepted),
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

it.each([true, false])('does not leave when it is stopped in line (%s)', async (ifInLine) => {
  const { room, run, shown } = await standUp();
  await expect.poll(() => shown()?.isInLine).toBe(true);
  const { connectionId, botId } = form;
  await room.handlers.cancel({ connectionId, botId, to, ifInLine });
  expect(await run).toMatchObject({ outcome: cancelledBefore });
  expect(shown()).toMatchObject({ outcome: cancelledBefore });
  expect(shown()?.isInLine).toBeUndefined();
});

it('is waited for where it left before the word that it is not to be sent', async () => {
  const { room, run, shown, leaveAt, answer } = await standUp();
  leaveAt('2026-01-02T03:05:00.000Z');
  await expect.poll(() => shown()?.at).toBe('2026-01-02T03:05:00.000Z');
  const { connectionId, botId } = form;
  await room.handlers.cancel({ connectionId, botId, to, ifInLine: true });
  answer();
  expect(await run).toMatchObject({ outcome: accepted });
});

const unconfirmed = { ...form, botId: 'another', confirmedPlace: undefined };
const newRecipient = { problem: { code: 'newRecipient' } };

it('does not make its recipient known: nothing was sent to them yet', async () => {
  const { room, run, shown, answer } = await standUp();
  await expect.poll(shown).toMatchObject({ isInLine: true });
  await expect(room.handlers.start(unconfirmed)).rejects.toMatchObject(newRecipient);
  answer();
  await run;
});

it('does not leave unconfirmed when the first one to its recipient came to nothing', async () => {
  const { room, run, shown, sent } = await standUp();
  await sent[0]?.leave();
  await expect.poll(shown).toMatchObject({ input: { to } });
  // The first may have arrived, so nobody is asked, and the second waits for its turn.
  const second = Promise.resolve(room.handlers.start(unconfirmed));
  await expect.poll(() => sent.length).toBe(2);
  sent[0]?.answer({ kind: 'tokenRefused', status: 401 });
  await run;
  const refused = expect(second).rejects.toMatchObject(newRecipient);
  await sent[1]?.leave();
  sent[1]?.answer(accepted);
  await refused;
  expect(room.snapshot().history).toMatchObject([{ outcome: { kind: 'tokenRefused' } }]);
});
