/**
 * What a recipient looks like is unknown and never guessed: spaces and dashes count for nothing in a number, and
 * make another recipient of what is none. The first preview to each is confirmed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', startGroupId: '' };

async function standUp() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sent: unknown[] = [];
  const send: SendPreview = async (_connection, request, { activityId, beforeStart, onStart }) => {
    await beforeStart();
    onStart();
    sent.push(JSON.parse(request.body));
    return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
  };
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  return { room, sent };
}

it.each([
  ['the control: of another name', 'anna@example.com', 'berta@example.com'],
  ['of a name without its dash', 'ann-eking@example.com', 'anneking@example.com'],
  ['of a handle in another case', '@AnnaK', '@annak'],
  ['of a name that is a number after a dash', '7700900112', '-7700900112'],
])('nothing is sent unconfirmed to one who was never sent to: %s', async (_, known, other) => {
  const { room, sent } = await standUp();
  await room.handlers.start({ ...form, to: known, confirmedPlace: trialPlace });
  const end = await Promise.resolve()
    .then(() => room.handlers.start({ ...form, to: other }))
    .catch((error: unknown) => error);
  expect(sent).toEqual([{ to: known }]);
  expect(end).toMatchObject({ problem: { code: 'newRecipient' } });
});
