import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  openThemes,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  unlinkTheme,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * Another program renames a theme's file by copying it and removing the first one much later, over a start of Foyer at
 * which the index can't be read for a moment: the theme keeps its ID all the same.
 */
describe('a file is renamed by copying while the index can’t be read', () => {
  it.each([
    ['the control: it can be read', false, false],
    ['it can’t be read at one start', true, false],
    ['it can’t be read at one start, and the first file goes away in that run', true, true],
  ])(
    'a file that was copied before is the theme once the first one is gone: %s',
    async (...how) => {
      const [, isUnread, isSameRun] = how;
      const { folders, library: first, id } = await libraryOfOne();
      await first.start();
      const path = (file: string) => join(folders.themes, file);
      await writeFile(path('renamed.json'), await readFile(path('a.json')));
      await first.rescan();
      expect((await first.handlers.list(undefined)).themes).toHaveLength(2);
      await endLibrary(first);

      const isIndex = (file: string) => file.endsWith('library-index.jsonl');
      const disk = isUnread ? failing('EIO', 'readFrom', isIndex) : undefined;
      let { library } = testLibrary(folders);
      await library.start();
      disk?.heal();
      if (isSameRun) await library.flush();
      else {
        await endLibrary(library);
        ({ library } = testLibrary(folders));
        await library.start();
      }
      await unlink(path('a.json'));
      await library.rescan();
      expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
    },
  );
});

/**
 * A theme was published, or unlinked. While Foyer is closed a sync program puts the file from before over it; at the start a
 * scanner holds the index for a moment, in which a person may name the theme. Once it can be read, the theme has the links
 * that it had at the last.
 */
describe('an older file is put over a theme while the index is held', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
  const before = new Date('2026-03-01T13:00:00.000Z');

  describe.each(['published', 'unlinked'] as const)('a theme that was %s', (what) => {
    it.each([
      ['while the index is read', false, false],
      ['while the index is held', true, false],
      ['while the index is held, and is named meanwhile', true, true],
    ])('is so after an older file was put over it, %s', async (_how, isHeld, isNamed) => {
      const { library, folders, document, id } = await libraryOfOne(
        what === 'unlinked' ? { publications } : {},
      );
      await library.start();
      if (what === 'unlinked') await unlinkTheme(library, id, key);
      else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
      await endLibrary(library);
      await putTheme(folders, 'a.json', document);
      await utimes(join(folders.themes, 'a.json'), before, before);
      const scanner = isHeld
        ? failing('EBUSY', 'readFrom', (path) => path.endsWith('library-index.jsonl'))
        : undefined;
      const { library: after } = testLibrary(folders);
      await after.start();
      if (isNamed) {
        await after.handlers.rename({ id, name: 'Lighthouse' });
        await after.flush();
      }
      scanner?.heal();
      await after.rescan();
      const { name, publications: links } = await after.saved(id);
      expect(name).toBe(isNamed ? 'Lighthouse' : document.name);
      expect(links[key]?.templateId).toBe(what === 'unlinked' ? undefined : 't');
      // It stays so, whatever the next start goes by.
      await endLibrary(after);
      const next = await testLibrary(folders).library.saved(id);
      expect(next.publications[key]?.templateId).toBe(what === 'unlinked' ? undefined : 't');
    });
  });
});

/**
 * The library lies on a disk that is not mounted at the start: an empty folder lies in its place, and the index, which says
 * so, is held by a scanner for a moment. Nothing says that the library is empty, or is written to that place.
 */
