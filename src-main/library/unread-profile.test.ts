import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { illFiles } from './trial-ill-files';
import { putTheme, themeDocument, trialFolders, trialLibrary } from './trial-library';

vi.mock('node:fs/promises', async (original) => {
  const { withIllFiles } = await import('./trial-ill-files');
  return withIllFiles(await original());
});

const day = 24 * 60 * 60 * 1_000;
const at = (days: number) => () => new Date(Date.UTC(2026, 0, 1) + days * day);

describe('what of the profile can’t be read for a moment', () => {
  it('the bin is not shown as empty', async () => {
    const folders = await trialFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { library } = trialLibrary(folders);
    const { handlers } = library;
    await handlers.remove({ ids: [document.id] });
    const heal = illFiles((path) => path.includes('/bin/'), 'EMFILE');
    await expect(handlers.bin(undefined)).rejects.toMatchObject({
      problem: { code: 'storageNotRead' },
    });
    heal();
    expect(await handlers.bin(undefined)).toMatchObject([{ id: document.id }]);
  });

  it('the index: a library on an unplugged disk is missed and not made anew', async () => {
    const folders = await trialFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const first = trialLibrary(folders, { makeFolder: true }).library;
    await first.start();
    await first.flush();
    first.close();
    await rename(folders.themes, join(folders.root, 'unplugged'));
    const heal = illFiles((path) => path.endsWith('library-index.jsonl'), 'EMFILE');
    const { library } = trialLibrary(folders, { makeFolder: true });
    const missing = { problem: { code: 'libraryFolderMissing' } };
    await expect(library.start()).rejects.toMatchObject(missing);
    heal();
    await expect(library.handlers.create({ name: 'New' })).rejects.toMatchObject(missing);
    expect(await readdir(folders.root)).not.toContain(basename(folders.themes));
  });
});

describe('the history of a theme', () => {
  it('stays when the disk of the library is not there and its place is empty', async () => {
    const folders = await trialFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    for (const days of [0, 10, 20]) {
      const { library } = trialLibrary(folders, { now: at(days) });
      const { handlers } = library;
      if (days === 0) {
        await handlers.keepVersion({ id, name: 'Kept' });
        await handlers.remove({ ids: [id] });
        // It came back by hand.
        await putTheme(folders, 'a.json', document);
        await library.rescan();
      }
      expect((await handlers.list(undefined)).themes).toHaveLength(1);
      await library.flush();
      library.close();
    }
    const disk = join(folders.root, 'disk');
    await rename(folders.themes, disk);
    await mkdir(folders.themes);
    // More than one start without the disk, and the entry goes at the last.
    for (const days of [29, 31]) {
      const { library } = trialLibrary(folders, { now: at(days) });
      await library.start();
      await library.flush();
      library.close();
    }
    await rm(folders.themes, { recursive: true });
    await rename(disk, folders.themes);
    const { library } = trialLibrary(folders, { now: at(32) });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    expect(await library.handlers.bin(undefined)).toEqual([]);
    expect((await library.handlers.versions({ id })).versions).toMatchObject([{ name: 'Kept' }]);
  });
});
