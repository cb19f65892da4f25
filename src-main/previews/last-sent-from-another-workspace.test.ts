/**
 * A shortcut was sent to a client, and its connection is pointed at another workspace. From there it was never sent, and isn't said
 * to have been: not beside the question whether to send the client a first one, and not where they got another bot's preview from
 * there.
 */
import { expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { publicationKey } from '@shared/theme/theme';
import { previewsFixture } from './testing/fixture-previews';

const connection = trialConnection('c1', { label: 'Northwind' });
const form = { connectionId: 'c1', botId: 'bot', to: '+44 7700 900112', startGroupId: '' };

const sentAt = '2026-01-02T03:04:05.000Z';

it.each([
  ['the control: its connection leads there still', { isMoved: false, lastAt: sentAt }],
  ['nothing was sent to them from there', { isMoved: true, lastAt: null }],
  ['another bot’s preview was', { isMoved: true, other: 'else', lastAt: null }],
])('a shortcut that was sent from one workspace: %s', async (_, { isMoved, lastAt, ...scene }) => {
  const other = 'other' in scene ? scene.other : undefined;
  let now = connection;
  const room = await previewsFixture({ connectionById: () => now, now: () => sentAt });
  await room.handlers.addShortcut({ name: 'Booking', ...form });
  await room.handlers.start({ ...form, confirmedPlace: publicationKey(now) });
  if (isMoved) now = { ...connection, workspaceId: 'other' };
  if (other !== undefined)
    await room.handlers.start({ ...form, botId: other, confirmedPlace: publicationKey(now) });
  const isNewRecipient = isMoved && other === undefined;
  expect(room.snapshot().shortcuts).toMatchObject([{ isNewRecipient, lastAt }]);
});
