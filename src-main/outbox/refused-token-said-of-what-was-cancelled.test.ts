/**
 * The token was refused, what waited for it is cancelled, and the token is replaced. As without the cancel, nothing
 * tells any more that the token was refused: the studio would have it as the title of the last answer.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it waits still', false],
  ['it was cancelled', true],
])('with another token, no answer says that it was refused: %s', async (_name, isCancelled) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.setPaused({ isPaused: true });
  if (isCancelled) await made.outbox.handlers.cancel({});
  made.outbox.tokenReplaced('c1');
  const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
  expect(answers.map(({ result }) => result?.outcome.kind)).toEqual([]);
});
