/**
 * While Foyer runs, the library's folder is put back from a backup. A theme is published from it while publishing is
 * paused, Foyer is quit, and the folder is renamed; at the next start it is chosen under its new name: what waits goes.
 */
import { rmdirSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { nextRun } from './testing/next-run';

it.each([
  ['the control: it was not put back', false],
  ['it was put back', true],
])('%s', async (_name, isPutBack) => {
  const first = await copiedLibrary();
  const { own, folder, library, outbox } = first;
  await outbox.handlers.setPaused({ isPaused: true });
  if (isPutBack) {
    await cp(own, folder('backup'), { recursive: true });
    await rm(own, { recursive: true });
    await rename(folder('backup'), own);
    await library.rescan();
  }
  await first.publish();
  await first.settled();
  await library.flush();
  await outbox.close(1_000);
  library.close();
  await rename(own, folder('renamed'));
  // The fixture makes the folder, which is not there.
  const again = await nextRun(first, { before: () => rmdirSync(own) });
  await again.settled();
  const list = async (): Promise<unknown> => again.library.handlers.list(undefined);
  await list().catch(() => undefined);
  await again.library.handlers.useFolder({ folder: folder('renamed'), move: false });
  await list();
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  expect({
    left: (await again.items()).map(({ why }) => why),
    arrived: first.practice.received().length,
  }).toEqual({ left: [], arrived: 1 });
});
