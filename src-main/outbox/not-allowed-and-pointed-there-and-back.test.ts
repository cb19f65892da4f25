/**
 * A service doesn't allow a save (403). The person points the connection at another workspace, and back, with the same token:
 * nobody asked for the theme to be sent again, and what was refused for its token was refused with this one.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** As the connections tell of each way to another place. */
function pointThereAndBack(made: OutboxFixture): void {
  const [here] = made.connections;
  if (!here) throw new Error('there is none');
  for (const connection of [{ ...here, workspaceId: 'w2' }, here]) {
    made.connections[0] = connection;
    made.outbox.reachedOtherwise('c1');
    made.outbox.connectionsChanged();
  }
}

it.each([
  ['the control: what can’t be sent as it is', 400],
  ['what was not allowed', 403],
])('stays refused with its reason: %s', async (_name, status) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  await made.publish();
  await made.drained();
  pointThereAndBack(made);
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status } }]);
  expect(made.practice.received()).toHaveLength(1);
});

it('stays refused also where that comes before the answer', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  pointThereAndBack(made);
  release();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
  expect(made.practice.received()).toHaveLength(1);
});

it('is not sent through another connection that was not allowed it either', async () => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  made.practice.setBehaviour('saveThemeTemplate', { status: 403 });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.drained();
  // It goes through the other one at a new token there, and is not allowed that either.
  made.outbox.tokenReplaced('c2');
  await made.drained();
  made.outbox.tokenReplaced('c1');
  await made.drained();
  expect(made.practice.received()).toHaveLength(3);
  pointThereAndBack(made);
  await made.drained();
  pointThereAndBack(made);
  await made.drained();
  expect(made.practice.received()).toHaveLength(3);
  expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
});
