/**
 * A save may have arrived, and its connection is removed, which is the only one to its workspace. From then on it is
 * neither sent again, as Foyer would have done by itself, nor shown as in doubt: the question before says so.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

const nothing = { cancelled: 0, newerCancelled: 0, sending: 0, inDoubt: 0 };

it.each([
  ['the control: it waits for its first try', true, false, { cancelled: 1 }],
  ['it waits for its next try', false, false, { inDoubt: 1 }],
  ['it waits for its next try, and another connection leads there', false, true, {}],
])('what goes with the connection is said before: %s', async (_name, isPaused, isTwo, said) => {
  const made = await outboxFixture();
  const { connections, library, outbox, practice } = made;
  if (isTwo) connections.push({ ...made.connection, id: 'c2' });
  const { themeId } = made.place;
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.drained();
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  practice.setBehaviour('saveThemeTemplate', { status: 503 });
  await outbox.handlers.setPaused({ isPaused });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  expect((await made.items()).map(({ why }) => why)).not.toContain('decision');

  const told = await outbox.handlers.removal({ connectionId: 'c1' });
  connections.shift();
  outbox.connectionsChanged();
  outbox.connectionRemoved('c1');
  await made.settled();
  expect(await made.items()).toHaveLength(isTwo ? 1 : 0);
  expect(told).toEqual({ ...nothing, ...said });
});
