import {
  appendFile,
  copyFile,
  mkdir,
  readFile,
  rm,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library, LibraryOptions } from '../library';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  onDay,
  putTheme,
  putThemeOf,
  restarted,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';
import { indexLine } from './index-lines';

const key = publicationKey(northwind);

/**
 * A theme was published, and its file is taken away by a sync client, say. Foyer is started anew, and an
 * older version is put back: saved as a new one, its template would be there twice.
 */
describe('an older file is put back after a restart', () => {
  const day = (days: number): string => onDay(days)().toISOString();
  const published = { templateId: 't', at: day(5) };

  /** An older file comes back to the library's folder. */
  async function comesBack(folders: LibraryFolders, document: ThemeDocument): Promise<void> {
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), onDay(2)(), onDay(2)());
  }

  /** Deleted on day 1, back from elsewhere on day 2, and published on day 5; another theme is there. */
  async function publishedAgain() {
    let today = 1;
    const made = await libraryOfOne({}, { now: () => onDay(today)() });
    const { library, folders, document, id } = made;
    await putTheme(folders, 'other.json', themeDocument());
    const { entries } = await library.handlers.remove({ ids: [id] });
    await comesBack(folders, document);
    await library.rescan();
    today = 5;
    await library.setPublication(id, key, published);
    return { ...made, entries };
  }

  type Made = Awaited<ReturnType<typeof publishedAgain>>;

  async function started(
    folders: LibraryFolders,
    options: Partial<LibraryOptions> = {},
  ): Promise<Library> {
    const { library } = testLibrary(folders, { now: onDay(6), ...options });
    await library.start();
    return library;
  }

  /** The theme's file is taken away, and Foyer is started anew. */
  const ways: Record<string, (made: Made) => Promise<Library>> = {
    async 'while Foyer ran'({ library, folders }) {
      await rm(join(folders.themes, 'a.json'));
      await library.rescan();
      await endLibrary(library);
      return started(folders);
    },
    async 'while Foyer was not running'({ library, folders }) {
      await endLibrary(library);
      await rm(join(folders.themes, 'a.json'));
      await endLibrary(await started(folders));
      return started(folders);
    },
    async 'and the index is written anew'({ library, folders }) {
      await rm(join(folders.themes, 'a.json'));
      await library.rescan();
      await endLibrary(library);
      await appendFile(join(folders.profile, 'library-index.jsonl'), 'cut off');
      await endLibrary(await started(folders));
      return started(folders);
    },
  };

  const putBack: Record<string, (library: Library, made: Made) => Promise<unknown>> = {
    async 'by hand'(library, { folders, document }) {
      await comesBack(folders, document);
      await library.rescan();
    },
    'from a backup': async (library, { document }) => library.putBack(document, 'keepBoth', day(2)),
    'from the bin': async (library, { entries }) => library.handlers.restore({ entries }),
  };

  describe.each(Object.entries(ways))('taken away %s', (_when, takenAway) => {
    it.each(Object.entries(putBack))(
      'it has its link when it is put back %s',
      async (_how, put) => {
        const made = await publishedAgain();
        const library = await takenAway(made);
        await put(library, made);
        expect((await library.saved(made.id)).publications[key]?.templateId).toBe('t');
      },
    );
  });

  it('has its link where the older file comes while Foyer is not running', async () => {
    const made = await publishedAgain();
    const { library, folders, document, id } = made;
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await endLibrary(library);
    await comesBack(folders, document);
    const next = await started(folders);
    expect((await next.saved(id)).publications[key]?.templateId).toBe('t');
  });

  it('has its link where the library has moved to another folder meanwhile', async () => {
    const made = await publishedAgain();
    const { library, folders, document, id } = made;
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await endLibrary(library);
    const second = { ...folders, themes: join(folders.root, 'second') };
    await mkdir(second.themes);
    const moving = await started(folders, { mayUse: () => true });
    await moving.handlers.useFolder({ folder: second.themes, move: true });
    await endLibrary(moving);
    const next = await started(second);
    await next.putBack(document, 'keepBoth', day(2));
    expect((await next.saved(id)).publications[key]?.templateId).toBe('t');
  });

  it('comes back where an earlier Foyer noted only that it is missing', async () => {
    const made = await publishedAgain();
    const { library, folders, document, id } = made;
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await endLibrary(library);
    const line = indexLine({ theme: id, isMissing: true });
    await appendFile(join(folders.profile, 'library-index.jsonl'), line);
    const next = await started(folders);
    await next.putBack(document, 'keepBoth', day(2));
    expect((await next.saved(id)).publications).toEqual({});
  });
});

