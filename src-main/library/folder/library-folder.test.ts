import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../storage/storage';
import type { Library } from '../library';
import {
  endLibrary,
  listChange,
  openThemes,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
} from '../testing/fixture-library';
import { knownLibraries } from '../testing/known-libraries';
import { libraryBesideCopy } from '../testing/switching-library';
import { LibraryIds } from './library-ids';

describe('where the library is', () => {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );

  describe('the library folder, shown to a person', () => {
    it('is made when it is not made yet', async () => {
      const folders = await temporaryLibraryFolders();
      await rm(folders.themes, { recursive: true });
      const { library } = testLibrary(folders, { makeFolder: true });
      expect((await library.handlers.list(undefined)).themes).toEqual([]);
      expect(await isThere(folders.themes)).toBe(false);
      expect(await library.folderToShow()).toBe(folders.themes);
      expect(await isThere(folders.themes)).toBe(true);
      // And it is the library: what is put there by hand is shown.
      const told = listChange(library, ({ upserted }) => upserted.length > 0);
      await putTheme(folders, 'a.json', themeDocument());
      await told;
    });

    it('is said to be missing, and not made, when it was there once', async () => {
      const folders = await temporaryLibraryFolders();
      const { library } = testLibrary(folders, { makeFolder: true });
      await library.start();
      await rm(folders.themes, { recursive: true });
      await expect(library.folderToShow()).rejects.toMatchObject(problem('libraryFolderMissing'));
      expect(await isThere(folders.themes)).toBe(false);
    });
  });

  describe('the library folder', () => {
    it('moves with its themes and their unsaved edits; what is no text stays', async () => {
      const folders = await temporaryLibraryFolders();
      const target = join(folders.root, 'target');
      await mkdir(target);
      await writeFile(join(target, 'a.json'), 'taken');
      const chosen: { folder: string; from: string | undefined }[] = [];
      const pace = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };
      const { library } = testLibrary(folders, {
        pace,
        mayUse: (folder) => folder === target,
        movedTo: (folder, from) => {
          chosen.push({ folder, from });
        },
      });
      const { handlers } = library;
      const document = themeDocument({ tags: ['kept'] });
      await putTheme(folders, 'a.json', document);
      await putTheme(folders, 'b.json', themeDocument({ name: 'Second' }));
      await writeFile(join(folders.themes, 'bytes.json'), Buffer.from([0xff, 0xfe]));
      const { id } = document;
      await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Inter' }] });
      const before = (await handlers.list(undefined)).revision;
      const told = listChange(library, ({ revision }) => revision > before + 1);

      expect(await handlers.useFolder({ folder: target, move: true })).toEqual({
        moved: 2,
        left: 1,
        kept: 0,
      });
      await told;
      expect(await themeFiles(folders)).toEqual(['bytes.json']);
      const list = await handlers.list(undefined);
      expect(list.folder).toBe(target);
      expect(list.revision).toBeGreaterThan(before);
      expect(list.themes.map(({ name }) => name).sort()).toEqual(['Harbour', 'Second']);
      expect(list.unreadable.map(({ file }) => file)).toEqual(['a.json']);
      expect((await handlers.open({ id })).theme.general.font).toBe('Inter');
      expect(chosen).toEqual([{ folder: target, from: folders.themes }]);
      // And it is lived in: edits go there.
      await handlers.rename({ id, name: 'Moved' });
      expect(await readdir(target)).toHaveLength(3);
    });

    it('is exchanged for another, and the themes of the first stay where they are', async () => {
      const folders = await temporaryLibraryFolders();
      const target = join(folders.root, 'target');
      await mkdir(target);
      await putTheme(folders, 'a.json', themeDocument());
      await writeFile(
        join(target, 'b.json'),
        JSON.stringify(themeDocument({ name: 'Already there' })),
      );
      const movedFrom: (string | undefined)[] = [];
      const { library } = testLibrary(folders, {
        mayUse: () => true,
        movedTo: (_folder, from) => {
          movedFrom.push(from);
        },
      });
      const { handlers } = library;
      await library.start();
      expect(await handlers.useFolder({ folder: target, move: false })).toEqual({
        moved: 0,
        left: 0,
        kept: 0,
      });
      expect(movedFrom).toEqual([undefined]);
      expect((await handlers.list(undefined)).themes).toMatchObject([{ name: 'Already there' }]);
      expect(await themeFiles(folders)).toEqual(['a.json']);
      const told = listChange(library, ({ upserted }) => upserted.length > 0);
      await writeFile(join(target, 'c.json'), JSON.stringify(themeDocument({ name: 'New' })));
      expect((await told).upserted).toMatchObject([{ name: 'New' }]);
    });

    it('is only ever one that a person chose, apart from itself and from Foyer’s own files', async () => {
      const folders = await temporaryLibraryFolders();
      const inside = join(folders.themes, 'inside');
      await mkdir(inside);
      const own = join(folders.profile, 'bin');
      await mkdir(own);
      const file = join(folders.root, 'file');
      await writeFile(file, '');
      const not = join(folders.root, 'not chosen');
      await mkdir(not);
      const { library } = testLibrary(folders, { mayUse: (folder) => folder !== not });
      const use = (folder: string) => library.handlers.useFolder({ folder, move: true });
      const refused = (reason: string) => problem('libraryFolderRefused', { reason });
      await expect(use(not)).rejects.toMatchObject(refused('notAFolder'));
      await expect(use(file)).rejects.toMatchObject(refused('notAFolder'));
      await expect(use('relative')).rejects.toMatchObject(refused('notAFolder'));
      await expect(use(inside)).rejects.toMatchObject(refused('within'));
      await expect(use(folders.root)).rejects.toMatchObject(refused('within'));
      await expect(use(own)).rejects.toMatchObject(refused('ofFoyer'));
      await expect(use(join(folders.root, 'gone'))).rejects.toMatchObject(
        problem('libraryFolderMissing'),
      );
    });

    it('is made at the first save, not at a start', async () => {
      const folders = await temporaryLibraryFolders();
      await rm(folders.themes, { recursive: true });
      for (let start = 0; start < 2; start += 1) {
        const { library } = testLibrary(folders, { makeFolder: true });
        expect((await library.handlers.list(undefined)).themes).toEqual([]);
        await endLibrary(library);
        expect(await isThere(folders.themes)).toBe(false);
      }
      const { library } = testLibrary(folders, { makeFolder: true });
      await library.handlers.create({ name: 'First' });
      expect(await themeFiles(folders)).toHaveLength(1);
      const told = listChange(library, ({ upserted }) => upserted[0]?.name === 'By hand');
      await putTheme(folders, 'b.json', themeDocument({ name: 'By hand' }));
      await told;
      expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    });

    it('that somebody else makes first is taken up', async () => {
      const folders = await temporaryLibraryFolders();
      await rm(folders.themes, { recursive: true });
      const { library } = testLibrary(folders, { makeFolder: true });
      await library.start();
      const told = listChange(library, ({ upserted }) => upserted.length > 0);
      await mkdir(folders.themes);
      await putTheme(folders, 'a.json', themeDocument());
      await told;
      expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    });

    it('is made once, and missed when it was there once', async () => {
      const folders = await temporaryLibraryFolders();
      await rm(folders.themes, { recursive: true });
      const first = testLibrary(folders, { makeFolder: true }).library;
      await first.handlers.create({});
      await endLibrary(first);
      await rename(folders.themes, join(folders.root, 'unplugged'));
      const again = testLibrary(folders, { makeFolder: true }).library;
      await expect(again.handlers.list(undefined)).rejects.toMatchObject(
        problem('libraryFolderMissing', { path: folders.themes }),
      );
      expect(await isThere(folders.themes)).toBe(false);
      // Only because a person says so.
      await again.handlers.makeFolder(undefined);
      expect((await again.handlers.list(undefined)).themes).toEqual([]);
    });

    it('that goes away while Foyer runs is told, its themes stay in sight, and it comes back', async () => {
      const folders = await temporaryLibraryFolders();
      await putTheme(folders, 'a.json', themeDocument());
      const { library } = testLibrary(folders);
      await library.start();
      const away = join(folders.root, 'unplugged');
      await rename(folders.themes, away);
      await library.rescan();
      const gone = await library.handlers.list(undefined);
      expect(gone.folderProblem).toEqual({ code: 'libraryFolderMissing', path: folders.themes });
      expect(gone.themes).toHaveLength(1);
      expect(await isThere(folders.themes)).toBe(false);
      await rename(away, folders.themes);
      await putTheme(folders, 'b.json', themeDocument({ name: 'Meanwhile' }));
      await library.rescan();
      const back = await library.handlers.list(undefined);
      expect(back.folderProblem).toBeNull();
      expect(back.themes.map(({ name }) => name).sort()).toEqual(['Harbour', 'Meanwhile']);
    });

    it('that went away while Foyer runs is made when a person says so', async () => {
      const folders = await temporaryLibraryFolders();
      await putTheme(folders, 'a.json', themeDocument());
      const { library } = testLibrary(folders);
      await library.start();
      await rm(folders.themes, { recursive: true });
      await library.rescan();
      await library.handlers.makeFolder(undefined);
      expect(await isThere(folders.themes)).toBe(true);
      expect(await library.handlers.list(undefined)).toMatchObject({
        themes: [],
        folderProblem: null,
      });
      // And it is watched.
      const told = listChange(library, ({ upserted }) => upserted.length > 0);
      await putTheme(folders, 'b.json', themeDocument({ name: 'New' }));
      expect((await told).upserted).toMatchObject([{ name: 'New' }]);
    });

    it('of which nobody can tell for a moment where it is, is not begun elsewhere, and is there when it can be told', async () => {
      const folders = await temporaryLibraryFolders();
      await putTheme(folders, 'a.json', themeDocument({ name: 'Harbour' }));
      const file = join(folders.profile, 'preferences.json');
      let isKnown = false;
      const { library } = testLibrary(folders, {
        folder: () => {
          if (!isKnown) throw new StorageError('notRead', file);
          return openThemes(folders);
        },
      });
      const refused = problem('storageLibraryUnknown', { file: 'preferences.json' });
      await expect(library.handlers.list(undefined)).rejects.toMatchObject(refused);
      await expect(library.handlers.create({})).rejects.toMatchObject(refused);
      expect(() => library.folder()).toThrow(expect.objectContaining(refused));
      library.connectionsChanged();
      await library.rescan();
      expect(await library.flush()).toEqual([]);
      expect(library.flushAtOnce()).toEqual([]);
      const told = listChange(library, () => true);
      isKnown = true;
      await library.rescan();
      await told;
      expect((await library.handlers.list(undefined)).themes).toMatchObject([{ name: 'Harbour' }]);
      expect(library.folder()).toBe(folders.themes);
    });

    it('is not touched in safe mode', async () => {
      const folders = await temporaryLibraryFolders();
      await putTheme(folders, 'a.json', themeDocument());
      let isHeld = true;
      const { library } = testLibrary(folders, { isHeld: () => isHeld });
      await expect(library.handlers.list(undefined)).rejects.toMatchObject(problem('safeMode'));
      await library.rescan();
      isHeld = false;
      expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    });
  });
});

