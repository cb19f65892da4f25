import { execFileSync } from 'node:child_process';
import {
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import {
  endLibrary,
  type LibraryFolders,
  listChange,
  northwind,
  openThemes,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
} from '../testing/fixture-library';
import { FolderMove } from './folder-move';
import { MoveJournal } from './move-journal';

describe('what goes on while the library moves', () => {
  const never = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };

  describe('a theme that is open while the library folder moves', () => {
    it('keeps an edit that comes in the last moment', async () => {
      const folders = await temporaryLibraryFolders();
      const target = join(folders.root, 'target');
      await mkdir(target);
      const document = themeDocument();
      await putTheme(folders, 'a.json', document);
      const { id } = document;
      // The moment in which the choice is kept: the copies are made, and the change is next.
      let edit: Promise<unknown> = Promise.resolve();
      const movedTo = (): void => {
        const edits = [{ field: 'general.font' as const, value: 'Lora' }];
        edit = Promise.resolve(handlers.edit({ id, edits }));
      };
      const { library } = testLibrary(folders, { pace: never, mayUse: () => true, movedTo });
      const { handlers } = library;
      await handlers.open({ id });
      await handlers.useFolder({ folder: target, move: true });
      await edit;
      expect((await handlers.open({ id })).theme.general.font).toBe('Lora');
      await library.flush();
      const [file = ''] = await readdir(target);
      expect(await readFile(join(target, file), 'utf8')).toContain('Lora');
    });

    it('goes on counting its versions, so that the window believes the answers', async () => {
      const folders = await temporaryLibraryFolders();
      const target = join(folders.root, 'target');
      await mkdir(target);
      const document = themeDocument();
      await putTheme(folders, 'a.json', document);
      const { id } = document;
      const { library } = testLibrary(folders, { mayUse: () => true });
      const { handlers } = library;
      for (const value of ['Lora', 'Inter', 'Lato']) {
        await handlers.edit({ id, edits: [{ field: 'general.font', value }] });
      }
      const before = (await handlers.open({ id })).version;
      await handlers.useFolder({ folder: target, move: true });
      expect((await handlers.open({ id })).version).toBeGreaterThan(before);
    });

    it('goes on keeping versions after pauses', async () => {
      const folders = await temporaryLibraryFolders();
      const target = join(folders.root, 'target');
      await mkdir(target);
      const document = themeDocument();
      await putTheme(folders, 'a.json', document);
      const { id } = document;
      const { library } = testLibrary(folders, { mayUse: () => true, pauseMs: 30 });
      const { handlers } = library;
      await handlers.useFolder({ folder: target, move: true });
      // What it was before the first edit, and what it is after the pause.
      const kept = new Promise<void>((resolve) => {
        let count = 0;
        library.onVersionsChange(() => {
          count += 1;
          if (count === 2) resolve();
        });
      });
      await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await kept;
      expect((await handlers.versions({ id })).versions).toMatchObject([
        { reason: 'paused' },
        { reason: 'paused' },
      ]);
    });
  });

  describe('a move back into a folder that was the library before, and a kill before its end', () => {
    it('leaves id and link with what was moved, not with what was left there', async () => {
      const folders = await temporaryLibraryFolders();
      const second = join(folders.root, 'second');
      const publications = { [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02' } };
      const document = themeDocument({ publications });
      const { id } = document;
      await putTheme(folders, 'Blue.json', document);
      const { library: first } = testLibrary(folders);
      await first.start();
      await endLibrary(first);
      // A copy of the whole library is used from now on, where the theme gets a better file name.
      await cp(folders.themes, second, { recursive: true, preserveTimestamps: true });
      const name = 'Harbour.json';
      await rename(join(second, 'Blue.json'), join(second, name));
      const folder = openThemes({ ...folders, themes: second });
      const { library } = testLibrary(folders, { folder });
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Newest' }] });
      await endLibrary(library);
      // Back with all of it; Foyer is killed when the choice is kept.
      const journal = new MoveJournal(folders.profile);
      const text = await readFile(join(second, name), 'utf8');
      await journal.begin(second, folders.themes);
      await journal.note({
        files: [{ name, target: name, hashes: [contentHash(text)] }],
        kept: [],
      });
      await writeFile(join(folders.themes, name), text);
      await journal.chosen();
      const { library: next } = testLibrary(folders);
      expect(await next.handlers.open({ id })).toMatchObject({
        theme: { general: { font: 'Newest' } },
        places: [{ templateId: 't' }],
      });
    });
  });
});

describe('a move into the same folder, or onto a copy', () => {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

  async function folderIn(folders: LibraryFolders, name: string): Promise<string> {
    const path = join(folders.root, name);
    await mkdir(path);
    return path;
  }

  /** Mounts something for as long as the test runs. */
  function mounted(path: string, ...parameters: string[]): void {
    execFileSync('mount', [...parameters, path]);
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', path]);
    });
  }

  describe('moving the library into the same folder by another path', () => {
    it.runIf(isRoot)('keeps its files, over a bind mount', async () => {
      const folders = await temporaryLibraryFolders();
      const alias = await folderIn(folders, 'alias');
      mounted(alias, '--bind', folders.themes);
      await putTheme(folders, 'a.json', themeDocument());
      const { library } = testLibrary(folders, { mayUse: () => true });
      const { handlers } = library;
      await expect(handlers.useFolder({ folder: alias, move: true })).rejects.toMatchObject(
        problem('libraryFolderRefused', { reason: 'same' }),
      );
      expect(await readdir(folders.themes)).toEqual(['a.json']);
      expect(library.folder()).toBe(folders.themes);
      // It can be looked at by the other path: a share may lose one of its names.
      await handlers.useFolder({ folder: alias, move: false });
      expect((await handlers.list(undefined)).themes).toHaveLength(1);
    });

    it('is refused before anything, also for who asks for the move itself', async () => {
      const folders = await temporaryLibraryFolders();
      await putTheme(folders, 'a.json', themeDocument());
      const alias = join(folders.root, 'alias');
      await symlink(folders.themes, alias);
      const journal = new MoveJournal(folders.profile);
      await expect(FolderMove.begin(folders.themes, alias, journal)).rejects.toMatchObject(
        problem('libraryFolderRefused', { reason: 'same' }),
      );
      expect(await readdir(folders.themes)).toEqual(['a.json']);
      expect(await readdir(folders.profile)).toEqual([]);
    });

    it('never removes an original whose copy was there already', async () => {
      const folders = await temporaryLibraryFolders();
      const target = await folderIn(folders, 'target');
      await putTheme(folders, 'a.json', themeDocument());
      await putTheme(folders, 'b.json', themeDocument({ name: 'Second' }));
      // One file by two paths, as two mounts of a share have it, whatever its folders say.
      await link(join(folders.themes, 'a.json'), join(target, 'a.json'));
      const { library } = testLibrary(folders, { mayUse: () => true });
      expect(await library.handlers.useFolder({ folder: target, move: true })).toEqual({
        moved: 1,
        left: 0,
        kept: 1,
      });
      expect(await themeFiles(folders)).toEqual(['a.json']);
      expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    });
  });

  describe('moving the library onto an older copy of it', () => {
    it('brings the ids of the moved files along, with their links', async () => {
      const folders = await temporaryLibraryFolders();
      const target = await folderIn(folders, 'target');
      const key = publicationKey(northwind);
      const living = themeDocument({
        name: 'Living',
        publications: { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } },
      });
      await putTheme(folders, 'a.json', living);
      const older = { ...living, publications: {}, name: 'Older', theme: { ...newTheme(), x: 1 } };
      await writeFile(join(target, 'a.json'), JSON.stringify(older));
      await utimes(join(target, 'a.json'), new Date('2025-01-01'), new Date('2025-01-01'));
      const { library } = testLibrary(folders, { mayUse: () => true });
      const { handlers } = library;
      await handlers.keepVersion({ id: living.id, name: 'Kept' });
      await handlers.useFolder({ folder: target, move: true });
      const { themes } = await handlers.list(undefined);
      expect(themes.map(({ name }) => name).sort()).toEqual(['Living', 'Older']);
      expect(themes.find(({ id }) => id === living.id)).toMatchObject({
        name: 'Living',
        places: [{ templateId: 't' }],
      });
    });
  });

  describe('a move of the library that fails', () => {
    it('leaves alone what lay in the other folder before', async () => {
      const folders = await temporaryLibraryFolders();
      const target = await folderIn(folders, 'target');
      await putTheme(folders, 'a.json', themeDocument());
      await putTheme(folders, 'b.json', themeDocument({ name: 'Second' }));
      await writeFile(join(target, 'a.json'), await readFile(join(folders.themes, 'a.json')));
      const { library } = testLibrary(folders, {
        mayUse: () => true,
        movedTo: () => {
          throw new ProblemError({ code: 'storageFull', path: 'preferences.json' });
        },
      });
      await library.start();
      await expect(
        library.handlers.useFolder({ folder: target, move: true }),
      ).rejects.toMatchObject(problem('storageFull'));
      expect(await readdir(target)).toEqual(['a.json']);
      expect(await themeFiles(folders)).toEqual(['a.json', 'b.json']);
    });

    it('copies nothing where it can’t be kept that it begins', async () => {
      const folders = await temporaryLibraryFolders();
      const target = await folderIn(folders, 'target');
      await putTheme(folders, 'a.json', themeDocument());
      const { library } = testLibrary(folders, {
        mayUse: () => true,
        moveBegins: () => {
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        },
      });
      await expect(
        library.handlers.useFolder({ folder: target, move: true }),
      ).rejects.toMatchObject(problem('storageFull'));
      expect(await readdir(target)).toEqual([]);
      expect(library.folder()).toBe(folders.themes);
    });

    it.each([true, false])(
      'has not switched when the choice can’t be stored, and goes on (move: %s)',
      async (move) => {
        const folders = await temporaryLibraryFolders();
        const target = await folderIn(folders, 'target');
        const document = themeDocument();
        await putTheme(folders, 'a.json', document);
        const { library } = testLibrary(folders, {
          mayUse: () => true,
          movedTo: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
        });
        const { handlers } = library;
        await handlers.open({ id: document.id });
        await expect(handlers.useFolder({ folder: target, move })).rejects.toMatchObject(
          problem('storageFull'),
        );
        expect(library.folder()).toBe(folders.themes);
        expect(await readdir(target)).toEqual([]);
        await handlers.rename({ id: document.id, name: 'Goes on' });
        expect(await readFile(join(folders.themes, 'a.json'), 'utf8')).toContain('Goes on');
      },
    );

    it('tells what others changed meanwhile', async () => {
      const folders = await temporaryLibraryFolders();
      const target = await folderIn(folders, 'target');
      const document = themeDocument();
      await putTheme(folders, 'a.json', document);
      const { library } = testLibrary(folders, {
        mayUse: () => true,
        movedTo: () => Promise.reject(new Error('no')),
      });
      await library.start();
      const told = listChange(library, ({ upserted }) => upserted[0]?.name === 'By others');
      await putTheme(folders, 'a.json', { ...document, name: 'By others' });
      await expect(library.handlers.useFolder({ folder: target, move: true })).rejects.toThrow();
      await told;
    });

    it('takes along what others changed while the choice was kept', async () => {
      const folders = await temporaryLibraryFolders();
      const target = await folderIn(folders, 'target');
      const document = themeDocument();
      await putTheme(folders, 'a.json', document);
      const { library } = testLibrary(folders, {
        mayUse: () => true,
        movedTo: async () => {
          await putTheme(folders, 'a.json', { ...document, name: 'By others' });
          await putTheme(folders, 'b.json', themeDocument({ name: 'New' }));
        },
      });
      await library.start();
      const told = listChange(library, ({ upserted }) =>
        upserted.some(({ name }) => name === 'New'),
      );
      await library.handlers.useFolder({ folder: target, move: true });
      await told;
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map(({ name }) => name).sort()).toEqual(['By others', 'New']);
      expect(await themeFiles(folders)).toEqual([]);
    });

    it.runIf(isRoot)(
      'into a read-only or a full folder leaves everything where it was',
      async () => {
        const folders = await temporaryLibraryFolders();
        await putTheme(folders, 'a.json', themeDocument({ theme: bulky() }));
        await putTheme(folders, 'b.json', themeDocument({ theme: bulky(), name: 'Second' }));
        const { library } = testLibrary(folders, { mayUse: () => true });
        const readOnly = await folderIn(folders, 'read-only');
        mounted(readOnly, '--types', 'tmpfs', '--options', 'ro', 'tmpfs');
        const full = await folderIn(folders, 'full');
        // Room for the first of them.
        mounted(full, '--types', 'tmpfs', '--options', 'size=100k', 'tmpfs');
        const use = (folder: string) => library.handlers.useFolder({ folder, move: true });
        await expect(use(readOnly)).rejects.toMatchObject(problem('storageReadOnly'));
        await expect(use(full)).rejects.toMatchObject(problem('storageFull'));
        expect(await readdir(full)).toEqual([]);
        expect(await themeFiles(folders)).toEqual(['a.json', 'b.json']);
        expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
      },
    );
  });

  function bulky() {
    return { ...newTheme(), customCss: 'x'.repeat(60_000) };
  }
});
