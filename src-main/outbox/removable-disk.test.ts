import { rmdirSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { disk } from '../library/testing/disk-number';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

vi.mock('node:fs/promises', async (original) => {
  const { withDiskNumber } = await import('../library/testing/disk-number');
  return withDiskNumber(await original());
});
/**
 * What a person published from their library waits. They open a copy of it: nothing of the library goes from there. They
 * put the copy's folder under the library's name, and the disk on which both lie is plugged in again, by which it has
 * another device number (Linux and macOS, or a restart of the computer). Foyer knew the copy: it is the copy as before.
 */
describe('a known copy has the library’s name as their disk is plugged in again', () => {
  it.each([
    ['the control: it has the same number', 2065n],
    ['it has another number', 2081n],
  ])('what waits of the library is not recorded in its copy: %s', async (_name, device) => {
    disk.device = 2065n;
    const made = await copiedLibrary();
    const { folder, linksIn, minutes, outbox, own, practice, publish, use, useAnother } = made;
    const [renamed, copy] = [folder('renamed'), folder('copy')];
    await outbox.handlers.setPaused({ isPaused: true });
    await publish();
    await made.settled();
    await cp(own, copy, { recursive: true });
    await use(copy);
    await useAnother();
    await rename(own, renamed);
    await rename(copy, own);
    disk.device = device;
    await use(own);
    await outbox.handlers.setPaused({ isPaused: false });
    await minutes();
    expect([practice.received().length, await linksIn(renamed), await linksIn(own)]).toEqual([
      0, 0, 0,
    ]);
  });
});

/**
 * The library lies on a disk that a person unplugs and plugs in again while Foyer runs. Linux and macOS give it another
 * device number while something still holds the old one, and the first number again at a later time. Its folder is the
 * same one, with the same inode, made at the same moment, in the same place, and no copy is anywhere: what waits goes.
 */
describe('the library’s disk is plugged in again while Foyer runs', () => {
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
});

/**
 * The library lies on a disk of its own. A theme waits, and the disk is unplugged; on it the library's folder is renamed
 * on another computer (or the disk itself is, by which its mount point has another name). Plugged in again it has another
 * device number, as on Linux and macOS after each mount and many a restart: the folder is the same one, with the same
 * inode, made at the same moment, no copy is anywhere, and nothing lies at its old path. The person chooses it under its
 * new name: what waits goes, and can be published anew.
 */
describe('the library’s folder, or its disk, has another name as it is plugged in again', () => {
  const numbers = [
    ['the control: the same number', 2065n],
    ['another number', 2081n],
  ] as const;

  async function waiting() {
    disk.device = 2065n;
    const made = await outboxFixture();
    await made.library.handlers.list(undefined);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    await made.library.flush();
    return { made, before: join(made.root, 'themes'), after: join(made.root, 'renamed') };
  }

  type Run = Pick<
    Awaited<ReturnType<typeof outboxFixture>>,
    'library' | 'outbox' | 'clock' | 'items' | 'settled'
  >;

  async function afterItsChoice(run: Run, folder: string, ids: readonly string[]) {
    // Foyer says that its folder isn't there.
    const list = async (): Promise<unknown> => run.library.handlers.list(undefined);
    await list().catch(() => undefined);
    await run.library.handlers.useFolder({ folder, move: false });
    await run.library.handlers.list(undefined);
    const { problems } = await run.outbox.handlers.publish({
      themeIds: [...ids],
      connectionIds: ['c1'],
    });
    await run.outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 30; minute += 1) {
      run.clock.pass(60_000);
      await run.settled();
    }
    const left = (await run.items()).map(({ why, problem }) => ({ why, code: problem?.code }));
    return { refused: problems.map(({ problem }) => problem.code), left };
  }

  it.each(numbers)('it was renamed while Foyer was closed, and has %s', async (_name, device) => {
    const { made, before, after } = await waiting();
    await made.outbox.close(0);
    made.library.close();
    await rename(before, after);
    disk.device = device;
    // The fixture makes the folder, which is not there.
    const run = await nextRun(made, { before: () => rmdirSync(before) });
    await run.settled();
    const end = await afterItsChoice(run, after, made.ids);
    const arrived = made.practice.received().length;
    expect({ ...end, arrived }).toEqual({ refused: [], left: [], arrived: 1 });
  });

  it.each(numbers)('it was renamed while Foyer ran, and has %s', async (_name, device) => {
    const { made, before, after } = await waiting();
    await rename(before, after);
    disk.device = device;
    await made.library.rescan();
    const end = await afterItsChoice(made, after, made.ids);
    const arrived = made.practice.received().length;
    expect({ ...end, arrived }).toEqual({ refused: [], left: [], arrived: 1 });
  });
});
