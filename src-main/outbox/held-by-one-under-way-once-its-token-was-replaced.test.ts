/**
 * A service takes its time with the answer to one save. A person enters another token for the connection meanwhile, or
 * gives it another workspace, and publishes another theme, which goes beside that one as it does without such a change.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: nothing', undefined],
  ['the token', { access: 1 }],
])('another theme leaves meanwhile: %s was changed', async (_name, change) => {
  const made = await outboxFixture({ themes: 2, timeLimitMs: 600_000 });
  const { ids, practice } = made;
  const [first = '', second = ''] = ids;
  // Both are there: later saves need not go one after the other.
  await made.publish(first, second);
  await made.drained();
  const before = practice.received().length;
  const release = practice.holdAnswers();
  await made.publish(first);
  await arrived(practice, before + 1);
  if (change) {
    Object.assign(made.connection, change);
    made.outbox.tokenReplaced('c1');
  }
  await made.publish(second);
  await arrived(practice, before + 2);
  release();
  await made.drained();
  expect(practice.received().length - before).toBe(2);
});
