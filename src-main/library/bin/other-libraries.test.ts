import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeDocument, themesOnDisk } from '../testing/fixture-library';
import { libraryBesideCopy } from '../testing/switching-library';

const themesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.json'));

/**
 * A person deletes a theme of one client, chooses the library of another, which is shared with that one, and takes the
 * last thing back (`Ctrl Z` calls `restore` with what the deletion put in the bin): nothing of one library comes into
 * another by an undo (editing/undo-after-return.test.ts). In the bin they see where each theme was, and can have it here.
 */
describe('a deletion is undone in another library', () => {
  /** A theme was deleted from one library; there is another, with a theme of its own. */
  async function deletedFromOne() {
    const { folders, library, id } = await libraryOfOne(
      { name: 'Of one client' },
      { mayUse: () => true },
    );
    const { handlers } = library;
    const second = join(folders.root, 'shared with another client');
    await mkdir(second);
    await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Of another' }));
    const { entries } = await handlers.remove({ ids: [id] });
    const first = folders.themes;
    const use = (folder: string, move = false) => handlers.useFolder({ folder, move });
    return { handlers, entries, first, second, use, root: folders.root };
  }

  it('a deletion is taken back once its library is chosen again, and not before', async () => {
    const { handlers, entries, first, second, use } = await deletedFromOne();
    await use(second);
    expect(await handlers.restore({ entries })).toMatchObject({ entries: [], elsewhere: 1 });
    expect(await themesIn(second)).toEqual(['b.json']);
    expect((await handlers.bin(undefined)).themes).toHaveLength(1);
    await use(first);
    expect(await handlers.restore({ entries })).toMatchObject({ entries });
    expect(await themesIn(first)).toEqual(['a.json']);
  });

  it('a library that was moved since is the same one, also after another was chosen', async () => {
    const { handlers, entries, second, use, root } = await deletedFromOne();
    const moved = join(root, 'moved');
    await mkdir(moved);
    await use(moved, true);
    await use(second);
    await handlers.restore({ entries });
    expect(await themesIn(second)).toEqual(['b.json']);
    await use(moved);
    expect(await handlers.restore({ entries })).toMatchObject({ entries });
    expect(await themesIn(moved)).toEqual(['a.json']);
  });

  it('from the bin, a person can have it in the other one', async () => {
    const { handlers, entries, second, use } = await deletedFromOne();
    await use(second);
    expect(await handlers.restore({ entries, ofAnyLibrary: true })).toMatchObject({ entries });
    expect(await themesIn(second)).toEqual(['a.json', 'b.json']);
  });
});

/**
 * While Foyer runs, a person renames the library's folder, and puts a copy in its old place, where Foyer finds it. They
 * delete a theme there, choose the renamed library, and take the last thing back (`Ctrl Z` calls `restore`). It was done
 * in another library: it waits for that one (the guide), and the copy's theme stays in the bin until then.
 */
describe('a deletion in a copy that was found in the library’s place', () => {
  type Where = 'at a path of its own' | 'in the old place';

  /** The library's folder was renamed, and a copy of it is found there. */
  async function copied(where: Where) {
    const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
    const { handlers } = library;
    const use = (folder: string) => handlers.useFolder({ folder, move: false });
    await library.start();
    const renamed = join(folders.root, 'renamed');
    const copy = where === 'in the old place' ? folders.themes : join(folders.root, 'copy');
    await rename(folders.themes, renamed);
    await library.rescan();
    await cp(renamed, copy, { recursive: true });
    if (where === 'in the old place') await library.rescan();
    else await use(copy);
    expect((await handlers.list(undefined)).folderProblem).toBeNull();
    return { library, handlers, id, use, renamed, copy };
  }

  describe.each<Where>(['at a path of its own', 'in the old place'])('a copy %s', (where) => {
    it('a deletion in it is taken back in it', async () => {
      const { handlers, id, use, renamed, copy } = await copied(where);
      const { entries } = await handlers.remove({ ids: [id] });
      // The control: it was the copy's theme.
      expect([await themesIn(copy), await themesIn(renamed)]).toEqual([[], ['a.json']]);
      await use(renamed);
      await handlers.restore({ entries });
      await use(copy);
      await handlers.restore({ entries });
      expect(await themesIn(copy)).toEqual(['a.json']);
    });

    it('what was asked for in it is not done in the renamed library', async () => {
      const { library, use, renamed } = await copied(where);
      // By this a publication that is under way, and an import, know their library.
      const assertSame = library.assertSame();
      assertSame();
      await use(renamed);
      expect(assertSame).toThrow();
    });
  });
});

/**
 * A person deletes a theme and moves the library to another folder. In the folder where it was lies another library
 * since, a backup, which is looked at once. Ctrl Z takes the deletion back in the library that was moved, and in no
 * other: not in the one that only has its old folder.
 */
describe('a deletion is undone after a move', () => {
  async function moved() {
    const made = await libraryOfOne({ name: 'Harbour' }, { mayUse: () => true });
    const { library, folders, id } = made;
    await library.start();
    const { entries } = await library.handlers.remove({ ids: [id] });
    const third = join(folders.root, 'third');
    await mkdir(third);
    await library.handlers.useFolder({ folder: third, move: true });
    return { ...made, entries, third };
  }

  it('the control: it comes back in the library that was moved', async () => {
    const { library, entries, id } = await moved();
    expect(await library.handlers.restore({ entries })).toMatchObject({ ids: [id] });
  });

  it('it does not come back in another library that is in the old folder', async () => {
    const { library, folders, entries } = await moved();
    await mkdir(folders.themes, { recursive: true });
    await putTheme(folders, 'b.json', themeDocument({ name: 'Backup' }));
    await library.handlers.useFolder({ folder: folders.themes, move: false });
    expect(await library.handlers.restore({ entries })).toMatchObject({ ids: [], elsewhere: 1 });
    expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Backup' }]);
  });

  it('it comes back in the one that was moved when that is chosen again', async () => {
    const { library, folders, entries, id, third } = await moved();
    await mkdir(folders.themes, { recursive: true });
    await putTheme(folders, 'b.json', themeDocument({ name: 'Backup' }));
    await library.handlers.useFolder({ folder: folders.themes, move: false });
    await library.handlers.useFolder({ folder: third, move: false });
    expect(await library.handlers.restore({ entries })).toMatchObject({ ids: [id] });
  });
});

/**
 * Foyer is going on with another library, and the disk takes its time. A person restores a theme from the bin, wherever
 * it was deleted: it comes back into the library that the window shows, or stays in the bin.
 */
describe('a theme is restored as another library is opened', () => {
  it('no theme comes into the other library', async () => {
    const { library, id, there, beginSwitch } = await libraryBesideCopy();
    const { entries } = await library.handlers.remove({ ids: [id] });
    const endSwitch = await beginSwitch();
    const restored = library.handlers.restore({ entries, ofAnyLibrary: true });
    const refused = expect(restored).rejects.toMatchObject({
      problem: { code: 'libraryReplaced' },
    });
    await Promise.all([endSwitch(), refused]);
    const files = (await readdir(dirname(there))).filter((name) => name.endsWith('.json'));
    expect(files).toEqual(['a.json']);
    const { themes } = await library.handlers.bin(undefined);
    expect(themes.map(({ entry }) => entry)).toEqual(entries);
  });
});
