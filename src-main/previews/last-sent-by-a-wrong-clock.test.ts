/** When a shortcut was last sent, after the computer's clock, which was fast, was put right. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };

it('is when it was sent last, and not a time that is still to come', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  let clock = '2027-11-22T12:00:00.000Z';
  const room = await createPreviews({
    ...{ folder, warn: () => undefined, now: () => clock },
    async send(_connection, _request, its) {
      await its.beforeStart();
      its.onStart();
      return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  await room.handlers.addShortcut({ ...form, name: 'Booking' });
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  clock = '2026-11-22T11:00:00.000Z';
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  expect(room.shortcuts()).toMatchObject([{ lastAt: clock }]);
});
