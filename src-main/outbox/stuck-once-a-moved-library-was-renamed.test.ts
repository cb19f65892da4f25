/**
 * A person with two libraries publishes from the one while publishing is paused, and Foyer moves that library to another
 * folder. They quit with the other one open, rename the folder by hand, and choose it under its new name after the start.
 */
import { mkdir, rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: renamed, not moved', false, true],
  ['the control: moved, not renamed', true, false],
  ['moved and renamed', true, true],
])('%s', async (_name, isMoved, isRenamed) => {
  const first = await copiedLibrary();
  const { root, connections, folder, own } = first;
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.settled();
  let at = own;
  if (isMoved) {
    at = folder('moved');
    await mkdir(at);
    await first.library.handlers.useFolder({ folder: at, move: true });
  }
  await first.useAnother();
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();
  if (isRenamed) {
    await rename(at, folder('renamed'));
    at = folder('renamed');
  }
  const again = await outboxFixture({ root, connections, library: 'other' });
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  await again.library.handlers.useFolder({ folder: at, move: false });
  await again.library.handlers.list(undefined);
  await again.drained();
  expect({
    left: (await again.items()).map(({ why }) => why),
    arrived: first.practice.received().length,
  }).toEqual({ left: [], arrived: 1 });
});
