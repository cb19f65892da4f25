/**
 * The disk did not give the outbox's record of a theme at the start, and a person says that it isn't there: it need not be.
 * By then the disk gives it again. What it says waits is taken out with that, also where an earlier save of the very same
 * may have arrived, which Foyer would repeat by itself.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['it waits', false],
  ['it may have arrived, and waits', true],
])('is not sent: %s', async (_name, mayHaveArrived) => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  made.connection.keepsClientIds = 'yes';
  if (mayHaveArrived) {
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await arrived(made.practice);
    await expect.poll(() => made.items()).toMatchObject([{ mayHaveArrived: true }]);
  } else {
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
  }
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.close(0);
  const before = made.practice.received().length;
  const names = await readdir(join(made.root, 'profile', 'outbox'));
  const disk = illDisk((path) => names.some((name) => path.endsWith(name)), 'EIO', 'open');
  const again = await nextRun(made);
  await again.settled();
  expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
  disk.heal();
  await again.outbox.handlers.decide({ ...made.place, decision: 'drop' });
  expect.soft(await again.items()).toEqual([]);
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  expect(again.practice.received().length + made.practice.received().length - before).toBe(0);
});
