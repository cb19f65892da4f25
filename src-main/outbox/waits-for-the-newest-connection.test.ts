/**
 * Several connections lead to one workspace. “A theme waits there once, for the connection you published it
 * through last”: what becomes of that connection becomes of it, and nothing else does.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** A theme that was published through each of them, one after the other, and waits. */
async function published(...order: readonly string[]) {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const through = (...connectionIds: string[]) =>
    made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds });
  await made.outbox.handlers.setPaused({ isPaused: true });
  for (const id of order) await through(id);
  const drained = async () => {
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
  };
  const deliveries = () =>
    ['c1', 'c2'].map((each) => made.outbox.deliveryOf(made.place.themeId, each));
  return { ...made, through, drained, deliveries };
}

it.each([
  ['the other one', ['c1', 'c2'], 'c1', 'c2'],
  ['it', ['c2', 'c1'], 'c1', undefined],
])('where %s is removed', async (_name, order, gone, left) => {
  const made = await published(...order);
  made.connections.splice(0, 2, ...made.connections.filter(({ id }) => id !== gone));
  made.outbox.connectionRemoved(gone);
  made.outbox.connectionsChanged();
  const items = await made.items();
  expect(items.map(({ connectionId }) => connectionId)).toEqual(left === undefined ? [] : [left]);
  await made.drained();
  expect(made.practice.received()).toHaveLength(left === undefined ? 0 : 1);
});

it.each([
  ['the other one', ['c1', 'c2'], ['w1', 'w2']],
  ['it', ['c2', 'c1'], ['w2']],
])('where %s is pointed at another workspace, and published there', async (_name, order, ends) => {
  const made = await published(...order);
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.tokenReplaced('c1');
  made.outbox.connectionsChanged();
  await made.through('c1');
  await made.drained();
  const workspaces = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  expect(workspaces.sort()).toEqual(ends);
  expect(await made.items()).toEqual([]);
});

it('is held by its own token alone, and the other is open to it', async () => {
  const made = await published('c1', 'c2');
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.drained();
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'tokenRefused' }]);
  expect((await made.items())[0]).not.toHaveProperty('twins');
  await made.through('c1');
  await made.drained();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
  expect(await made.items()).toEqual([]);
  expect(made.deliveries()).toEqual(['idle', 'idle']);
});

it('says nothing of a refused token at the connection that it was published through since', async () => {
  const made = await published('c1');
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  const release = made.practice.holdAnswers();
  await made.outbox.handlers.setPaused({ isPaused: false });
  await expect.poll(() => made.practice.received().length).toBe(1);
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.through('c2');
  release();
  await made.settled();
  const [item] = await made.items();
  expect(item).toMatchObject({ connectionId: 'c2', why: 'paused' });
  expect(item?.outcome).toBeUndefined();
  expect(await made.outbox.handlers.answers({ themeId: made.place.themeId })).toEqual([]);
});