/** A program puts an older file in the place of a theme's in two steps: it takes ours away first. */
describe('an older file is put in the theme’s place in two steps', () => {
  const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
  const before = new Date('2026-03-01T11:00:00.000Z');

  it.each(['open', 'closed'] as const)(
    'keeps the link that the theme has got since (%s)',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne();
      await library.setPublication(id, key, published);
      if (how === 'open') await library.handlers.open({ id });
      await rm(join(folders.themes, 'a.json'));
      await library.rescan();
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      await utimes(join(folders.themes, 'a.json'), before, before);
      await library.rescan();
      expect((await library.saved(id)).publications).toEqual({ [key]: published });
    },
  );

  it('keeps it where ours was taken away while Foyer was not running', async () => {
    const { library, folders, document, id } = await libraryOfOne();
    await putTheme(folders, 'other.json', themeDocument());
    await library.setPublication(id, key, published);
    await endLibrary(library);
    await rm(join(folders.themes, 'a.json'));
    const next = testLibrary(folders).library;
    await next.start();
    await putTheme(folders, 'b.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'b.json'), before, before);
    await next.rescan();
    expect((await next.saved(id)).publications).toEqual({ [key]: published });
  });
});

/**
 * A theme's file is taken away by a sync client, say, after the theme was published. An older version is
 * put back: saved as a new one, its template would be there twice.
 */
describe('an older version is put back by hand, from a backup or from the bin', () => {
  const day = (days: number): string => onDay(days)().toISOString();
  const published = { templateId: 't', at: day(5) };

  /** Deleted on day 1, back from elsewhere on day 2, published on day 5, and taken away by others. */
  async function publishedAndTakenAway() {
    let today = 1;
    const made = await libraryOfOne({}, { now: () => onDay(today)() });
    const { library, folders, document, id } = made;
    const { entries } = await library.handlers.remove({ ids: [id] });
    const file = join(folders.themes, 'a.json');
    const comesBack = async (): Promise<void> => {
      await putTheme(folders, 'a.json', document);
      await utimes(file, onDay(2)(), onDay(2)());
      await library.rescan();
    };
    await comesBack();
    today = 5;
    await library.setPublication(id, key, published);
    await rm(file);
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toEqual([]);
    today = 6;
    return { ...made, entries, comesBack };
  }

  it.each(['by hand', 'from a backup', 'from the bin'])(
    'the theme has its link when it is put back %s',
    async (how) => {
      const { library, document, id, entries, comesBack } = await publishedAndTakenAway();
      if (how === 'by hand') await comesBack();
      if (how === 'from a backup') await library.putBack(document, 'keepBoth', day(2));
      if (how === 'from the bin') await library.handlers.restore({ entries });
      expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
    },
  );
});

/**
 * A theme is published for the first time and deleted before the service has answered: its template is noted with it in
 * the bin. Then a sync program brings its file back as it was (Dropbox: "Restore this file"), with the time that it had. The
 * theme is linked to its template; published again, it would be saved a second time otherwise.
 */
describe('a theme is published after its deletion, and put back', () => {
  /** As programs keep it that know seconds alone. */
  const whole = new Date('2026-03-01T13:00:00.000Z');

  it.each([
    ['is taken out of the bin (the control)', false],
    ['comes back with an older time (the control)', false],
    ['comes back as it was', false],
    ['comes back as it was', true],
  ] as const)('has its template where it %s, restarted %s', async (how, isRestarted) => {
    const { library, folders, document, id } = await libraryOfOne();
    const file = join(folders.themes, 'a.json');
    await utimes(file, whole, whole);
    await library.start();
    const { name, theme } = document;
    const text = await readFile(file, 'utf8');

    const { entries } = await library.handlers.remove({ ids: [id] });
    const at = new Date().toISOString();
    await library.setPublication(id, key, { templateId: 't', at, sent: { name, theme } }, [null]);
    const now = isRestarted ? await restarted(folders, library) : library;
    if (how.startsWith('is taken')) await now.handlers.restore({ entries });
    else {
      await writeFile(file, text);
      const time = how === 'comes back as it was' ? whole : new Date(whole.getTime() - 1000);
      await utimes(file, time, time);
    }
    await now.start();
    await now.rescan();
    expect((await now.saved(id)).publications[key]?.templateId).toBe('t');
  });
});

/**
 * A theme's file is renamed by hand: copied under another name and removed, so that the copy goes on as the theme. Then the
 * file from before the theme was published is put back under the old name, as from a backup. The theme stays linked to its
 * template: without, it would be saved as a second one.
 */
describe('an older file comes back where a copy is the theme', () => {
  const before = new Date('2026-03-01T13:00:00.000Z');

  it.each(['moved away (the control)', 'copied, and then removed'] as const)(
    'stays linked where its file was %s',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne();
      await utimes(join(folders.themes, 'a.json'), before, before);
      await library.start();
      await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
      await library.rescan();
      if (how.startsWith('copied')) {
        await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
        await library.rescan();
      }
      await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      if (how.startsWith('copied'))
        expect((await library.current(id)).publications[key]?.templateId).toBe('t');
      await putThemeOf(before, folders, 'a.json', document);
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const links = themes.flatMap(({ places }) =>
        places.flatMap(({ templateId }) => templateId ?? []),
      );
      expect(links).toEqual(['t']);
    },
  );
});
