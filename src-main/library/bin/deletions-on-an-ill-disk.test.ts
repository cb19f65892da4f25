import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library, SavePace } from '../library';
import { beforeEachRead, failing, held, whenTakenAway } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  onDay,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** Deletions that a scanner holds up, which has the file open in that moment. */
describe('a deletion whose file is held', () => {
  const isAside = (path: string): boolean => path.includes('.aside');

  /** A start of Foyer two days later, through to what it does after the list is shown. */
  async function twoDaysLater(folders: LibraryFolders, before: Library): Promise<Library> {
    await endLibrary(before);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 60 * 60 * 1_000 });
    const { library } = testLibrary(folders);
    try {
      await library.start();
      await library.flush();
    } finally {
      vi.useRealTimers();
    }
    await library.rescan();
    return library;
  }

  const namesIn = async (library: Library): Promise<string[]> =>
    (await library.handlers.list(undefined)).themes.map(({ name }) => name);

  it('is done, though what was the file goes later', async () => {
    const { folders, library, id } = await libraryOfOne();
    await library.start();
    failing('EBUSY', 'unlink', (path) => path.includes('.foyer-'));
    await library.handlers.remove({ ids: [id] });
    expect(await namesIn(library)).toEqual([]);
    expect((await readdir(folders.themes)).filter(isAside)).toEqual([]);
    expect(await namesIn(await twoDaysLater(folders, library))).toEqual([]);
  });

  it('is not undone two days later, where the file could not be put back', async () => {
    const { folders, library, id } = await libraryOfOne();
    await library.start();
    const held: { heal: () => void }[] = [];
    const look = beforeEachRead(isAside, () => {
      held.push(
        ...(['rename', 'link', 'unlink'] as const).map((call) => failing('EBUSY', call, isAside)),
      );
      return Promise.resolve();
    });
    // It says that it could not be done, and it was.
    await expect(library.handlers.remove({ ids: [id] })).rejects.toMatchObject(
      problem('storageFailed'),
    );
    look.end();
    for (const { heal } of held) heal();
    await library.rescan();
    expect(await namesIn(library)).toEqual([]);
    expect((await library.handlers.bin(undefined)).themes).toHaveLength(1);
    const next = await twoDaysLater(folders, library);
    expect(await namesIn(next)).toEqual([]);
    expect(await readdir(folders.themes)).toEqual([]);
  });

  it('brings back what another program had written there', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.start();
    await putTheme(folders, '.foyer-1-0123456789ab.aside.json', { ...document, name: 'Theirs' });
    const next = await twoDaysLater(folders, library);
    expect((await namesIn(next)).sort()).toEqual(['Harbour', 'Theirs']);
  });

  it('brings nothing back that is in the library as it is', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.start();
    await putTheme(folders, '.foyer-1-0123456789ab.aside.json', document);
    expect(await namesIn(await twoDaysLater(folders, library))).toEqual(['Harbour']);
    expect(await readdir(folders.themes)).toEqual(['a.json']);
  });
});

/** What others write between Foyer's look at a file and its removal, and slow reads beside a move. */
describe('what others write while a file is removed', () => {
  const never = { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 };

  /** A library with one theme, and another folder for it. */
  async function oneTheme(name = 'a.json', pace?: SavePace) {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({
      publications: {
        [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
      },
    });
    await putTheme(folders, name, document);
    const other = join(folders.root, 'other');
    await mkdir(other);
    const { library } = testLibrary(folders, { mayUse: () => true, pace });
    await library.start();
    return { folders, library, document, id: document.id, other };
  }

  const namesIn = async (folder: string): Promise<string[]> => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const texts = files.map((file) => readFile(join(folder, file), 'utf8'));
    return (await Promise.all(texts)).map((text) => (JSON.parse(text) as { name: string }).name);
  };

  describe('a file that another program writes in the moment in which it is removed', () => {
    it('is left by a move to another folder', async () => {
      const { folders, library, document, other } = await oneTheme();
      whenTakenAway(join(folders.themes, 'a.json'), () =>
        putTheme(folders, 'a.json', { ...document, name: 'Newer' }),
      );
      await library.handlers.useFolder({ folder: other, move: true });
      expect([...(await namesIn(folders.themes)), ...(await namesIn(other))]).toContain('Newer');
      // Nothing is left of the way.
      expect(await readdir(folders.themes)).toEqual(['a.json']);
    });

    it('is deleted as it is then, or not at all', async () => {
      const { folders, library, document, id } = await oneTheme();
      whenTakenAway(join(folders.themes, 'a.json'), () =>
        putTheme(folders, 'a.json', { ...document, name: 'Newer' }),
      );
      await library.handlers.remove({ ids: [id] });
      const binned = (await library.handlers.bin(undefined)).themes.map(({ name }) => name);
      expect([...(await namesIn(folders.themes)), ...binned]).toContain('Newer');
      expect((await readdir(folders.themes)).filter((name) => name !== 'a.json')).toEqual([]);
    });
  });

  describe('a slow read of the old folder that ends after the library has moved', () => {
    it('does not take the theme out of the new one', async () => {
      const { folders, library, id, other } = await oneTheme();
      await library.flush();
      const slow = held('readFrom', (path) => path === join(folders.themes, 'a.json'));
      // An export or a backup is at it.
      const reading = library.current(id);
      await slow.isReached;
      await library.handlers.useFolder({ folder: other, move: true });
      slow.letGo();
      expect(await reading).toMatchObject({ id });
      await library.rescan();
      expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id }]);
      expect(await readdir(other)).toEqual(['a.json']);
    });
  });

  describe('a file that another program renames right before the library moves', () => {
    it('leaves id and link with the newest edit', async () => {
      const { folders, library, id, other } = await oneTheme('b.json', never);
      await library.handlers.open({ id });
      const edits = [{ field: 'general.font' as const, value: 'Ours' }];
      await library.handlers.edit({ id, edits });
      await rename(join(folders.themes, 'b.json'), join(folders.themes, 'a.json'));
      await library.handlers.useFolder({ folder: other, move: true });
      const { themes } = await library.handlers.list(undefined);
      expect(themes.find(({ theme }) => theme.general.font === 'Ours')).toMatchObject({
        id,
        places: [{ templateId: 't' }],
      });
      expect(await themesOnDisk({ ...folders, themes: other })).toMatchObject([{ id }]);
      expect(await themeFiles({ ...folders, themes: other })).toEqual(['a.json']);
    });
  });
});

