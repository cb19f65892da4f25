/**
 * Foyer's record of a save is damaged, so that it may have arrived: the outbox lists it to be decided. Its connection is
 * removed, the only one to its workspace, and the entry goes with it: the question before says so, as of each doubt.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { cutItemShort, nextRun } from './testing/next-run';

it.each([
  ['the control: the record can be read', false],
  ['it is damaged', true],
])('what goes with the connection is said before: %s', async (_name, isDamaged) => {
  const first = await outboxFixture();
  first.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading' });
  await first.publish();
  await first.settled();
  await first.outbox.close(0);
  await first.library.flush();
  first.library.close();
  if (isDamaged) await cutItemShort(first);
  const made = await nextRun(first);
  const { connections, outbox } = made;
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: isDamaged ? 'unreadable' : 'decision' }]);

  const told = await outbox.handlers.removal({ connectionId: 'c1' });
  connections.shift();
  outbox.connectionsChanged();
  outbox.connectionRemoved('c1');
  await made.settled();
  expect(await made.items()).toEqual([]);
  expect(told).toMatchObject({ inDoubt: 1 });
});
