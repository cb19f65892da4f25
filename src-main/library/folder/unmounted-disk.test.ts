/** The disk of the library is unmounted while Foyer runs: its place is an empty folder then. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

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
