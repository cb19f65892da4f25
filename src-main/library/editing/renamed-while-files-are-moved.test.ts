/**
 * A person moves their library, whose themes take a while to be copied, and gives a theme another name meanwhile. They quit. All
 * its files can be read: the question at the end doesn't say of any that it can't.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, savedWhenAsked } from '../testing/fixture-library';

it('a theme that is renamed while its library is copied is not said to be unreadable', async () => {
  let letGo: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const { library, folders, id } = await libraryOfOne(
    { name: 'Harbour' },
    {
      pace: savedWhenAsked,
      readWithinMs: 0,
      mayUse: () => true,
      // The note of where the library is now: the disk of the profile takes its time.
      movedTo: () => {
        reached();
        return gate;
      },
    },
  );
  const target = join(folders.root, 'elsewhere');
  await mkdir(target);
  await library.start();
  const moving = Promise.resolve(library.handlers.useFolder({ folder: target, move: true }));
  await isReached;
  const renaming = Promise.resolve(library.handlers.rename({ id, name: 'Lagoon' }));
  const asked = await library.saveEdits();
  letGo();
  await moving;
  await renaming;
  expect(await library.flush()).toEqual([]);
  expect((await library.current(id)).name).toBe('Lagoon');
  expect(asked.filter(({ problem }) => problem.code === 'storageNotRead')).toEqual([]);
});