/** Themes were deleted more than thirty days ago, and the disk does not let go of one of them, or takes its time. */
describe('what is purged while the disk holds one of them', () => {
  it.each([0, 1])('the other one goes all the same (%d)', async (place) => {
    const folders = await temporaryLibraryFolders();
    const first = testLibrary(folders, { now: onDay(0) }).library;
    const { id: one } = await first.handlers.create({ name: 'One' });
    const { id: other } = await first.handlers.create({ name: 'Other' });
    await first.handlers.remove({ ids: [one, other] });
    await endLibrary(first);
    const bin = join(folders.profile, 'bin');
    const stays = (await readdir(bin))[place] ?? '';
    failing('EACCES', 'unlink', (path) => path.endsWith(stays));
    for (const day of [10, 20, 31]) {
      const { library } = testLibrary(folders, { now: onDay(day) });
      await library.start();
      await endLibrary(library);
    }
    expect(await readdir(bin)).toEqual([stays]);
  });

  it('nobody waits for it while the disk takes its time to read what is in the bin', async () => {
    const folders = await temporaryLibraryFolders();
    const first = testLibrary(folders).library;
    const { id } = await first.handlers.create({ name: 'Deleted' });
    await first.handlers.remove({ ids: [id] });
    await endLibrary(first);
    const inBin = join(folders.profile, 'bin');
    const slow = held('readFrom', (path) => path.startsWith(inBin));
    const { library } = testLibrary(folders);
    await library.start();
    await slow.isReached;
    await library.handlers.create({ name: 'New' });
    slow.letGo();
    await endLibrary(library);
  });
});

/** Deleted themes whose files’ names the present disk does not take. */
describe('names that the present disk does not take', () => {
  it.each(['stat', 'link'] as const)(
    'comes back under another name on a disk that takes shorter ones only, which tells by %s',
    async (call) => {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      await putTheme(folders, `${'a'.repeat(200)}.json`, document);
      const { library } = testLibrary(folders);
      const { handlers } = library;
      const { entries } = await handlers.remove({ ids: [document.id] });
      // The library lies on an encrypted share by now, which takes 143 bytes.
      failing(
        'ENAMETOOLONG',
        call,
        (path) => Buffer.byteLength(path.slice(path.lastIndexOf('/') + 1)) > 143,
      );
      expect(await handlers.restore({ entries })).toMatchObject({ ids: [document.id] });
      expect((await handlers.list(undefined)).themes).toMatchObject([{ id: document.id }]);
      expect((await handlers.bin(undefined)).themes).toEqual([]);
      const [file = ''] = await themeFiles(folders);
      expect(file).toMatch(/^untitled-/);
    },
  );

  it.each([
    ['EINVAL', 'as a USB stick does'],
    ['EILSEQ', 'as a Mac does'],
    ['ENOENT', 'as Windows does'],
  ] as const)(
    'comes back under another name where the disk answers %s, %s',
    async (code, _whose) => {
      const { folders, library, id } = await libraryOfOne();
      await library.start();
      await rename(join(folders.themes, 'a.json'), join(folders.themes, 'Blue: dark?.json'));
      await library.rescan();
      const { handlers } = library;
      const { entries } = await handlers.remove({ ids: [id] });
      const isRefused = (path: string): boolean => basename(path).includes(':');
      failing(code, 'link', isRefused);
      failing(code, 'writeTo', isRefused);
      expect(await handlers.restore({ entries })).toMatchObject({ ids: [id] });
      expect((await handlers.list(undefined)).themes).toMatchObject([{ id }]);
      const [file = ''] = await themeFiles(folders);
      expect(file).toMatch(/^untitled-/);
    },
  );
});
