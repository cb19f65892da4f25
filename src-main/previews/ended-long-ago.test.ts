/** A preview whose end the disk refused at first, and which made room for newer ones since. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const accepted: Outcome = { kind: 'accepted', status: 200 };

const taking: SendPreview = async (_connection, _request, its) => {
  await its.beforeStart();
  its.onStart();
  return { activityId: its.activityId, outcome: accepted, body: { message: 'success' } };
};

async function opened(folder: string) {
  const room = await createPreviews({
    ...{ folder, send: taking, warn: () => undefined },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  return room;
}

it.each([
  ['the control: the disk takes it', false],
  ['the disk refuses it at first', true],
])('is not said to be not sure at the next start: %s', async (_name, isRefused) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const list = join(folder, 'previews.json');
  const room = await opened(folder);
  const start = (to: string) =>
    room.handlers.start({
      ...{ connectionId: 'northwind', botId: 'bot', to, startGroupId: '' },
      confirmedPlace: trialPlace,
    });
  if (isRefused) await mkdir(join(list, 'x'), { recursive: true });
  expect(await start('the first')).toMatchObject({ outcome: accepted });
  await rm(list, { recursive: true, force: true });
  for (let run = 0; run < 50; run += 1) await start(`+44 ${String(run)}`);
  expect(room.snapshot().history).toHaveLength(50);
  await room.close();
  const next = await opened(folder);
  expect(next.snapshot().history.filter(({ outcome }) => outcome?.kind !== 'accepted')).toEqual([]);
});
