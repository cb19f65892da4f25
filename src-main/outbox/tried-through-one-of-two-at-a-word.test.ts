/**
 * A theme is published through two connections to one workspace, and both tokens are refused. Then one of them has its
 * rights (nobody told Foyer which). *Try all now* tries what can be tried.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the first that is tried has its rights', 0],
  ['the other has', 1],
])('goes through the one that may: %s', async (_name, refusals) => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 2 });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  made.practice.setBehaviour('saveThemeTemplate', refusals > 0 ? { status: 401, times: 1 } : {});
  await made.outbox.handlers.retry({});
  await made.drained();
  expect(await made.items()).toEqual([]);
});
