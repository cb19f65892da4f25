/** What is said of a doubt when a later try of the same theme came to nothing. */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it('is not that nothing was sent, once a person has cancelled the try that did not leave', async () => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'no' });
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await arrived(made.practice);
  await made.settled();
  expect(await made.items()).toMatchObject([
    { why: 'decision', outcome: { kind: 'unsure', reason: 'connectionClosed' } },
  ]);
  // Send again, while the service can't be reached; then the person has enough of it.
  await made.practice.stop();
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unreachable' }]);
  await made.outbox.handlers.cancel({ only: made.place });
  await made.settled();
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'decision' });
  // The studio makes the title of the doubt of it.
  expect(item?.outcome?.kind).not.toBe('notSent');
});
