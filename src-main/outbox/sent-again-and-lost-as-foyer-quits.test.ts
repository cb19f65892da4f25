/**
 * A person has a save in doubt sent again, and quits while that word is carried out (its theme is being read from a
 * slow disk). "What a person asked for is written down first": it is found again at the next start.
 */
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { cutItemShort, nextRun } from './testing/next-run';

/** Whether Foyer waits with its end for what is being read. */
async function waitsFor(made: OutboxFixture, work: () => unknown): Promise<boolean> {
  const { goOn, reading } = holdNextReading(made.library);
  const done = Promise.resolve(work()).catch(() => undefined);
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  let isClosed = false;
  const closing = made.outbox.close(60_000).then(() => (isClosed = true));
  // Besides that nothing is left to be waited for.
  await made.settled();
  await new Promise((next) => setImmediate(next));
  const hasWaited = !isClosed;
  goOn();
  await done;
  await closing;
  return hasWaited;
}

it('the control: what is being queued is waited for', async () => {
  const made = await outboxFixture();
  expect(await waitsFor(made, () => made.publish())).toBe(true);
});

it('a word about a doubt is waited for, too', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  await cutItemShort(made);
  const again = await nextRun(made);
  expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
  const decide = () => again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  expect(await waitsFor(again, decide)).toBe(true);
});
