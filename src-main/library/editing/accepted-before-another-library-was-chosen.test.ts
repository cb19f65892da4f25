/**
 * A person accepts what the service made of a theme while an earlier step of it still waits, and chooses another library
 * before its turn has come: nothing is done with that one, whose themes may have the same IDs.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

it.each([
  ['the control: the library stays', false],
  ['another is chosen', true],
])('%s', async (_name, isOther) => {
  const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
  await library.start();
  let goOn = (): void => undefined;
  const earlier = library.whileReplaced(id, () => new Promise<void>((done) => (goOn = done)));
  const accept = vi.fn(() => Promise.resolve('accepted'));
  const accepting = library.whileReplaced(id, accept).catch(() => 'refused');
  if (isOther) {
    const folder = join(folders.root, 'other');
    mkdirSync(folder);
    await library.handlers.useFolder({ folder, move: false });
  }
  goOn();
  await earlier;
  expect(await accepting).toBe(isOther ? 'refused' : 'accepted');
  expect(accept).toHaveBeenCalledTimes(isOther ? 0 : 1);
});
