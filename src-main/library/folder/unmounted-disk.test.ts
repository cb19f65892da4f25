import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Library } from '../library';
import {
  endLibrary,
  type LibraryFolders,
  problem,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

/** The disk of the library is unmounted while Foyer runs: its place is an empty folder then. */
describe('a disk that is unmounted while Foyer runs', () => {
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;

  const edits = [{ field: 'chat.buttons.color' as const, value: '#0000AA' }];

  /** How the library's place can be another folder of an instant: what lies over it goes away. */
  const overlays = {
    'a disk of its own': (_root: string, place: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]),
    'a folder of the same disk that is mounted there': (root: string, place: string) => {
      mkdirSync(join(root, 'elsewhere'));
      execFileSync('mount', ['--bind', join(root, 'elsewhere'), place]);
    },
  };

  /** Themes of a library that lies on something mounted, as a person has it. */
  async function onDisk(mount: (root: string, place: string) => unknown) {
    const folders = await temporaryLibraryFolders();
    mount(folders.root, folders.themes);
    let isMounted = true;
    const unmount = () => {
      if (isMounted) execFileSync('umount', ['--lazy', folders.themes]);
      isMounted = false;
    };
    onTestFinished(unmount);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { library } = testLibrary(folders, { pace: savedWhenAsked });
    await library.start();
    return { folders, library, handlers: library.handlers, unmount, id: document.id };
  }

  describe.runIf(canMount).each(Object.entries(overlays))(
    'while the library’s disk is unmounted (%s)',
    (_what, mount) => {
      it('an edit is not said to be saved, and nothing is put where the disk was', async () => {
        const { folders, library, handlers, unmount, id } = await onDisk(mount);
        await handlers.open({ id });
        await handlers.edit({ id, edits });
        expect(await themesOnDisk(folders)).toHaveLength(1);
        unmount();
        expect(await library.flush()).not.toEqual([]);
        expect(await readdir(folders.themes)).toEqual([]);
      });

      it('the last edit at the session’s end is not put where the disk was', async () => {
        const { folders, library, handlers, unmount, id } = await onDisk(mount);
        await handlers.edit({ id, edits });
        unmount();
        expect(library.flushAtOnce()).not.toEqual([]);
        expect(await readdir(folders.themes)).toEqual([]);
      });

      it('a theme is not said to be deleted, and does not go to the bin', async () => {
        const { handlers, unmount, id } = await onDisk(mount);
        unmount();
        await expect(handlers.remove({ ids: [id] })).rejects.toThrow();
        expect((await handlers.bin(undefined)).themes).toEqual([]);
        expect((await handlers.list(undefined)).themes).toMatchObject([{ id }]);
      });

      it('a theme that is opened is not taken for gone', async () => {
        const { handlers, unmount, id } = await onDisk(mount);
        unmount();
        await expect(handlers.open({ id })).rejects.toThrow();
        expect((await handlers.list(undefined)).themes).toMatchObject([{ id }]);
      });

      it('a new theme is refused, and the empty place is told as a missing folder', async () => {
        const { folders, library, handlers, unmount, id } = await onDisk(mount);
        unmount();
        await library.rescan();
        expect(await handlers.list(undefined)).toMatchObject({
          themes: [{ id }],
          folderProblem: { code: 'libraryFolderMissing' },
        });
        await expect(handlers.create({ name: 'New' })).rejects.toThrow();
        expect(await readdir(folders.themes)).toEqual([]);
      });

      it('a person can begin anew in its place', async () => {
        const { folders, library, handlers, unmount } = await onDisk(mount);
        unmount();
        await library.rescan();
        await handlers.makeFolder(undefined);
        expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
        const { id } = await handlers.create({ name: 'New' });
        expect(await themesOnDisk(folders)).toMatchObject([{ id }]);
      });
    },
  );

  it('a library folder that was emptied and made again, as version control does, goes on', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    await library.start();
    await rm(folders.themes, { recursive: true });
    await mkdir(folders.themes);
    const { id } = await library.handlers.create({ name: 'New' });
    expect(await themesOnDisk(folders)).toMatchObject([{ id }]);
  });
});