/**
 * A person renames the library's folder in the file manager and puts a copy under its old name, where Foyer finds it.
 * Then they choose the renamed one, and the copy again: a copy is another library.
 */
describe('a copy is put in the place of a renamed library', () => {
  it.each([
    ['the control: the renamed one is found before the copy', false],
    ['the copy is found first, at the old path', true],
  ])('the renamed library and the copy in its old place are two: %s', (_name, isCopyFirst) => {
    const libraries = knownLibraries();
    libraries.found('/themes', 'mark of the library');
    if (isCopyFirst) libraries.found('/themes', 'mark of the copy');
    libraries.found('/renamed', 'mark of the library');
    const own = libraries.of('/renamed');
    expect(libraries.isIn(own, '/themes')).toBe(false);
    libraries.found('/themes', 'mark of the copy');
    expect({
      own: libraries.isIn(own, '/renamed'),
      copy: libraries.isIn(own, '/themes'),
    }).toEqual({ own: true, copy: false });
  });
});

describe('which libraries count as one', () => {
  function counted(): LibraryIds {
    let count = 0;
    return new LibraryIds(() => (count += 1));
  }

  it('a library is the same one where it was moved, and not the one in its old folder', () => {
    const ids = counted();
    const first = ids.of('/one');
    ids.moved('/one', '/two');
    expect(ids.isIn(first, '/two')).toBe(true);
    expect(ids.isIn(first, '/one')).toBe(false);
    const other = ids.of('/one');
    expect(ids.isIn(other, '/two')).toBe(false);
    ids.moved('/two', '/three');
    expect(ids.isIn(first, '/three')).toBe(true);
  });

  it('two are one where one was moved into the folder of the other', () => {
    const ids = counted();
    const [first, second] = [ids.of('/one'), ids.of('/two')];
    ids.moved('/one', '/two');
    expect(ids.isIn(first, '/two')).toBe(true);
    expect(ids.isIn(second, '/two')).toBe(true);
    expect(ids.idsIn('/two')).toEqual([first, second]);
    expect(ids.idsIn('/one')).not.toContain(first);
  });

  it('two never count as each other', () => {
    const ids = counted();
    const [first, second, third] = [ids.of('/one'), ids.of('/two'), ids.of('/three')];
    ids.counts(first, second);
    ids.counts(second, third);
    ids.counts(third, first);
    ids.counts(first, first);
    expect(ids.idsIn('/three')).toEqual([third, first, second]);
  });
});