describe('the library’s disk isn’t mounted while the index is held', () => {
  const missing = problem('libraryFolderMissing');
  const holdIndex = () =>
    failing('EBUSY', 'readFrom', (path) => path.endsWith('library-index.jsonl'));

  /** A library of one theme that was started once, and ended. */
  async function closed() {
    const { library, folders } = await libraryOfOne();
    await library.start();
    await endLibrary(library);
    return folders;
  }

  it.each([false, true])('is missing: the index is held %s', async (isHeld) => {
    const folders = await closed();
    await rename(folders.themes, `${folders.themes}-unmounted`);
    await mkdir(folders.themes);
    const scanner = isHeld ? holdIndex() : undefined;
    const { library } = testLibrary(folders);
    await expect(library.handlers.list(undefined)).rejects.toMatchObject(missing);
    scanner?.heal();
    await library.rescan();
    await expect(library.handlers.create({ name: 'New' })).rejects.toMatchObject(missing);
    expect(await readdir(folders.themes)).toEqual([]);
  });

  it('is empty once the index says that others took all files away', async () => {
    const folders = await closed();
    await rm(join(folders.themes, 'a.json'));
    const scanner = holdIndex();
    const { handlers } = testLibrary(folders).library;
    await expect(handlers.list(undefined)).rejects.toMatchObject(missing);
    scanner.heal();
    expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
  });

  it('can be begun anew in that place while the index is still held', async () => {
    const folders = await closed();
    await rename(folders.themes, `${folders.themes}-unmounted`);
    await mkdir(folders.themes);
    holdIndex();
    const { handlers } = testLibrary(folders).library;
    await expect(handlers.list(undefined)).rejects.toMatchObject(missing);
    await handlers.makeFolder(undefined);
    expect(await handlers.list(undefined)).toMatchObject({ themes: [], folderProblem: null });
  });
});

/** The library in one folder and in another: each keeps its index, also on a disk that refuses. */
describe('the index of each folder', () => {
  const isIndex = (path: string) => path.includes('library-index');

  /** A whole run with the library in the folder. */
  async function run(folders: LibraryFolders): Promise<void> {
    const { library } = testLibrary(folders);
    await library.start();
    await endLibrary(library);
  }

  /** What all indexes say together. */
  async function indexes({ profile }: LibraryFolders): Promise<string> {
    const names = (await readdir(profile)).filter((name) => isIndex(name));
    return (await Promise.all(names.map((name) => readFile(join(profile, name), 'utf8')))).join('');
  }

  async function twoFolders(): Promise<readonly [LibraryFolders, LibraryFolders]> {
    const first = await temporaryLibraryFolders();
    const second = { ...first, themes: join(first.root, 'second') };
    await mkdir(second.themes);
    await putTheme(first, 'in-the-first.json', themeDocument());
    await putTheme(second, 'in-the-second.json', themeDocument());
    return [first, second];
  }

  describe('the index of another folder', () => {
    it('is not written over when the disk refuses to put it aside', async () => {
      const [first, second] = await twoFolders();
      await run(first);
      const { heal } = failing('EBUSY', 'rename', (path) => /library-index-/u.test(path));
      await run(second);
      heal();
      expect(await indexes(first)).toContain('in-the-first.json');
    });

    it('is still there to be taken up when the disk refused that once', async () => {
      const [first, second] = await twoFolders();
      await run(first);
      await run(second);
      const { heal } = failing('EBUSY', 'rename', (path) => /library-index\.jsonl$/u.test(path));
      const { library } = testLibrary(first);
      await library.start();
      heal();
      await endLibrary(library);
      expect(await indexes(first)).toContain('in-the-second.json');
      expect(await indexes(first)).toContain('in-the-first.json');
    });
  });
});

/**
 * A person put a copy in the place of the library, and Foyer ran with that. At a later start a scanner holds libraries.json for
 * a moment, in which they put the first one back. Foyer goes on, then and at each start after that.
 */
describe('the library is put back while the list of libraries is held', () => {
  it.each([
    ['control: the list can be read', false],
    ['the list is held', true],
  ])('the library is shown: %s', async (_name, isHeld) => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const start = () => testLibrary(folders, { folder: openThemes(folders) }).library;
    const shown = async (library: ReturnType<typeof start>) => {
      try {
        return (await library.handlers.list(undefined)).themes.map(({ name }) => name);
      } catch (error) {
        return String(error);
      }
    };
    const aside = join(folders.root, 'aside');

    let library = start();
    await library.start();
    await endLibrary(library);
    await rename(folders.themes, aside);
    await cp(aside, folders.themes, { recursive: true });
    library = start();
    await library.start();
    await endLibrary(library);

    const disk = isHeld
      ? failing('EIO', 'readFrom', (path) => path.includes('libraries.json'))
      : undefined;
    library = start();
    await library.start();
    await rename(folders.themes, join(folders.root, 'copy'));
    await rename(aside, folders.themes);
    await library.rescan();
    disk?.heal();
    await library.readKnown();
    await library.rescan();
    const here = await shown(library);
    await endLibrary(library);
    library = start();
    const next = await shown(library);
    await rm(join(folders.root, 'copy'), { recursive: true });
    expect({ here, next }).toEqual({ here: ['Harbour'], next: ['Harbour'] });
  });
});