/** The library's place is an empty folder when Foyer starts: its disk isn't mounted, or it was emptied. */
describe('a disk that isn’t mounted at the start', () => {
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;

  /** Ways in which another, empty folder comes to be in the library's place, and the library back. */
  const disks = {
    'that is moved away': {
      begin: async () => {},
      unmount: async ({ root, themes }: LibraryFolders) => {
        await rename(themes, join(root, 'away'));
        await mkdir(themes);
      },
      mount: async ({ root, themes }: LibraryFolders) => {
        await rm(themes, { recursive: true });
        await rename(join(root, 'away'), themes);
      },
    },
    ...(canMount && {
      'that is mounted there': {
        begin: async ({ root, themes }: LibraryFolders) => {
          mkdirSync(join(root, 'disk'));
          bind(root, themes);
        },
        unmount: async ({ themes }: LibraryFolders) => unmount(themes),
        mount: async ({ root, themes }: LibraryFolders) => bind(root, themes),
      },
    }),
  };

  function bind(root: string, place: string): void {
    execFileSync('mount', ['--bind', join(root, 'disk'), place]);
    onTestFinished(() => {
      try {
        unmount(place);
      } catch {
        // The test did.
      }
    });
  }

  function unmount(place: string): void {
    execFileSync('umount', ['--lazy', place], { stdio: 'ignore' });
  }

  const missing = problem('libraryFolderMissing');
  const versionNames = async ({ handlers }: Library, id: string) =>
    (await handlers.versions({ id })).versions.map(({ name }) => name);

  describe.each(Object.entries(disks))('a library %s while Foyer is closed', (_what, disk) => {
    async function away() {
      const folders = await temporaryLibraryFolders();
      await disk.begin(folders);
      const document = themeDocument();
      const { id } = document;
      await putTheme(folders, 'a.json', document);
      const first = testLibrary(folders).library;
      await first.handlers.keepVersion({ id, name: 'As the client signed it' });
      await endLibrary(first);
      await disk.unmount(folders);
      const { library } = testLibrary(folders, { mayUse: () => true, makeFolder: true });
      return { folders, library, handlers: library.handlers, document, id };
    }

    it('is told as missing, takes no theme, and is there once its disk is', async () => {
      const { folders, library, handlers, id } = await away();
      await expect(handlers.list(undefined)).rejects.toMatchObject(missing);
      await expect(handlers.create({ name: 'New' })).rejects.toMatchObject(missing);
      expect(await readdir(folders.themes)).toEqual([]);
      await disk.mount(folders);
      await library.rescan();
      expect(await handlers.list(undefined)).toMatchObject({
        themes: [{ id }],
        folderProblem: null,
      });
      expect(await versionNames(library, id)).toEqual(['As the client signed it']);
    });

    it('is not moved, so that nothing of it is forgotten', async () => {
      const { folders, library, handlers, id } = await away();
      const target = join(folders.root, 'target');
      await mkdir(target);
      const moved = handlers.useFolder({ folder: target, move: true });
      await expect(moved).rejects.toMatchObject(missing);
      await disk.mount(folders);
      expect(await handlers.list(undefined)).toMatchObject({ themes: [{ id }] });
      expect(await versionNames(library, id)).toEqual(['As the client signed it']);
    });

    it('can be begun anew in its place, which forgets nothing of what was there', async () => {
      const { folders, library, handlers, document, id } = await away();
      await library.start().catch(() => undefined);
      await handlers.makeFolder(undefined);
      expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
      await handlers.create({ name: 'New' });
      const target = join(folders.root, 'target');
      await mkdir(target);
      // Another copy of the theme, which is deleted for good while the disk is away.
      await handlers.useFolder({ folder: target, move: true });
      await putTheme({ ...folders, themes: target }, 'a.json', document);
      await library.rescan();
      const { entries } = await handlers.remove({ ids: [id] });
      expect(entries).toHaveLength(1);
      await handlers.discard({ entries });
      expect(await versionNames(library, id)).toEqual(['As the client signed it']);
    });
  });

  it('a library from which all files were taken away is empty', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const first = testLibrary(folders).library;
    await first.start();
    await endLibrary(first);
    await rm(join(folders.themes, 'a.json'));
    const { handlers } = testLibrary(folders).library;
    expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
    await handlers.create({ name: 'New' });
    expect(await themesOnDisk(folders)).toHaveLength(1);
  });
});
