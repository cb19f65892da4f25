/**
 * Two connections lead to one workspace. A save through the first may have arrived; then the first one's token is
 * refused. At the second one, whose token is fine, a person has it sent again: that word was given there, and goes there
 * ("a wish knows every connection through which it was asked for").
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: what waited was cancelled before', true],
  ['it waits still', false],
])('is sent: %s', async (_name, isCancelled) => {
  const made = await outboxFixture({ themes: 2 });
  const [one = '', two = ''] = made.ids;
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish(one);
  await made.drained();
  if (isCancelled) await made.outbox.handlers.cancel({});
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.publish(two);
  await made.drained();
  expect((await made.items()).map(({ why }) => why).sort()).toEqual(['decision', 'tokenRefused']);
  await made.outbox.handlers.decide({ themeId: one, connectionId: 'c2', decision: 'sendAgain' });
  await made.drained();
  expect((await made.items()).map(({ name }) => name)).toEqual(['Harbour 2']);
});
