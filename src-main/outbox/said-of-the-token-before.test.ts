/**
 * A service doesn't allow a save (403), which may be for its token. Its person has paused the outbox, presses *Try now*, as it
 * may have got its rights, and replaces the token then. What came of the token before says nothing of what waits: the studio
 * would go on saying that the service doesn't allow it, and to replace the token.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the token is replaced at once', false],
  ['it was to be tried first', true],
])('nothing is said of the refusal once another token is there: %s', async (_name, isTried) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.setPaused({ isPaused: true });
  if (isTried) await made.outbox.handlers.retry({ only: made.place });
  made.outbox.tokenReplaced('c1');
  await made.settled();
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'paused' });
  expect(item?.outcome).toBeUndefined();
});
