/**
 * A doubt is known to be over when the theme's file tells of a save that came after it. The computer's
 * clock does not say what came after what: it may have been set back between the two.
 */
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

const hour = 3_600_000;

/** Published, and then deleted on the service by hand. */
async function publishedAndLost(): Promise<OutboxFixture> {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  made.practice.reset();
  expect(made.practice.state().templates).toEqual([]);
  return made;
}

/** Nothing of the next save arrives: its connection is lost once. */
function lost({ practice }: OutboxFixture): void {
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
}

it('the control: a theme that is published again, and whose save is lost, is sent once more', async () => {
  const made = await publishedAndLost();
  lost(made);
  made.clock.pass(1_000);
  await made.publish();
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});

it('the same after the computer’s clock was set back', async () => {
  const made = await publishedAndLost();
  lost(made);
  made.clock.set(-hour);
  await made.publish();
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});

it('the same over a restart, too', async () => {
  const made = await publishedAndLost();
  lost(made);
  made.clock.set(-hour);
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  const again = await nextRun(made);
  await again.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});
