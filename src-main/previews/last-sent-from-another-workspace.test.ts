/**
 * A shortcut was sent from one workspace, and its connection is pointed at another one, from which the recipient got the preview of
 * another bot. The shortcut itself was never sent from there: it isn't said when it was.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { publicationKey } from '@shared/theme/theme';
import { createPreviews } from './previews';

const connection = trialConnection('c1', { label: 'Northwind' });
const form = { connectionId: 'c1', botId: 'bot', to: '+44 7700 900112', startGroupId: '' };

it.each([
  ['the control: nothing was sent to them from there', false],
  ['another bot’s preview was', true],
])('a shortcut that was sent from another workspace alone is not sent: %s', async (_, isKnown) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  let now = connection;
  const room = await createPreviews({
    ...{ folder, warn: () => undefined, now: () => '2026-01-02T03:04:05.000Z' },
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
  await room.handlers.start({ ...form, confirmedPlace: publicationKey(now) });
  now = { ...connection, workspaceId: 'other' };
  if (isKnown)
    await room.handlers.start({ ...form, botId: 'else', confirmedPlace: publicationKey(now) });
  expect(room.snapshot().shortcuts).toMatchObject([{ isNewRecipient: !isKnown, lastAt: null }]);
});
