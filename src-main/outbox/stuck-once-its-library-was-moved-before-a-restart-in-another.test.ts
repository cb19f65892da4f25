/**
 * A person with two libraries publishes from the one while publishing is paused. That library's folder becomes another
 * one on the disk (Foyer moves it to another place; it is put back from a backup), by which it has another mark. They
 * quit with the other library open, Foyer starts in that one, and they go back to the first: what waits goes.
 */
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

type Made = Awaited<ReturnType<typeof copiedLibrary>>;

const stays = async ({ own }: Made): Promise<string> => own;
const isRenamed = async ({ own, folder }: Made): Promise<string> => {
  await rename(own, folder('moved'));
  return folder('moved');
};
const isMovedByFoyer = async ({ library, folder }: Made): Promise<string> => {
  await mkdir(folder('moved'));
  await library.handlers.useFolder({ folder: folder('moved'), move: true });
  return folder('moved');
};
const isPutBack = async ({ own, folder }: Made): Promise<string> => {
  await cp(own, folder('backup'), { recursive: true });
  await rm(own, { recursive: true });
  await rename(folder('backup'), own);
  return own;
};

it.each([
  ['the control: it stays', stays, false],
  ['the control: it is renamed by hand', isRenamed, true],
  ['it is moved by Foyer', isMovedByFoyer, false],
  ['it is put back from a backup while Foyer is closed', isPutBack, true],
] as const)('%s', async (_name, become, isWhileClosed) => {
  const first = await copiedLibrary();
  const { root, connections } = first;
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  let at = isWhileClosed ? first.own : await become(first);
  await first.useAnother();
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();
  if (isWhileClosed) at = await become(first);
  const again = await outboxFixture({ root, connections, library: 'other' });
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  await again.library.handlers.useFolder({ folder: at, move: false });
  await again.library.handlers.list(undefined);
  await again.drained();
  const { items } = await again.outbox.handlers.list(undefined);
  expect({
    left: items.map(({ why }) => why),
    arrived: first.practice.received().length,
  }).toEqual({ left: [], arrived: 1 });
});