/**
 * Foyer is going on with another library, which has a theme of the same id (a copy of the folder), and the disk takes
 * its time. A person goes on with the theme that the window shows, which is that of the library before: what they do
 * with it is done there, or refused, and to no theme of the other one.
 */
describe('what is done with a theme while the library changes', () => {
  const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

  const replaced = { problem: { code: 'libraryReplaced' } };

  type Act = (library: Library, id: string) => unknown;
  const acts: readonly (readonly [string, Act])[] = [
    ['edit', (library, id) => library.handlers.edit({ id, edits })],
    ['rename', (library, id) => library.handlers.rename({ id, name: 'Night' })],
    [
      'setTagsOfMany',
      (library, id) => library.handlers.setTagsOfMany({ themes: [{ id, tags: ['red'] }] }),
    ],
    ['remove', (library, id) => library.handlers.remove({ ids: [id] })],
  ];

  it.each(acts)('%s', async (_name, act) => {
    const { library, id, there, before, beginSwitch } = await libraryBesideCopy();
    const endSwitch = await beginSwitch();
    const acted = expect(act(library, id)).rejects.toMatchObject(replaced);
    await Promise.all([endSwitch(), acted]);
    await library.flush();
    expect(await readFile(there, 'utf8').catch(() => 'gone')).toBe(before);
  });
});

/**
 * A backup is put back, in the place of what is there, and the disk takes its time; Foyer goes on with another library
 * meanwhile, which has a theme of the same id (a copy of the folder). What is put back is put back in the library for
 * which that was asked, or refused: the theme of the other one stays as it is.
 */
describe('what is put back from a backup while the library changes', () => {
  it('is refused', async () => {
    const { library, document, there, before, beginSwitch } = await libraryBesideCopy();
    const endSwitch = await beginSwitch();
    const putBack = library.putBack({ ...document, name: 'As it was' }, 'replace');
    const refused = expect(putBack).rejects.toMatchObject({ problem: { code: 'libraryReplaced' } });
    await Promise.all([endSwitch(), refused]);
    await library.flush();
    expect(await readFile(there, 'utf8')).toBe(before);
  });
});
