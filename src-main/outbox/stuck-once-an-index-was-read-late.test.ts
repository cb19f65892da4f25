/**
 * A person with two libraries publishes from the one while publishing is paused, and Foyer moves that library to another
 * folder. They quit with the other one open, Foyer starts in that one, and they look into the first, whose index is
 * held for a moment (a virus scanner, a sync program). In the next run it can be read: what waits goes.
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

const isIndex = (file: string): boolean => file.includes('library-index');

it.each([
  ['the control: it can be read', false],
  ['it can’t be read in the run before', true],
])('%s', async (_name, isHeld) => {
  const first = await copiedLibrary();
  const { root, connections, folder } = first;
  const moved = folder('moved');
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.settled();
  await mkdir(moved);
  await first.library.handlers.useFolder({ folder: moved, move: true });
  const use = async ({ library }: typeof again, at: string, isUnread = false) => {
    const disk = isUnread ? failing('EBUSY', 'readFrom', isIndex) : undefined;
    await library.handlers.useFolder({ folder: at, move: false });
    await library.handlers.list(undefined);
    disk?.heal();
    // The index is written.
    await library.flush();
    await library.rescan();
  };
  const end = async ({ library, outbox }: typeof again) => {
    await library.flush();
    await outbox.close(1_000);
    library.close();
  };
  await first.useAnother();
  await end(first);
  let again = await outboxFixture({ root, connections, library: 'other' });
  await again.settled();
  if (isHeld) {
    await use(again, moved, true);
    await use(again, folder('other'));
    await end(again);
    again = await outboxFixture({ root, connections, library: 'other' });
  }
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  await use(again, moved);
  await again.drained();
  expect({
    left: (await again.items()).map(({ why }) => why),
    arrived: first.practice.received().length,
  }).toEqual({ left: [], arrived: 1 });
});
