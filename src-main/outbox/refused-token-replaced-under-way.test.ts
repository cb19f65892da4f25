/**
 * A save is under way as its token is replaced, and publishing is paused. Its answer refuses the old token: of the new
 * one that says nothing, and nothing may say that the token was refused.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('is not said to be refused', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  const release = made.practice.holdAnswers();
  await made.publish();
  await arrived(made.practice);
  await made.outbox.handlers.setPaused({ isPaused: true });
  made.outbox.tokenReplaced('c1');
  release();
  await made.settled();
  const items = await made.items();
  expect(items).toMatchObject([{ why: 'paused' }]);
  expect.soft(items[0]?.outcome?.kind).not.toBe('tokenRefused');
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  expect.soft(answers.map(({ result }) => result?.outcome.kind)).not.toContain('tokenRefused');
});
