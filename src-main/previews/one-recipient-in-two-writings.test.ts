/** To one target one preview is under way at a time (`targetOf`), however its number is written. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = {
  connectionId: 'northwind',
  botId: 'bot',
  startGroupId: '',
  confirmedPlace: trialPlace,
};

async function standUp() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const send: SendPreview = async (_connection, request, { activityId, beforeStart, onStart }) => {
    await beforeStart();
    onStart();
    sent.push(request.body);
    await new Promise<void>((done) => answers.push(done));
    return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
  };
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  const answer = () => {
    for (const one of answers) one();
  };
  return { room, sent, answer };
}

it.each([
  ['the control: the same writing', ' +44 7700 900112'],
  ['another writing', '+447700900112'],
  ['with dashes', '+44 7700-900-112'],
  ['as Contacts copies it', '\u202a+44 7700 900112\u202c'],
])('is not sent a second one while one is under way: %s', async (_, to) => {
  const { room, sent, answer } = await standUp();
  const first = room.handlers.start({ ...form, to: '+44 7700 900112' });
  await expect.poll(() => sent.length).toBe(1);
  const second = Promise.resolve().then(() => room.handlers.start({ ...form, to }));
  await expect(second).rejects.toMatchObject({ problem: { code: 'alreadyUnderWay' } });
  answer();
  await first;
  expect(sent).toHaveLength(1);
});
