/**
 * A theme is on its way as its connection is pointed to another workspace, and a person publishes it there. Cancel in the
 * outbox is said of the entry that is shown, and not of what was just published and is still being read.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it('leaves what goes where the connection leads now', async () => {
  const made = await outboxFixture();
  const { connection, library, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await made.publish();
  await arrived(practice);
  connection.workspaceId = 'another-workspace';
  outbox.connectionsChanged();
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'sending' }]);
  const { goOn, reading } = holdNextReading(library);
  const { themeId } = place;
  const published = outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  await outbox.handlers.cancel({ only: place });
  goOn();
  expect(await published).toMatchObject({ queued: 1, cancelled: [] });
});
