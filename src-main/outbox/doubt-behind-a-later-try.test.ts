/**
 * A first save may have arrived, and is sent again at a person's word, which waits. The doubt stays,
 * and is told beside what came of that: by the delivery alone the studio would call the theme not published.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each(['paused', 'tokenRefused'] as const)('is told also of what is %s', async (why) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
  expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
  if (why === 'paused') await made.outbox.handlers.setPaused({ isPaused: true });
  else made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why, isFirst: true, mayHaveArrived: true }]);
});
