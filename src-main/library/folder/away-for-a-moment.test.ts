/** Files that are away, cut off or not to be looked at for a moment, while somebody reads them. */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  listChange,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const never = { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 };
const isIt = (path: string): boolean => basename(path) === 'a.json';

async function oneTheme(pace?: typeof never) {
  const { folders, library, document } = await libraryOfOne({}, { pace });
  // Read once, so that what it holds is known.
  await library.current(document.id);
  return { folders, library, id: document.id, path: join(folders.themes, 'a.json') };
}

describe('a file that is away or cut off for a moment, and comes back with the same bytes', () => {
  it('is in the library again, although it was read in that moment', async () => {
    const { library, id, path } = await oneTheme();
    const bytes = await readFile(path);
    await unlink(path);
    await expect(library.current(id)).rejects.toMatchObject({ problem: { code: 'notFound' } });
    await writeFile(path, bytes);
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
  });

  it('is no damaged file any more, although it was read in that moment', async () => {
    for (const cutOff of [0, 30]) {
      const { library, id, path } = await oneTheme();
      const bytes = await readFile(path);
      // An editor that truncates and then writes.
      await writeFile(path, bytes.subarray(0, cutOff));
      await expect(library.current(id)).rejects.toMatchObject({ problem: { code: 'fileDamaged' } });
      await writeFile(path, bytes);
      await library.rescan();
      const { themes, unreadable } = await library.handlers.list(undefined);
      expect(unreadable).toEqual([]);
      expect(themes).toMatchObject([{ id }]);
    }
  });

  it('is shown beside what was saved in that moment', async () => {
    const { folders, library, id, path } = await oneTheme(never);
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    const away = join(folders.root, 'away');
    await rename(path, away);
    expect(await library.flush()).toEqual([]);
    await rename(away, path);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const onDisk = await themesOnDisk(folders);
    expect(themes.map((theme) => theme.id).sort()).toEqual(onDisk.map((each) => each.id).sort());
    expect(new Set(onDisk.map((each) => each.id)).size).toBe(2);
  });
});

describe('a file that the disk does not let be looked at at the start', () => {
  it('is shown as last seen', async () => {
    const { folders, library: first, id } = await oneTheme();
    await putTheme(folders, 'b.json', themeDocument({ name: 'Other' }));
    await first.rescan();
    await endLibrary(first);
    failing('EIO', 'stat', isIt);
    const { library } = testLibrary(folders);
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((theme) => theme.id)).toContain(id);
  });

  it('is told, and is there by itself when the disk is well again', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { heal } = failing('EIO', 'stat', isIt);
    const { library } = testLibrary(folders);
    const { themes, unreadable } = await library.handlers.list(undefined);
    expect(themes).toEqual([]);
    expect(unreadable).toMatchObject([{ file: 'a.json', problem: { code: 'storageNotRead' } }]);
    const isBack = listChange(library, ({ upserted }) => upserted.length > 0);
    heal();
    await isBack;
    expect(await library.handlers.list(undefined)).toMatchObject({
      themes: [{ id: document.id }],
      unreadable: [],
    });
  });

  it('is not gone for a look while Foyer runs', async () => {
    const { library, id } = await oneTheme();
    const { heal } = failing('EIO', 'stat', isIt);
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
    heal();
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
  });
});
