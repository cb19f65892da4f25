/**
 * A theme is published through two connections to one workspace at once. The service doesn't allow it (403) with the token
 * of the first, and that connection is removed. The theme goes on through the other, with whose token nothing was tried yet:
 * what was “published through both at once” isn't cancelled with one of them (docs/guide.md).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: its token was refused (401)', 401],
  ['it was not allowed (403)', 403],
])('the first connection is removed: %s', async (_name, status) => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.drained();
  made.connections.splice(0, 1);
  made.outbox.connectionRemoved('c1');
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(made.practice.state().templates).toHaveLength(1);
});
