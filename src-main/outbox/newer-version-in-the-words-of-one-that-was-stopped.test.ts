/**
 * A theme stands in line for its token (a locked keychain) through one connection, and is published once more through
 * another one to the same workspace; the outbox is paused. The first connection is removed: "what came of an earlier one
 * is nothing of this one's". What waits for the other was not stopped, and nothing says that it was.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: as nothing is removed', false],
  ['as the first connection is removed', true],
])('is not said of what waits: %s', async (_name, isRemoved) => {
  const made = await outboxFixture();
  const { connections, outbox } = made;
  const { themeId } = made.place;
  connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  let unlock = (): void => undefined;
  const locked = new Promise<void>((done) => (unlock = done));
  made.tokenFor = async () => {
    await locked;
    return made.token;
  };
  await made.publish();
  await made.library.handlers.rename({ id: themeId, name: 'Newer' });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  await outbox.handlers.setPaused({ isPaused: true });
  if (isRemoved) {
    connections.shift();
    outbox.connectionsChanged();
    outbox.connectionRemoved('c1');
  }
  await new Promise((next) => setImmediate(next));
  unlock();
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ connectionId: 'c2', why: 'paused', name: 'Newer' }]);
  expect.soft(items[0]?.outcome).toBeUndefined();
  expect.soft(await outbox.handlers.answers({ themeId })).toEqual([]);
  expect(made.practice.received()).toEqual([]);
});
