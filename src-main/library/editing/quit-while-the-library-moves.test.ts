/**
 * A person chooses another folder for their library, gives a theme another name while the choice is noted, or its themes are read where
 * they are now, and quits. The name is the theme's as soon as the library is there, which the end waits for: where they are asked before
 * that, nothing is said to be lost, unreadable or gone.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, savedWhenAsked } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the choice is being noted', 'noted', 'rename'],
  ['it is being read', 'read', 'rename'],
  ['it is being read, and the name waits for its theme', 'read', 'renameLater'],
] as const)('%s', async (_, phase, how) => {
  let letGo = (): void => undefined;
  let reached = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const target: { folder: string } = { folder: '' };
  const { library, folders, id } = await libraryOfOne(
    { name: 'Harbour' },
    {
      pace: savedWhenAsked,
      readWithinMs: 0,
      mayUse: () => true,
      // Noted, a library is read where it is then.
      async movedTo() {
        if (phase === 'noted') {
          reached();
          return new Promise((resolve) => (letGo = resolve));
        }
        const slow = held('readFrom', (path) => path === join(target.folder, 'a.json'));
        letGo = () => slow.letGo();
        void slow.isReached.then(reached);
      },
    },
  );
  target.folder = join(folders.root, 'elsewhere');
  await mkdir(target.folder);
  await library.start();
  const moving = Promise.resolve(library.handlers.useFolder({ folder: target.folder, move: true }));
  await isReached;
  const renaming = Promise.resolve(library.handlers[how]({ id, name: 'Lagoon' }));
  const asking = library.saveEdits();
  // What waits for its theme is waited for.
  if (how === 'rename') await asking;
  letGo();
  await Promise.all([moving, renaming]);
  expect(await asking).toEqual([]);
  expect(await library.flush()).toEqual([]);
  expect((await library.current(id)).name).toBe('Lagoon');
});
