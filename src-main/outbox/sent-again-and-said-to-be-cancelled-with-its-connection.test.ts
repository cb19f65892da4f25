/**
 * A save may have arrived, and is sent again; that waits. Its connection is to be removed. "The same again is no newer
 * version: it is what may have arrived, which stays to be decided": it is not among those that "are not published".
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: before it is sent again', false],
  ['as it waits to be sent again', true],
])('is not said not to be published: %s', async (_name, isAgain) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
  await made.outbox.handlers.setPaused({ isPaused: true });
  if (isAgain) await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  expect(await made.items()).toMatchObject([{ why: isAgain ? 'paused' : 'decision' }]);
  expect(await made.outbox.handlers.removal({ connectionId: 'c1' })).toMatchObject({
    cancelled: 0,
  });
});
