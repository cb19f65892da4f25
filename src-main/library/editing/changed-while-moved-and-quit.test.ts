/**
 * A person chooses another folder for their library, and gives a theme another name while Foyer reads what has come there:
 * thousands of files, or a slow disk. They quit. The name is the theme's as soon as the library is there, which the end
 * waits for. Where they are asked before it, the theme is called by its name, and no file is said to be unreadable that
 * can be read.
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

it('what was named while the library goes to another folder is not said to be unreadable', async () => {
  let slow: ReturnType<typeof held> | undefined;
  const target: { folder: string } = { folder: '' };
  const { library, folders, id } = await libraryOfOne(
    { name: 'Harbour' },
    {
      pace: savedWhenAsked,
      readWithinMs: 0,
      mayUse: () => true,
      movedTo: () => {
        slow = held('readFrom', (path) => path === join(target.folder, 'a.json'));
        return Promise.resolve();
      },
    },
  );
  target.folder = join(folders.root, 'elsewhere');
  await mkdir(target.folder);
  await library.start();
  const moving = Promise.resolve(library.handlers.useFolder({ folder: target.folder, move: true }));
  await expect.poll(() => slow !== undefined).toBe(true);
  await slow?.isReached;
  const renaming = Promise.resolve(library.handlers.rename({ id, name: 'Lagoon' }));
  const asked = await library.saveEdits();
  slow?.letGo();
  await moving;
  await renaming;
  expect(await library.flush()).toEqual([]);
  expect((await library.current(id)).name).toBe('Lagoon');
  const untrue = asked.filter(
    ({ name, problem }) => name === '' || problem.code === 'storageNotRead',
  );
  expect(untrue).toEqual([]);
});
