/**
 * A theme waits and is in the bin: whether it is restored is a person's to say, as whether another library is chosen again.
 * Others are published one after the other: the status bar says *Publishing 1 of 1* of each, and not a count of all that
 * went through since.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: none', false],
  ['one', true],
])('what waits for a theme in the bin: %s', async (_name, isAny) => {
  const made = await outboxFixture({ themes: 3 });
  const { library, outbox, practice } = made;
  const [binned = '', before = '', now = ''] = made.ids;
  if (isAny) {
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish(binned);
    await library.handlers.remove({ ids: [binned] });
    await outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
  }
  await made.publish(before);
  await made.drained();
  made.clock.pass(24 * 60 * 60 * 1_000);
  const release = practice.holdAnswers();
  await made.publish(now);
  await arrived(practice, 2);
  const { progress, items } = await outbox.handlers.list(undefined);
  release();
  await made.drained();
  expect({ progress, others: items.filter(({ why }) => why === 'themeMissing').length }).toEqual({
    progress: { done: 0, all: 1 },
    others: isAny ? 1 : 0,
  });
});
