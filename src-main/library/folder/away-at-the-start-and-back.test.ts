/**
 * The library's disk, or share, isn't there as Foyer starts, and comes a moment later, while the window stays in front:
 * by the guide the library appears once it's back, and nobody has to leave the window for that and come back.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

it.each([
  ['the control: it went after the start', true],
  ['it was not there at the start', false],
])('the windows are told once it is back: %s', async (_name, isThereAtStart) => {
  const { folders, library } = await libraryOfOne();
  const away = join(folders.root, 'away');
  if (isThereAtStart) await library.start();
  await rename(folders.themes, away);
  // As the window asks for it, and shows the failure.
  const list = async () => library.handlers.list(undefined);
  if (isThereAtStart) {
    await vi.waitFor(async () => {
      expect(await list()).toMatchObject({ folderProblem: { code: 'libraryFolderMissing' } });
    });
  } else {
    await expect(list()).rejects.toMatchObject({ problem: { code: 'libraryFolderMissing' } });
  }
  let told = 0;
  library.onChange(() => (told += 1));
  await rename(away, folders.themes);
  await vi.waitFor(() => expect(told).toBeGreaterThan(0), 4_000);
});

it('nothing looks for it any more once the library is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folders, library } = await libraryOfOne();
  await rename(folders.themes, join(folders.root, 'away'));
  await expect(library.start()).rejects.toThrow();
  expect(vi.getTimerCount()).toBe(1);
  library.close();
  expect(vi.getTimerCount()).toBe(0);
});
