/**
 * The disk did not give the outbox's file, and gives it again, slowly. While it is being read, a person
 * says that the theme is not there and need not be.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: it is not being read', false],
  ['it is being read', true],
])('what a person dropped does not leave: %s', async (_name, isBeingRead) => {
  const { realDisk } = await import('../storage/disk');
  const { illDisk } = await import('../storage/trial-ill-disk');
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.outbox.close(0);
  const [name = ''] = await readdir(join(made.root, 'profile', 'outbox'));

  const disk = illDisk((path) => path.endsWith(name), 'EIO', 'open');
  const again = await nextRun(made);
  await again.settled();
  expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
  disk.heal();

  const well = realDisk.openToRead;
  let goOn = (): void => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  let isReading = false;
  if (isBeingRead) {
    vi.spyOn(realDisk, 'openToRead').mockImplementation(async (path) => {
      const handle = await well(path);
      if (!path.endsWith(name)) return handle;
      return {
        readFile: () => handle.readFile(),
        stat: () => handle.stat(),
        // As a network disk takes its time over it.
        close: async () => {
          isReading = true;
          await slow;
          await handle.close();
        },
      };
    });
    again.clock.pass(5_000);
    await vi.waitFor(() => expect(isReading).toBe(true));
  }
  // The disk is asked once more first: what it gives by now is not put aside unread.
  const dropping = again.outbox.handlers.decide({ ...made.place, decision: 'drop' });
  goOn();
  await dropping;
  again.clock.pass(5_000);
  await again.settled();
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  expect(made.practice.received()).toEqual([]);
  expect(await again.items()).toEqual([]);
});
