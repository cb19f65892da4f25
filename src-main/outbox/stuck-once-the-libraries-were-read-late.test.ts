/**
 * A person with two libraries publishes from the one while publishing is paused, and Foyer moves that library to another
 * folder. As it starts again, the file that says which libraries there are is held for a moment (a virus scanner, a sync
 * program). What waits goes once that can be read, and not before: it may be of another library.
 */
import { mkdir } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { failing } from '../library/testing/fake-disk';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: it can be read; Foyer starts in the other one', 'other', false],
  ['Foyer starts in the other one', 'other', true],
  ['Foyer starts in that one', 'moved', true],
])('%s', async (_name, startsIn, isHeld) => {
  const first = await copiedLibrary();
  const { root, connections, folder, practice } = first;
  const moved = folder('moved');
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.settled();
  await mkdir(moved);
  await first.library.handlers.useFolder({ folder: moved, move: true });
  await first.useAnother();
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();
  const disk = isHeld
    ? failing('EBUSY', 'readFrom', (file) => file.includes('libraries.json'))
    : undefined;
  const again = await outboxFixture({ root, connections, library: startsIn });
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  if (startsIn !== 'moved') await again.library.handlers.useFolder({ folder: moved, move: false });
  await again.library.handlers.list(undefined);
  await again.drained();
  expect(practice.received().length).toBe(isHeld ? 0 : 1);
  disk?.heal();
  await vi.waitFor(
    async () => {
      await again.drained();
      expect(practice.received().length).toBe(1);
      expect(await again.items()).toEqual([]);
    },
    { timeout: 5_000 },
  );
});
