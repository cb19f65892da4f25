/**
 * Two connections lead to one workspace, and a theme is asked for through both. An earlier save may have arrived; both
 * tokens are refused. At each of the two it waits for the token of that very connection: with either one replaced it
 * goes by itself. Only what "waits for another connection alone" is left in doubt.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: nothing is in doubt', false],
  ['an earlier save may have arrived', true],
])('is held at both: %s', async (_name, isInDoubt) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  if (isInDoubt) {
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    await made.outbox.handlers.setPaused({ isPaused: true });
  }
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 2 });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  const { themeId } = made.place;
  const both = ['c1', 'c2'].map((each) => made.outbox.deliveryOf(themeId, each));
  expect.soft(both).toEqual(['blocked', 'blocked']);
  // It is as it is said to be: at the other one's new token it goes, unasked.
  const [item] = await made.items();
  const other = item?.connectionId === 'c1' ? 'c2' : 'c1';
  // The window says there, too, that it may have arrived.
  expect.soft(item).toMatchObject({ twins: [other] });
  made.outbox.tokenReplaced(other);
  await made.drained();
  expect(await made.items()).toEqual([]);
});
