/**
 * A theme is on its way as its connection is pointed to another workspace. The studio says “Publishing” of it, with Cancel
 * beside that: this stops it, as it does everywhere else.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('Cancel beside “Publishing” stops what the studio says is on its way', async () => {
  const made = await outboxFixture();
  const { connection, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await made.publish();
  await arrived(practice);
  connection.workspaceId = 'another-workspace';
  outbox.connectionsChanged();
  // By this the studio shows “Publishing” and Cancel (publishing.svelte.ts: isSendingTo).
  expect(outbox.deliveryOf(place.themeId, 'c1')).toBe('sending');
  await expect(outbox.handlers.stop(place)).resolves.toBeUndefined();
  await made.settled();
  expect(outbox.deliveryOf(place.themeId, 'c1')).not.toBe('sending');
});
