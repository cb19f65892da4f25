/**
 * The guide: “One number gets one preview at a time, however you write it.” Who types in wide digits types a wide plus and wide
 * brackets with them, and business cards have dots between the digits: the export knows all of these as signs of a number.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = {
  ...{ connectionId: 'northwind', botId: 'bot', startGroupId: '' },
  confirmedPlace: trialPlace,
};

it.each([
  ['the control: wide digits alone', '４４７７００９００１１２'],
  ['wide digits with their plus', '＋４４７７００９００１１２'],
  ['wide digits with a wide space and brackets', '４４　（０）７７００　９００１１２'],
  ['dots of a business card', '+44 · 7700 · 900112'],
  ['bullets of a business card', '+44•7700•900112'],
  ['a number copied from a link', 'tel:+447700900112'],
])('is not sent a second one while one is under way: %s', async (_, to) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sent: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const send: SendPreview = async (_connection, request, { activityId, beforeStart, onStart }) => {
    await beforeStart();
    onStart();
    sent.push(request.body);
    // Another one would have its answer at once.
    if (sent.length === 1) await answered;
    return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
  };
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  const first = room.start({ ...form, to: '+44 7700 900112' });
  await expect.poll(() => sent.length).toBe(1);
  const second = room.start({ ...form, to }).then(
    () => 'sent',
    (error: { problem?: { code: string } }) => error.problem?.code,
  );
  expect(await second).toBe('alreadyUnderWay');
  answer();
  await first;
});
