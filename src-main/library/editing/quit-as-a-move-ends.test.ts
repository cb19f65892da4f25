/**
 * A person moves their library, gives a theme another name meanwhile, which is handed over, and quits. The move ends while the end
 * waits for it, and the theme's file is read then: that takes a tenth of a second. Less than a moment (a second), for which an end
 * waits for a file, so that nobody is told that Foyer can't read it; whenever in that second the move ended.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { beforeEachRead } from '../testing/fake-disk';
import { libraryOfOne, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: half a second after the question', 500],
  ['950 milliseconds after it', 950],
])('a file that is read in a tenth of a second is not said to be unreadable: %s', async (_, ms) => {
  let letGo = (): void => undefined;
  let reached = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const { library, folders, id } = await libraryOfOne(
    { name: 'Harbour' },
    {
      ...{ pace: savedWhenAsked, mayUse: () => true },
      movedTo() {
        reached();
        return new Promise((resolve) => (letGo = resolve));
      },
    },
  );
  const target = join(folders.root, 'elsewhere');
  await mkdir(target);
  await library.start();
  const moving = Promise.resolve(library.handlers.useFolder({ folder: target, move: true }));
  await isReached;
  let reads = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  // The first is the library's own look there; by the others the theme is opened, and its original taken away.
  beforeEachRead(
    (path) => path === join(target, 'a.json'),
    async () => {
      reads += 1;
      if (reads > 1) await answered;
    },
  );
  const giving = Promise.resolve(library.handlers.renameLater({ id, name: 'Lagoon' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asking = library.saveEdits();
  await vi.advanceTimersByTimeAsync(ms);
  letGo();
  while (reads < 3) await readdir(target);
  await vi.advanceTimersByTimeAsync(100);
  answer();
  expect(await asking).toEqual([]);
  vi.useRealTimers();
  await Promise.all([moving, giving]);
  expect((await themesOnDisk({ ...folders, themes: target })).map(({ name }) => name)).toEqual([
    'Lagoon',
  ]);
});
