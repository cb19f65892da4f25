/**
 * What waits for its library, which Foyer moves to a new folder: that is kept as the library's, and Foyer is killed (a power
 * cut, a crash) while it looks into it for the first time, which a stick or a share makes long. It starts in the new folder.
 */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../library/testing/fake-disk';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: once the move has ended', false],
  ['before it is noted which library lies in which folder', true],
])('goes once Foyer starts in the new folder: killed %s', async (_name, isBefore) => {
  const first = await copiedLibrary();
  const { root, connections, folder, practice } = first;
  const moved = folder('moved');
  await mkdir(moved);
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.settled();
  const noting = isBefore ? held('rename', (at) => at.endsWith('libraries.json')) : undefined;
  const moving = Promise.resolve(first.library.handlers.useFolder({ folder: moved, move: true }));
  await (noting?.isReached ?? moving);
  // By now the new folder is kept as the library's (`movedTo`).
  expect(first.library.folder()).toBe(moved);
  // What the disk has then; the run that is killed does nothing more.
  await cp(join(root, 'profile'), join(root, 'killed'), { recursive: true });

  const again = await outboxFixture({ root, connections, profile: 'killed', library: 'moved' });
  await again.library.handlers.list(undefined);
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  const { items } = await again.outbox.handlers.list(undefined);
  expect({ left: items.map(({ why }) => why), arrived: practice.received().length }).toEqual({
    left: [],
    arrived: 1,
  });
});
