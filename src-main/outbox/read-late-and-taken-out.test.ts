/** The disk does not give the outbox's file at the start. What a person asks for meanwhile comes after what it holds. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/** A theme waits to be published since an earlier run, and its file can't be read before `heal`. */
async function readLate() {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  // Some numbers were given already.
  for (let turn = 0; turn < 3; turn += 1) await made.publish();
  await made.outbox.close(0);
  const folder = join(made.root, 'profile', 'outbox');
  const [name = ''] = await readdir(folder);
  const disk = illDisk((path) => path.endsWith(name), 'EIO', 'open');
  const again = await nextRun(made);
  await again.settled();
  const heal = async (): Promise<void> => {
    disk.heal();
    again.clock.pass(5_000);
    await expect.poll(() => again.items()).not.toMatchObject([{ why: 'unreadable' }]);
    await again.settled();
  };
  return { made, again, heal };
}

it.each([
  ['the control: nothing was taken out', false, 1],
  ['everything was taken out', true, 0],
])('what was read late leaves, or does not: %s', async (_name, isTakenOut, sent) => {
  const { made, again, heal } = await readLate();
  if (isTakenOut) await expect(again.outbox.handlers.cancel({})).rejects.toThrow('storageNotRead');
  await heal();
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  expect(made.practice.received()).toHaveLength(sent);
});

it('does not take what is asked for later for the one that was read late', async () => {
  const { made, again, heal } = await readLate();
  // As many as were asked for in the earlier run, so that their numbers could be the same.
  for (let turn = 0; turn < 2; turn += 1) await again.publish().catch(() => undefined);
  await again.library.handlers.rename({ id: again.place.themeId, name: 'Newer' });
  const { goOn } = holdNextReading(again.library);
  const publishing = again.publish();
  await heal();
  const release = made.practice.holdAnswers();
  await again.outbox.handlers.setPaused({ isPaused: false });
  await arrived(made.practice);
  goOn();
  await publishing;
  release();
  await again.drained();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
});
