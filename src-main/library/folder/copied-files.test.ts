import { copyFile, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  openThemes,
  restarted,
  testLibrary,
  themeFiles,
  themesOnDisk,
} from '../testing/fixture-library';
import { textsOf, twoComputers } from '../testing/synced-computers';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);

/**
 * A program renames a theme's file by copying it, and removes the first one only later (rsync). In between a person renames
 * the library's folder and chooses it under its new name: the library is still the same one, and the copy becomes the theme
 * as it does after a move, unless somebody works with it by its own ID.
 */
describe('a file is copied before the library’s folder was renamed', () => {
  const mayUse = () => true;

  type How =
    | 'moved by Foyer'
    | 'renamed'
    | 'renamed while Foyer was closed'
    | 'renamed while the list of libraries could not be read';

  async function copied(how: How, isCopyOpened = false) {
    const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
    const disk =
      how === 'renamed while the list of libraries could not be read'
        ? failing('EIO', 'readFrom', (path) => path.includes('libraries.json'))
        : undefined;
    const made = await libraryOfOne({ publications: { [key]: link } }, { mayUse });
    const { folders, document } = made;
    const { id } = document;
    let { library } = made;
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    await writeFile(
      join(folders.themes, 'b.json'),
      await readFile(join(folders.themes, 'a.json'), 'utf8'),
    );
    await library.rescan();
    const { themes: both } = await library.handlers.list(undefined);
    expect(both).toHaveLength(2);
    if (isCopyOpened) {
      const copy = both.find((each) => each.id !== id);
      await library.handlers.open({ id: copy?.id ?? '' });
    }

    const renamed = join(folders.root, 'renamed');
    if (how === 'moved by Foyer') await mkdir(renamed);
    else {
      const isClosed = how === 'renamed while Foyer was closed';
      if (isClosed) await endLibrary(library);
      await rename(folders.themes, renamed);
      if (isClosed) ({ library } = testLibrary(folders, { mayUse }));
      if (isClosed) await library.rescan();
    }
    await library.handlers.useFolder({ folder: renamed, move: how === 'moved by Foyer' });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    await unlink(join(renamed, 'a.json'));
    await library.rescan();
    disk?.heal();
    const { themes } = await library.handlers.list(undefined);
    const [theme] = themes;
    const { versions } = await library.handlers.versions({ id: theme?.id ?? '' });
    return {
      ids: themes.map((each) => each.id === id),
      links: theme?.places.map(({ templateId }) => templateId),
      versions: versions.map(({ name }) => name),
    };
  }

  it.each([
    'moved by Foyer',
    'renamed',
    'renamed while Foyer was closed',
    'renamed while the list of libraries could not be read',
  ] as const)(
    'the copy is the theme once the first file goes, where the folder was %s',
    async (how) => {
      expect(await copied(how)).toEqual({
        ids: [true],
        links: ['t'],
        versions: ['As the client signed it'],
      });
    },
  );

  it.each(['moved by Foyer', 'renamed'] as const)(
    'a copy that was opened stays a theme of its own, where the folder was %s',
    async (how) => {
      expect(await copied(how, true)).toMatchObject({ ids: [false], versions: [] });
    },
  );
});

/**
 * Two people have Foyer open on one shared folder, and one of them copies a theme's file by hand. Both Foyers see the copy
 * at the same time, and only one can give it an ID: to the other it is a theme of its own then, and it adds none.
 */
