/**
 * Many themes are being tagged, which takes a while, and a person chooses another library, one that is shared with a
 * client: that waits for its turn. Settings still shows the first one, and they have that one moved to a new folder
 * instead. What is moved are the themes of the library that was shown, or none: the client's stay where they are.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const themesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.json'));

/** What lies in the client's folder, and in the new one, in the end. */
async function moved(isChosenBefore: boolean) {
  const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
  const { handlers } = library;
  const ofClient = join(folders.root, 'of a client');
  const anew = join(folders.root, 'new');
  await mkdir(ofClient);
  await mkdir(anew);
  await putTheme({ ...folders, themes: ofClient }, 'b.json', themeDocument({ name: 'Theirs' }));
  await library.start();
  const writing = held('writeTo', (path) => path.startsWith(folders.themes));
  const tagging = handlers.setTagsOfMany({ themes: [{ id, tags: ['client'] }] });
  await writing.isReached;
  let using: Promise<unknown> = Promise.resolve();
  if (isChosenBefore) {
    const looking = held('stat', (path) => path === join(ofClient, 'b.json'));
    using = Promise.resolve(handlers.useFolder({ folder: ofClient, move: false }));
    await looking.isReached;
    looking.letGo();
    // It is looked at before it has its turn.
    for (let look = 0; look < 20; look += 1) await readdir(ofClient);
  }
  expect((await handlers.list(undefined)).folder).toBe(folders.themes);
  const moving = Promise.resolve(handlers.useFolder({ folder: anew, move: true })).catch(
    () => 'refused',
  );
  for (let look = 0; look < 20; look += 1) await readdir(anew);
  writing.letGo();
  await Promise.all([tagging, using, moving]);
  return { ofClient: await themesIn(ofClient), anew: await themesIn(anew) };
}

it('the control: the themes of the library that is shown are moved', async () => {
  expect(await moved(false)).toEqual({ ofClient: ['b.json'], anew: ['a.json'] });
});

it('those of the one that was chosen before stay', async () => {
  expect((await moved(true)).ofClient).toEqual(['b.json']);
});
