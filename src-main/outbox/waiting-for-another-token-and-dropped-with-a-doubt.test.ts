/**
 * Two connections lead to one workspace. Through the second a save was cut off, and it was cancelled: a doubt that asks.
 * The same is published through the first, whose token is refused: that has an entry of
 * its own, which waits for a token. “It isn’t there”, said of the doubt, takes out nothing that was published since.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([false, true])('edited between: %s', async (isEdited) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  const { library, outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  await arrived(practice);
  await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
  await made.settled();
  if (isEdited) await library.handlers.rename({ id: themeId, name: 'Newer' });
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  const items = await made.items();
  expect(items.find(({ connectionId }) => connectionId === 'c1')).toMatchObject({
    why: 'tokenRefused',
  });
  await outbox.handlers.decide({ themeId, connectionId: 'c2', decision: 'drop' });
  const left = await made.items();
  expect(left).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
});
