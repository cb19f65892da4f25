/** The disk of the library is unmounted while Foyer runs: its place is an empty folder then. */
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { putTheme, themeDocument, themesOnDisk, trialFolders, trialLibrary } from './trial-library';

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const pace = { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 };

/** Themes on a disk of their own, as a person has it. */
async function onDisk() {
  const folders = await trialFolders();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folders.themes]);
  let isMounted = true;
  const unmount = () => {
    if (isMounted) execFileSync('umount', ['--lazy', folders.themes]);
    isMounted = false;
  };
  onTestFinished(unmount);
  const document = themeDocument();
  await putTheme(folders, 'a.json', document);
  return { folders, unmount, id: document.id };
}

describe.runIf(canMount)('while the disk of the library is unmounted', () => {
  it('an edit is not said to be saved, and nothing is put where the disk was', async () => {
    const { folders, unmount, id } = await onDisk();
    const { library } = trialLibrary(folders, { pace });
    await library.start();
    await library.handlers.open({ id });
    const edits = [{ field: 'chat.buttons.color' as const, value: '#0000AA' }];
    await library.handlers.edit({ id, edits });
    expect(await themesOnDisk(folders)).toHaveLength(1);
    unmount();
    expect(await library.flush()).not.toEqual([]);
    expect(await readdir(folders.themes)).toEqual([]);
  });

  it('a new theme is refused, also after the empty place was looked at', async () => {
    const { folders, unmount } = await onDisk();
    const { library } = trialLibrary(folders);
    await library.start();
    unmount();
    await library.rescan();
    await expect(library.handlers.create({ name: 'New' })).rejects.toThrow();
    expect(await readdir(folders.themes)).toEqual([]);
  });
});
