/**
 * The library lies on a disk that a person unplugs and plugs in again while Foyer runs. Linux and macOS give it another
 * device number while something still holds the old one, and the first number again at a later time. Its folder is the
 * same one, with the same inode, made at the same moment, in the same place, and no copy is anywhere: what waits goes.
 */
import { expect, it, vi } from 'vitest';
import { disk } from '../library/testing/disk-number';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { withDiskNumber } = await import('../library/testing/disk-number');
  return withDiskNumber(await original());
});

it.each([
  ['never', []],
  ['once', [2081n]],
  ['twice, with a third number', [2081n, 2097n]],
  ['twice, with its first number again', [2081n, 2065n]],
])(
  'what was published meanwhile goes: the disk was plugged in again %s',
  async (_name, devices) => {
    disk.device = 2065n;
    const made = await outboxFixture();
    const { clock, library, outbox } = made;
    const plugIn = async (device: bigint | undefined): Promise<void> => {
      if (device !== undefined) disk.device = device;
      await library.rescan();
    };
    await library.handlers.list(undefined);
    await plugIn(devices[0]);
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await plugIn(devices[1]);
    await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 10; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const left = (await made.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
    expect({ arrived: made.practice.received().length, left }).toEqual({ arrived: 1, left: [] });
  },
);
