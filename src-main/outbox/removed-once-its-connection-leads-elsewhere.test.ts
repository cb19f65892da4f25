/**
 * A save may have arrived and waits to be tried again, its connection is pointed at another workspace, and the outbox
 * lists it as one that was to go to the first. Then the connection is removed: the entry goes with it, and the question
 * before says so, as it does of one that never left.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

const nothing = { cancelled: 0, newerCancelled: 0, sending: 0, inDoubt: 0 };

it.each([
  ['the control: it has not left', true],
  ['it may have arrived', false],
])('what goes with the connection is said before: %s', async (_name, isPaused) => {
  const made = await outboxFixture();
  const { connections, library, outbox, practice } = made;
  const { themeId } = made.place;
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: themeId, name: 'Harbour, evening' });
  practice.setBehaviour('saveThemeTemplate', { status: 503 });
  await outbox.handlers.setPaused({ isPaused });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: isPaused ? 'paused' : 'retry' }]);

  const [connection] = connections;
  if (connection) connections[0] = { ...connection, workspaceId: 'w2' };
  outbox.tokenReplaced('c1');
  outbox.connectionsChanged();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'elsewhere', connectionId: 'c1' }]);

  const told = await outbox.handlers.removal({ connectionId: 'c1' });
  connections.shift();
  outbox.connectionsChanged();
  outbox.connectionRemoved('c1');
  await made.settled();
  expect(await made.items()).toEqual([]);
  expect(told).not.toEqual(nothing);
});
