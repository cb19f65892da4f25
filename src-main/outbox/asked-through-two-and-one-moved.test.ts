/**
 * A theme is published through two connections to one workspace, and waits. Then one of them is pointed at
 * another workspace, and the theme is published there. What was asked for through the other one is not
 * touched by that.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the one that stays was the last', ['c1', 'c2']],
  ['the one that is moved was the last', ['c2', 'c1']],
])('each workspace gets it: %s', async (_name, order) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const through = async (connectionId: string) => {
    const asked = { themeIds: [...made.ids], connectionIds: [connectionId] };
    expect(await made.outbox.handlers.publish(asked)).toMatchObject({ problems: [] });
  };
  await made.outbox.handlers.setPaused({ isPaused: true });
  for (const id of order) await through(id);
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.tokenReplaced('c1');
  made.outbox.connectionsChanged();
  await through('c1');
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const workspaces = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  expect(workspaces.sort()).toEqual(['w1', 'w2']);
  expect(await made.items()).toEqual([]);
});

it('is not forgotten when the one that stays is removed: a person sees where it was to go', async () => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  for (const id of ['c1', 'c2']) {
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [id] });
  }
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.connectionsChanged();
  made.connections.pop();
  made.outbox.connectionsChanged();
  made.outbox.connectionRemoved('c2');
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'elsewhere' }]);
});
