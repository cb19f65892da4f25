/**
 * The library lies on a disk of its own. A theme waits, and the disk is unplugged; on it the library's folder is renamed
 * on another computer (or the disk itself is, by which its mount point has another name). Plugged in again it has another
 * device number, as on Linux and macOS after each mount and many a restart: the folder is the same one, with the same
 * inode, made at the same moment, no copy is anywhere, and nothing lies at its old path. The person chooses it under its
 * new name: what waits goes, and can be published anew.
 */
import { rmdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { disk } from '../library/testing/disk-number';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

vi.mock('node:fs/promises', async (original) => {
  const { withDiskNumber } = await import('../library/testing/disk-number');
  return withDiskNumber(await original());
});

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