describe('a file is copied in a folder of two people', () => {
  /** One of them is about to give the copy an ID, and goes on only once the other has. */
  async function copiedForTwo() {
    const { folders, library: first, id } = await libraryOfOne();
    await first.start();
    const profile = join(folders.root, 'profile of another');
    await mkdir(profile);
    const second = testLibrary({ ...folders, profile }, { folder: openThemes(folders) }).library;
    await second.start();
    const write = held('writeTo', (path) => path.startsWith(folders.themes));
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    const looks = [first.rescan(), second.rescan()];
    await write.isReached;
    await Promise.race(looks);
    write.letGo();
    await Promise.all(looks);
    const copy = (await themesOnDisk(folders)).find((each) => each.id !== id);
    return { folders, first, second, id, copyId: copy?.id };
  }

  it('the copy is one theme, and the same to both', async () => {
    const { folders, first, second, id, copyId } = await copiedForTwo();
    expect(await themeFiles(folders)).toEqual(['a.json', 'b.json']);
    const idsIn = async ({ handlers }: typeof first) =>
      (await handlers.list(undefined)).themes.map((theme) => theme.id).sort();
    const both = [id, copyId].sort();
    // To the one that came second it is told by the next look.
    await first.rescan();
    await second.rescan();
    expect(await idsIn(first)).toEqual(both);
    expect(await idsIn(second)).toEqual(both);
  });

  it('a theme that a program renames by copying it is one once the first file goes', async () => {
    const { folders, first, second, id } = await copiedForTwo();
    await unlink(join(folders.themes, 'a.json'));
    await second.rescan();
    await first.rescan();
    expect(await themesOnDisk(folders)).toMatchObject([{ id }]);
  });
});

/**
 * A person copies a theme's file by hand, links the copy to a template that is on the service, and moves it to the bin.
 * Later the same file is copied once more to the same name: that is another theme, which was never linked.
 */
describe('a file is copied once more to the same name', () => {
  async function copiedAgain() {
    const { library, folders, id } = await libraryOfOne();
    await library.start();
    const copy = async (): Promise<string> => {
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
      await library.rescan();
      return (await themesOnDisk(folders)).find((each) => each.id !== id)?.id ?? '';
    };
    const first = await copy();
    await library.setPublication(first, key, { templateId: 't', at: new Date().toISOString() });
    await library.handlers.remove({ ids: [first] });
    const second = await copy();
    return { library, folders, id, first, second };
  }

  it.each([false, true])('it has no link (restarted: %s)', async (isRestarted) => {
    const { library: one, folders, second } = await copiedAgain();
    const library = isRestarted ? await restarted(folders, one) : one;
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const places = themes.find((each) => each.id === second)?.places ?? [];
    expect(places.flatMap(({ templateId }) => templateId ?? [])).toEqual([]);
  });

  it('what is restored from the bin is linked, and is the theme that it was', async () => {
    const { library, first } = await copiedAgain();
    const bin = await library.handlers.bin(undefined);
    const entries = bin.themes.map(({ entry }) => entry);
    expect(entries).toHaveLength(1);
    await library.handlers.restore({ entries });
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) =>
      places.some(({ templateId }) => templateId === 't'),
    );
    // Neither is a version of the other, of which one is to be chosen.
    expect(themes.flatMap(({ conflictOf }) => conflictOf ?? [])).toEqual([]);
    expect(themes).toHaveLength(3);
    expect(linked.map((each) => each.id)).toEqual([first]);
  });
});

/** A person copies a theme's file by hand, and a sync program brings the copy to another computer before Foyer has given it an ID. */
describe('a copy comes to another computer before it has an ID', () => {
  async function copiedOnTwo() {
    const { one, two, here, there, id } = await twoComputers();
    const copy = async (file: string): Promise<void> => {
      for (const { themes } of [here, there])
        await copyFile(join(here.themes, 'a.json'), join(themes, file));
      await Promise.all([one.rescan(), two.rescan()]);
    };
    return { one, two, here, there, id, copy };
  }

  it('both give it the same, so that the program has nothing to bring', async () => {
    const { here, there, id, copy } = await copiedOnTwo();
    await copy('b.json');
    await copy('c.json');
    const ids = (await themesOnDisk(here)).map((each) => each.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toContain(id);
    expect(await textsOf(there)).toEqual(await textsOf(here));
  });

  it('one that is copied again after its first copy was deleted is a theme of its own', async () => {
    const { one, here, id, copy } = await copiedOnTwo();
    await copy('b.json');
    const first = (await themesOnDisk(here)).find((each) => each.id !== id)?.id ?? '';
    await one.handlers.keepVersion({ id: first, name: 'Of the first' });
    await one.handlers.remove({ ids: [first] });
    await copyFile(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    const second = (await themesOnDisk(here)).find((each) => each.id !== id)?.id ?? '';
    expect(second).not.toBe(first);
    expect((await one.handlers.versions({ id: second })).versions).toEqual([]);
  });
});
