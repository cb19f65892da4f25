/** A theme is published through two connections that lead to one workspace, and one of them is removed. */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the second', 'c2', ['c1']],
  ['the first', 'c1', ['c1', 'c2']],
  ['the second', 'c2', ['c1', 'c2']],
] as const)('what waits for the other one is not cancelled: %s', async (_name, gone, asked) => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2' });
  const { handlers } = made.outbox;
  await handlers.setPaused({ isPaused: true });
  await handlers.publish({ themeIds: [...made.ids], connectionIds: [...asked] });
  made.connections.splice(0, 2, ...made.connections.filter(({ id }) => id !== gone));
  made.outbox.connectionRemoved(gone);
  made.outbox.connectionsChanged();
  await handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(made.practice.received()).toHaveLength(1);
});
