/**
 * A preview was sent to a client, and its connection is pointed at another workspace. Its shortcut would ask for a first one:
 * “Northwind hasn’t sent anything to this recipient from its current address and workspace.” When it was sent is known by workspace, so
 * the same shortcut, unchanged, isn’t shown as sent beside that.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { createPreviews } from './previews';

const connection = trialConnection('c1', { label: 'Northwind' });
const form = { connectionId: 'c1', botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
const sentAt = '2026-01-02T03:04:05.000Z';

it.each([
  ['the control: it leads there still', connection.workspaceId, sentAt, false],
  ['it leads to another workspace', 'other', null, true],
])('a shortcut, with its connection: %s', async (_, workspaceId, lastAt, isNewRecipient) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  let now = connection;
  const room = await createPreviews({
    ...{ folder, warn: () => undefined, now: () => sentAt },
    async send(_connection, _request, its) {
      await its.beforeStart();
      its.onStart();
      return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    },
    connectionById: () => now,
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  await room.handlers.addShortcut({ name: 'Booking', ...form });
  await room.handlers.start({ ...form, confirmedPlace: trialPlace });
  now = { ...connection, workspaceId };
  expect(room.snapshot().shortcuts).toMatchObject([{ isNewRecipient, lastAt }]);
});
