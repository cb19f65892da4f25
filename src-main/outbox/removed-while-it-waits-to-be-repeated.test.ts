/**
 * A theme waits to be tried again, as the service failed at it, and the only connection to its workspace is removed.
 * Foyer would have sent it again; from then on it is neither sent nor shown, so the question before has to say so.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

const nothing = { cancelled: 0, newerCancelled: 0, sending: 0 };

it.each([
  ['the control: it waits for its first try', true],
  ['it waits for its next try', false],
])('what waits goes with the connection, and that is said before: %s', async (_name, isPaused) => {
  const made = await outboxFixture();
  const { connections, library, outbox, practice } = made;
  const { themeId } = made.place;
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.drained();
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  practice.setBehaviour('saveThemeTemplate', { status: 503 });
  await outbox.handlers.setPaused({ isPaused });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  const [item] = await made.items();
  expect(item?.why).not.toBe('decision');

  const told = await outbox.handlers.removal({ connectionId: 'c1' });
  connections.shift();
  outbox.connectionsChanged();
  outbox.connectionRemoved('c1');
  await made.settled();
  expect(await made.items()).toEqual([]);
  expect(told).toEqual({ ...nothing, cancelled: 1 });
});
