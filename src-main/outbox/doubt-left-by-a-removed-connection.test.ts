/**
 * A first save through one of two connections to a workspace may have arrived. Sent again, it is refused, and the
 * connection is removed. What is left is the doubt, under the other one: nothing may say of it that it was refused.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([404, 401])('is not said to be refused with %i', async (status) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  made.practice.setBehaviour('saveThemeTemplate', { status });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  made.connections[0] = { ...made.connection, id: 'c2', label: 'The same' };
  made.outbox.connectionRemoved('c1');
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
  expect.soft(items[0]?.outcome?.kind).not.toBe(status === 401 ? 'tokenRefused' : 'rejected');
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  expect
    .soft(answers.map(({ result }) => result?.outcome.kind))
    .not.toContain(status === 401 ? 'tokenRefused' : 'rejected');
});
