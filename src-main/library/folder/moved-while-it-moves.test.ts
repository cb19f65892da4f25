/**
 * A person moves the library, and moves it once more before the first move has ended. It is the same library all the
 * time, as it is for everything else that waits for a move: no other one has taken its place.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, themeFiles } from '../testing/fixture-library';
import { vi } from 'vitest';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

async function made() {
  const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
  const second = join(folders.root, 'second');
  const third = join(folders.root, 'third');
  await mkdir(second);
  await mkdir(third);
  await library.start();
  return { folders, library, id, second, third };
}

it('the control: what else waits for a move is done', async () => {
  const { library, second, id } = await made();
  const moving = Promise.resolve(library.handlers.useFolder({ folder: second, move: true }));
  const copying = Promise.resolve(library.handlers.duplicate({ ids: [id] }));
  const ends = await Promise.allSettled([moving, copying]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

it('and so is another move', async () => {
  const { folders, library, second, third } = await made();
  const writing = held('writeTo', (path) => path.startsWith(second));
  const moving = Promise.resolve(library.handlers.useFolder({ folder: second, move: true }));
  await writing.isReached;
  const again = Promise.resolve(library.handlers.useFolder({ folder: third, move: true }));
  writing.letGo();
  const ends = await Promise.allSettled([moving, again]);
  expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'moved'))).toEqual([
    'moved',
    'moved',
  ]);
  expect(await themeFiles({ ...folders, themes: third })).toEqual(['a.json']);
});
