/** A wait that a service asked for is over once a save went through in spite of it; over a restart, too. */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it('is not begun anew by a restart', async () => {
  const made = await outboxFixture({ themes: 2 });
  const [one = '', two = ''] = made.ids;
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
  await made.publish(one);
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'asked' }]);
  // A person has it tried all the same, and the service takes it.
  await made.outbox.handlers.retry({ only: { themeId: one, connectionId: 'c1' } });
  await made.settled();
  expect(await made.items()).toEqual([]);
  await made.outbox.close(0);
  const again = await nextRun(made);
  again.clock.set(made.clock.date().getTime() - again.clock.date().getTime());
  await again.publish(two);
  await again.settled();
  expect(await again.items()).toEqual([]);
  expect(made.practice.state().templates).toHaveLength(2);
});
