/**
 * A save is under way as its token is replaced, and publishing is paused. Its answer refuses the old token, or doesn't allow
 * the save with that: of the new one that says nothing, and nothing may say that it was refused.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the token was refused', 401],
  ['it was not allowed', 403],
])('is not said to be refused, and goes once it may: %s', async (_name, status) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  await made.outbox.handlers.setPaused({ isPaused: true });
  made.outbox.tokenReplaced('c1');
  release();
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ why: 'paused' }]);
  expect.soft(items[0]?.outcome).toBeUndefined();
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  expect.soft(answers).toEqual([]);
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(made.practice.state().templates).toHaveLength(1);
});
