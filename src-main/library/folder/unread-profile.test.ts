import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  onDay,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

describe('what of the profile can’t be read for a moment', () => {
  it('the bin shows the rest, and names the entry that can’t be read', async () => {
    const folders = await temporaryLibraryFolders();
    const [one, other] = [themeDocument({ name: 'One' }), themeDocument({ name: 'Other' })];
    await putTheme(folders, 'a.json', one);
    await putTheme(folders, 'b.json', other);
    const { library } = testLibrary(folders, { now: onDay(0) });
    const { handlers } = library;
    const removed = await handlers.remove({ ids: [one.id] });
    await handlers.remove({ ids: [other.id] });
    const [file = ''] = removed.entries.map((entry) => `${entry}.json`);
    const { heal } = failing('EIO', 'open', (path) => path.endsWith(file));
    expect(await handlers.bin(undefined)).toMatchObject({
      themes: [{ id: other.id }],
      unread: [file],
    });
    await expect(handlers.restore({ entries: removed.entries })).rejects.toMatchObject({
      problem: { code: 'storageNotRead', files: [file] },
    });
    // Long after its days were over: what can't be read is not let go of.
    library.close();
    for (const days of [10, 20, 30, 40]) {
      const later = testLibrary(folders, { now: onDay(days) }).library;
      await later.start();
      await endLibrary(later);
    }
    expect(await readdir(join(folders.profile, 'bin'))).toEqual([file]);
    heal();
    const well = testLibrary(folders, { now: onDay(0) }).library.handlers;
    expect(await well.bin(undefined)).toMatchObject({ themes: [{ id: one.id }], unread: [] });
  });

  it('the bin is not shown as empty where none of its entries can be read', async () => {
    const { library, document } = await libraryOfOne();
    const { handlers } = library;
    await handlers.remove({ ids: [document.id] });
    const { heal } = failing('EMFILE', 'open', (path) => path.includes('/bin/'));
    expect((await handlers.bin(undefined)).unread).toHaveLength(1);
    heal();
    expect(await handlers.bin(undefined)).toMatchObject({
      themes: [{ id: document.id }],
      unread: [],
    });
  });

  it('the index: a library on an unplugged disk is missed and not made anew', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const first = testLibrary(folders, { makeFolder: true }).library;
    await first.start();
    await endLibrary(first);
    await rename(folders.themes, join(folders.root, 'unplugged'));
    const { heal } = failing('EMFILE', 'open', (path) => path.endsWith('library-index.jsonl'));
    const { library } = testLibrary(folders, { makeFolder: true });
    const missing = { problem: { code: 'libraryFolderMissing' } };
    await expect(library.start()).rejects.toMatchObject(missing);
    heal();
    await expect(library.handlers.create({ name: 'New' })).rejects.toMatchObject(missing);
    expect(await readdir(folders.root)).not.toContain(basename(folders.themes));
  });
});

describe('the history of a theme', () => {
  it('stays when the disk of the library is not there and its place is empty', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    for (const days of [0, 10, 20]) {
      const { library } = testLibrary(folders, { now: onDay(days) });
      const { handlers } = library;
      if (days === 0) {
        await handlers.keepVersion({ id, name: 'Kept' });
        await handlers.remove({ ids: [id] });
        // It came back by hand.
        await putTheme(folders, 'a.json', document);
        await library.rescan();
      }
      expect((await handlers.list(undefined)).themes).toHaveLength(1);
      await endLibrary(library);
    }
    const disk = join(folders.root, 'disk');
    await rename(folders.themes, disk);
    await mkdir(folders.themes);
    // More than one start without the disk; the entry goes at the last, with it.
    for (const days of [29, 31]) {
      const { library } = testLibrary(folders, { now: onDay(days) });
      const missing = { problem: { code: 'libraryFolderMissing' } };
      await expect(library.start()).rejects.toMatchObject(missing);
      await endLibrary(library);
    }
    await rm(folders.themes, { recursive: true });
    await rename(disk, folders.themes);
    const { library } = testLibrary(folders, { now: onDay(32) });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    await library.flush();
    expect((await library.handlers.bin(undefined)).themes).toEqual([]);
    expect((await library.handlers.versions({ id })).versions).toMatchObject([{ name: 'Kept' }]);
  });
});
