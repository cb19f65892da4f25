import { copyFile, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/** Files that are away, cut off or not to be looked at for a moment, while somebody reads them. */
describe('files that are away for a moment', () => {
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
        await expect(library.current(id)).rejects.toMatchObject({
          problem: { code: 'fileDamaged' },
        });
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
});

/** Files that a scanner or a sync client holds for a moment, in the place of a theme that went elsewhere. */
describe('files that are held where a theme was', () => {
  const publications = {
    [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
  };
  const busy = (call: 'readFrom' | 'writeTo', file: string) =>
    failing('EBUSY', call, (path) => path.endsWith(`/${file}`));

  type Move = (from: string, to: string) => Promise<void>;

  const swap = async (move: Move): Promise<void> => {
    await move('a.json', 'aside.tmp');
    await move('b.json', 'a.json');
    await move('aside.tmp', 'b.json');
  };
  const putAside = async (move: Move, folders: LibraryFolders): Promise<void> => {
    await move('a.json', 'a old.json');
    await putTheme(folders, 'a.json', themeDocument({ name: 'New' }));
  };

  async function twoThemes() {
    const folders = await temporaryLibraryFolders();
    const light = themeDocument({ name: 'Light', publications });
    const dark = themeDocument({ name: 'Dark' });
    await putTheme(folders, 'a.json', light);
    await putTheme(folders, 'b.json', dark);
    const { library } = testLibrary(folders);
    await library.handlers.keepVersion({ id: light.id, name: 'Kept light' });
    await library.flush();
    const move: Move = (from, to) => rename(join(folders.themes, from), join(folders.themes, to));
    return { folders, library, light, dark, move };
  }

  /** Resolves when every file can be read, which is found out without a look at the folder. */
  async function well(library: Library, heal: () => void): Promise<void> {
    const { unreadable } = await library.handlers.list(undefined);
    const told =
      unreadable.length === 0
        ? listChange(library, ({ upserted }) => upserted.length > 0)
        : listChange(library, (change) => change.unreadable?.length === 0);
    heal();
    await told;
  }

  describe('a file that can’t be read for a moment, while its theme is found in another', () => {
    it.each([
      ['two files swap their names', swap],
      ['it was put aside for another', putAside],
    ])('leaves the theme id and link when %s', async (_what, doing) => {
      const { folders, library, light, move } = await twoThemes();
      const { heal } = busy('readFrom', 'a.json');
      await doing(move, folders);
      await library.rescan();
      await well(library, heal);
      const { themes, unreadable } = await library.handlers.list(undefined);
      expect(unreadable).toEqual([]);
      expect(themes.find(({ name }) => name === 'Light')).toMatchObject({
        id: light.id,
        places: [{ templateId: 't' }],
      });
      expect(await themesOnDisk(folders)).toContainEqual(light);
    });

    it('leaves them to a theme that was put aside while Foyer was closed', async () => {
      const { folders, library: first, light, move } = await twoThemes();
      first.close();
      await putAside(move, folders);
      const { heal } = busy('readFrom', 'a.json');
      const { library } = testLibrary(folders);
      await library.start();
      await well(library, heal);
      expect(await themesOnDisk(folders)).toContainEqual(light);
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map(({ name }) => name).sort()).toEqual(['Dark', 'Light', 'New']);
    });

    it('leaves them after an end of Foyer as well, which came before it could be read', async () => {
      const { folders, library: first, light, move } = await twoThemes();
      const { heal } = busy('readFrom', 'a.json');
      await putAside(move, folders);
      await first.rescan();
      const library = await restarted(folders, first);
      await library.start();
      await well(library, heal);
      expect(await themesOnDisk(folders)).toContainEqual(light);
    });

    it('makes a theme of its own of a copy, when it is the theme still', async () => {
      const { folders, library, light } = await twoThemes();
      const { heal } = busy('readFrom', 'a.json');
      await putTheme(folders, 'copy.json', light);
      await library.rescan();
      expect(await themesOnDisk(folders)).toHaveLength(3);
      await well(library, heal);
      const { themes } = await library.handlers.list(undefined);
      expect(themes.filter(({ name }) => name === 'Light')).toHaveLength(2);
      expect((await themesOnDisk(folders)).filter(({ id }) => id === light.id)).toHaveLength(1);
    });
  });

  describe('a file that another person alone may read', () => {
    const denied = () => failing('EACCES', 'readFrom', (path) => path.endsWith('/a.json'));

    it('holds back no file with the same theme', async () => {
      const { folders, library, light } = await twoThemes();
      denied();
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'copy.json'));
      await library.rescan();
      const { themes, unreadable } = await library.handlers.list(undefined);
      expect(unreadable).toEqual([]);
      expect(themes.map(({ name }) => name).sort()).toEqual(['Dark', 'Light', 'Light']);
      expect((await themesOnDisk(folders)).filter(({ id }) => id === light.id)).toHaveLength(1);
    });

    it('leaves the theme to the other file when it turns out to hold something else', async () => {
      const { folders, library, light, move } = await twoThemes();
      const { heal } = denied();
      await putAside(move, folders);
      await library.rescan();
      heal();
      await putTheme(folders, 'a.json', themeDocument({ name: 'Newer' }));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map(({ name }) => name).sort()).toEqual(['Dark', 'Light', 'Newer']);
      expect(themes.find(({ name }) => name === 'Light')).toMatchObject({
        id: light.id,
        places: [{ templateId: 't' }],
      });
      expect(await themesOnDisk(folders)).toContainEqual(light);
    });
  });

  describe('a copy by hand that can’t be given its id for a moment', () => {
    it('is in the library when the disk is well again, without a look at the folder', async () => {
      const { folders, library } = await twoThemes();
      const { heal } = failing('EBUSY', 'writeTo', (path) => path.includes('.foyer-'));
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'copy.json'));
      await library.rescan();
      expect((await library.handlers.list(undefined)).unreadable).toHaveLength(1);
      await well(library, heal);
      expect((await library.handlers.list(undefined)).themes).toHaveLength(3);
    });
  });
});
