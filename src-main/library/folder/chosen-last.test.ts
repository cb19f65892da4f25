/**
 * A person chooses a folder on a share that takes a while to be looked at, gives up waiting and chooses another one, which
 * is the library at once. When the share answers at last, the library stays where it was chosen to be last.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('what is chosen last holds', async () => {
  const { folders, library } = await libraryOfOne({}, { mayUse: () => true });
  const share = join(folders.root, 'share');
  const local = join(folders.root, 'local');
  await mkdir(share);
  await mkdir(local);
  await library.start();
  const looking = held('stat', (path) => path === share);
  const first = Promise.resolve(library.handlers.useFolder({ folder: share, move: false }));
  await looking.isReached;
  await library.handlers.useFolder({ folder: local, move: false });
  expect(library.folder()).toBe(local);
  looking.letGo();
  await first.catch(() => undefined);
  expect(library.folder()).toBe(local);
});
