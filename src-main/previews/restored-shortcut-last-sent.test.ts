/**
 * A shortcut is deleted by mistake, and comes back with a backup on the same computer. The history below it has what
 * was sent through it: what the shortcut, and `foyer list`, say of when that was.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const connection = trialConnection('northwind');
const fields = { botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' };
const form = { connectionId: connection.id, ...fields };
const sentAt = '2026-01-02T03:04:05.000Z';

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  const room = await createPreviews({
    ...{ folder, warn: () => undefined, now: () => sentAt },
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
    },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => connection,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const { id } = await room.handlers.addShortcut({ name: 'Booking', ...form });
  const backup = JSON.parse(JSON.stringify(room.backupPart.collect())) as unknown;
  await room.handlers.start({ ...form, isConfirmed: true });
  expect(room.snapshot().history).toMatchObject([{ at: sentAt, input: { botId: 'bot' } }]);
  await room.handlers.removeShortcut({ id });
  return { room, id, backup };
}

it('the control: back by undo, it says when it was sent', async () => {
  const { room, id } = await open();
  await room.handlers.restoreShortcut({ id });
  expect(room.snapshot().shortcuts).toMatchObject([{ name: 'Booking', lastAt: sentAt }]);
});

it('back from a backup, it does not say “Not sent yet” (`lastAt: null`)', async () => {
  const { room, backup } = await open();
  expect(await room.backupPart.prepare(backup)(() => expect.fail('left out'))).toBe(1);
  expect(room.snapshot().shortcuts).toMatchObject([{ name: 'Booking', lastAt: sentAt }]);
});
