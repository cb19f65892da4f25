/**
 * A person presses F2 on a card, types another name and quits before Enter: the window hands it over. The disk takes a few seconds to
 * read the theme's file. Foyer has taken the name, and waits for it: it isn't said to be of a theme that is gone.
 */
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('waits for a name that was handed over', async () => {
  const { library, folders, id } = await libraryOfOne(
    { name: 'Harbour' },
    { pace: savedWhenAsked },
  );
  await library.start();
  const slow = held('readFrom', (path) => path === join(folders.themes, 'a.json'));
  const handing = Promise.resolve(library.handlers.renameLater({ id, name: 'Lagoon' }));
  await slow.isReached;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ending = library.saveEdits();
  // Longer than an end waits for the file of what was not handed over.
  await vi.advanceTimersByTimeAsync(5_000);
  slow.letGo();
  await handing;
  expect(await ending).toEqual([]);
  await library.flush();
  expect((await themesOnDisk(folders)).map(({ name }) => name)).toEqual(['Lagoon']);
});
