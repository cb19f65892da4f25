import { copyFile, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import {
  newTheme,
  type Publication,
  publicationKey,
  type ThemeDocument,
} from '@shared/theme/theme';
import type { Library } from '../library';
import {
  type LibraryFolders,
  libraryOfOne,
  northwind,
  openThemes,
  problem,
  putTheme,
  restarted,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
  unlinkTheme,
} from '../testing/fixture-library';
import { compareLinks } from './newer-links';

const key = publicationKey(northwind);
const [january, february, march] = [
  '2026-01-05T00:00:00.000Z',
  '2026-02-05T00:00:00.000Z',
  '2026-03-05T00:00:00.000Z',
];
const of = (at: string, templateId = 't'): { publications: Record<string, Publication> } => ({
  publications: { [key]: { templateId, at } },
});

/** Of a theme that comes beside one here, its newer link to the template counts, and none is lost. */
describe('the newer link to a template', () => {
  const theirTheme = { ...newTheme(), customCss: '/* theirs */' };

  /** When the theme was published that has the template. */
  async function publishedAt(library: Library): Promise<string | undefined> {
    const id = await library.withTemplate(key, 't');
    return id === undefined ? undefined : (await library.saved(id)).publications[key]?.at;
  }

  describe('the newer publication of two files', () => {
    it('counts where a sync client put it in a conflicted copy', async () => {
      const { folders, library, document } = await libraryOfOne(of(january));
      await library.start();
      const copy = { ...document, ...of(february), theme: theirTheme };
      await putTheme(folders, 'a (conflicted copy).json', copy);
      await library.rescan();
      expect(await publishedAt(library)).toBe(february);
      expect(await publishedAt(await restarted(folders, library))).toBe(february);
    });

    it.each(['this', 'other'] as const)(
      'goes to the theme that stays when "%s" of the two is kept, and back with the copy',
      async (keep) => {
        const { folders, library, document } = await libraryOfOne(of(january));
        await library.start();
        const copy = { ...document, ...of(february), theme: theirTheme };
        await putTheme(folders, 'a (conflicted copy).json', copy);
        await library.rescan();
        const { themes } = await library.handlers.list(undefined);
        const { id = '' } = themes.find((theme) => theme.conflictOf !== undefined) ?? {};
        const { entries } = await library.handlers.resolveConflict({ id, keep });
        expect(await library.withTemplate(key, 't')).toBe(document.id);
        expect(await publishedAt(library)).toBe(february);
        await library.handlers.restore({ entries });
        expect(await publishedAt(library)).toBe(february);
        const there = await themesOnDisk(folders);
        expect(there.map(({ publications }) => publications[key]?.at).sort()).toEqual([
          january,
          february,
        ]);
      },
    );

    it('counts where the other comes back from the bin, or is in it', async () => {
      const { folders, library, document } = await libraryOfOne(of(february));
      const { entries } = await library.handlers.remove({ ids: [document.id] });
      await putTheme(folders, 'a.json', { ...document, ...of(january), theme: theirTheme });
      await library.rescan();
      await library.handlers.restore({ entries });
      expect(await publishedAt(library)).toBe(february);
    });

    it.each(['keepBoth', 'replace'] as const)('counts where a backup has it (%s)', async (how) => {
      const { library, document } = await libraryOfOne(of(january));
      await library.putBack({ ...document, ...of(february), theme: theirTheme }, how);
      expect(await library.withTemplate(key, 't')).toBe(document.id);
      expect(await publishedAt(library)).toBe(february);
    });

    it('counts where a backup has it of a theme that another one’s took the place of', async () => {
      const { library, document } = await libraryOfOne(of(january));
      await library.putBack(themeDocument({ name: 'Later', ...of(february) }), 'keepBoth');
      expect(await publishedAt(library)).toBe(february);
      expect((await library.current(document.id)).publications).toEqual({});
    });
  });

  it('a backup’s older link waits in the theme’s file for when the other one loses it', async () => {
    const { library, document } = await libraryOfOne(of(february));
    const given = themeDocument({ name: 'Earlier', ...of(january) });
    expect(await library.putBack(given, 'keepBoth')).toMatchObject({ leftLink: 'usedByAnother' });
    expect(await publishedAt(library)).toBe(february);
    await library.handlers.remove({ ids: [document.id] });
    expect(await library.withTemplate(key, 't')).toBe(given.id);
  });

  it('a backup that is restored beside the theme gives that its lost link back', async () => {
    const { library, document } = await libraryOfOne();
    const given = { ...document, ...of(january), theme: theirTheme };
    expect(await library.putBack(given, 'keepBoth')).toMatchObject({ outcome: 'keptBoth' });
    expect(await library.withTemplate(key, 't')).toBe(document.id);
    // The same again, of which the copy is there already.
    await unlinkTheme(library, document.id, key);
    expect(await library.putBack(given, 'keepBoth')).toMatchObject({ outcome: 'same' });
    expect(await library.withTemplate(key, 't')).toBe(document.id);
  });

  it('a restore looks first whether the theme came back that nobody has told of yet', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    await library.start();
    const document = themeDocument(of(february));
    await putTheme(folders, 'came.json', document);
    const given = { ...document, ...of(january), theme: theirTheme };
    expect(await library.putBack(given, 'keepBoth')).toMatchObject({ outcome: 'keptBoth' });
    expect(await library.current(document.id)).toMatchObject(of(february));
  });

  it('a restore is refused while the library’s folder is away, with the words for that', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.start();
    await rename(folders.themes, `${folders.themes} away`);
    const restored = library.putBack(themeDocument({ name: 'Given' }), 'keepBoth');
    await expect(restored).rejects.toMatchObject(problem('libraryFolderMissing'));
    await rename(`${folders.themes} away`, folders.themes);
    const { outcome } = await library.putBack(document, 'keepBoth');
    expect(outcome).toBe('same');
  });

  describe('a publication of ours that the disk refused at first, and a conflict when it is saved', () => {
    async function conflict(theirLink: { publications: Record<string, Publication> }) {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument(of(january));
      const { id } = document;
      await putTheme(folders, 'a.json', document);
      const folder = openThemes(folders);
      const { library } = testLibrary(folders, { pace: savedWhenAsked, folder });
      await library.handlers.open({ id });
      const edits = [{ field: 'chat.buttons.color' as const, value: '#0000AA' }];
      await library.handlers.edit({ id, edits });
      const write = folder.write.bind(folder);
      Object.assign(folder, { write: () => Promise.reject(new Error('full')) });
      const publication = { templateId: 't', at: february, attempt: 'ours' };
      const noted = library.setPublication(id, key, publication);
      await expect(noted).rejects.toThrow();
      Object.assign(folder, { write });
      await putTheme(folders, 'a.json', { ...document, ...theirLink, theme: theirTheme });
      expect(await library.flush()).toEqual([]);
      expect(await library.current(id)).toMatchObject({ theme: theirTheme });
      return { folders, library, id };
    }

    it('is the theme’s where theirs is older', async () => {
      const { folders, library, id } = await conflict(of(january));
      expect(await library.current(id)).toMatchObject(of(february));
      expect(await publishedAt(await restarted(folders, library))).toBe(february);
    });

    it('gives way to theirs that is newer', async () => {
      const { folders, library, id } = await conflict(of(march));
      expect(await library.withTemplate(key, 't')).toBe(id);
      expect(await publishedAt(await restarted(folders, library))).toBe(march);
    });

    it('stays with our version where theirs is of another template', async () => {
      const { folders, library, id } = await conflict(of(march, 'theirs'));
      expect(await library.current(id)).toMatchObject(of(march, 'theirs'));
      expect(await publishedAt(await restarted(folders, library))).toBe(february);
    });
  });
});

/** A link that was made while a computer's clock was years ahead doesn't win over newer ones for ever. */
describe('a link that was made while a clock was ahead', () => {
  const [february, ahead] = ['2026-02-05T00:00:00.000Z', '2200-01-01T00:00:00.000Z'];

  describe('a link dated in the future', () => {
    it('gives a template up to the theme that is linked to it now', async () => {
      const { library, folders, id } = await libraryOfOne(of(ahead));
      const other = themeDocument({ name: 'Other', ...of(february) });
      await putTheme(folders, 'b.json', other);
      await library.start();
      expect(await library.withTemplate(key, 't')).toBe(other.id);
      expect((await library.current(id)).publications).toEqual({});
    });

    it('takes nothing away from what was published since, where a backup has it', async () => {
      const { library, document, id } = await libraryOfOne(of(february));
      const given = { ...document, ...of(ahead), theme: { ...newTheme(), customCss: '/* old */' } };
      await library.putBack(given, 'keepBoth');
      expect((await library.saved(id)).publications[key]?.at).toBe(february);
    });

    it('is one of a clock that is only a little ahead, and counts', async () => {
      const soon = new Date(Date.now() + 60 * 60 * 1_000).toISOString();
      expect(compareLinks({ at: soon }, { at: february })).toBeGreaterThan(0);
    });

    it('is ordered among its like, as all are on a computer whose clock is years behind', () => {
      vi.useFakeTimers({ now: 0, toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      expect(compareLinks({ at: '2026-03-05T00:00:00.000Z' }, { at: february })).toBeGreaterThan(0);
      expect(compareLinks({ at: february }, { at: ahead })).toBeLessThan(0);
    });
  });
});

/** Which of several themes has a template: whoever shows one of them hears when that changes. */
describe('what the windows are told of links', () => {
  const linked = (at: string): Pick<ThemeDocument, 'publications'> => ({
    publications: { [key]: { templateId: 't', at } },
  });
  const earlier = '2026-01-02T03:04:05.000Z';
  const later = '2026-02-02T03:04:05.000Z';

  interface Shown {
    readonly folders: LibraryFolders;
    readonly library: Library;
    readonly id: string;
    /** The other theme, in `b.json`. */
    readonly other: ThemeDocument;
    /** The template that the window shows the theme with, by the events it heard. */
    readonly template: () => string | undefined;
    /** The same by the list. */
    readonly listed: () => string | undefined;
    readonly heard: readonly OpenTheme[];
  }

  /** A theme that a window shows, and another one that has its template. */
  async function shown(): Promise<Shown> {
    const { folders, library, id } = await libraryOfOne(linked(earlier));
    const other = themeDocument({ name: 'Other', ...linked(later) });
    await putTheme(folders, 'b.json', other);
    const heard = [await library.handlers.open({ id })];
    library.onThemeChange((theme) => {
      if (theme.id === id) heard.push(theme);
    });
    const { themes } = await library.handlers.list(undefined);
    let inList = themes.find((theme) => theme.id === id);
    library.onChange(({ upserted }) => {
      inList = upserted.find((theme) => theme.id === id) ?? inList;
    });
    return {
      ...{ folders, library, id, other, heard },
      template: () => heard.at(-1)?.publications[northwind.id]?.templateId,
      listed: () => inList?.places[0]?.templateId,
    };
  }

  describe('the window that shows a theme hears that it has its template', () => {
    const ways: Record<string, (of: Shown) => Promise<unknown>> = {
      'when the file of the one that had it goes': ({ folders }) =>
        rm(join(folders.themes, 'b.json')),
      'when that one is deleted': ({ library, other }) =>
        Promise.resolve(library.handlers.remove({ ids: [other.id] })),
      'when that one is unlinked': ({ library, other }) => unlinkTheme(library, other.id, key),
      'when the file of that one can’t be read, and then goes': async ({ folders, library }) => {
        await writeFile(join(folders.themes, 'b.json'), '{');
        await library.rescan();
        await rm(join(folders.themes, 'b.json'));
      },
      'when the file of that one can’t be read, and then holds another': async ({
        folders,
        library,
      }) => {
        await writeFile(join(folders.themes, 'b.json'), '{');
        await library.rescan();
        await putTheme(folders, 'b.json', themeDocument({ name: 'Third' }));
      },
    };

    it.each(Object.entries(ways))('%s', async (_when, way) => {
      const of = await shown();
      expect([of.template(), of.listed()]).toEqual([undefined, undefined]);
      await way(of);
      await of.library.rescan();
      expect((await of.library.current(of.id)).publications).toHaveProperty([key]);
      expect([of.template(), of.listed()]).toEqual(['t', 't']);
    });

    it('and that it has it no longer, each once', async () => {
      const of = await shown();
      await rm(join(of.folders.themes, 'b.json'));
      await of.library.rescan();
      await putTheme(of.folders, 'b.json', of.other);
      await of.library.rescan();
      expect([of.template(), of.listed()]).toEqual([undefined, undefined]);
      expect(of.heard.map(({ publications }) => northwind.id in publications)).toEqual([
        false,
        true,
        false,
      ]);
    });
  });
});

/** A theme is saved for the first time from two computers at once: the service has two templates then. */
describe('a theme is saved for the first time from two computers', () => {
  const of = (at: string, templateId: string): { publications: Record<string, Publication> } => ({
    publications: { [key]: { templateId, at } },
  });
  const edits = [{ field: 'general.font' as const, value: 'Ours' }];

  /** Each template, and whether its theme is told to be another's other version. */
  async function told(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    return themes
      .map(({ places, conflictOf }) => [places[0]?.templateId, conflictOf !== undefined])
      .sort();
  }

  it.each([
    ['older', january],
    ['newer', march],
  ])(
    'ours stays with a copy that says so where a save meets theirs, which is %s',
    async (_of, at) => {
      const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
      await library.handlers.open({ id });
      await library.handlers.edit({ id, edits });
      const { theme } = await library.current(id);
      // The same edit came from there as well.
      const theirs = { ...document, theme, ...of(at, 'theirs') };
      await putTheme(folders, 'a.json', theirs);
      await library.setPublication(id, key, { templateId: 'ours', at: february });
      const after = await restarted(folders, library);
      expect(await told(after)).toEqual([
        ['ours', true],
        ['theirs', false],
      ]);
    },
  );

  it('a conflicted copy of the same content says so too', async () => {
    const { library, folders, document } = await libraryOfOne(of(january, 'first'));
    await library.start();
    await putTheme(folders, 'a (conflicted copy).json', { ...document, ...of(february, 'second') });
    await library.rescan();
    expect(await told(library)).toEqual([
      ['first', false],
      ['second', true],
    ]);
  });
});

/**
 * Two computers keep the library the same by a sync program. A theme is published on both for the first time before either
 * has what the other wrote: the service has a template of each. The program lets the file stay that it got first, and puts
 * the other beside it as a conflicted copy; files have the times at which they were written. Each template keeps a theme.
 */
describe('first saves on two computers that are synced', () => {
  async function withItsTime(from: string, to: string): Promise<void> {
    await copyFile(from, `${to}.tmp`);
    const { mtime } = await stat(from);
    await utimes(`${to}.tmp`, mtime, mtime);
    await rename(`${to}.tmp`, to);
  }

  it('neither template is lost, where the file stays that was written last', async () => {
    const { library: one, folders: here, id } = await libraryOfOne();
    const there = await temporaryLibraryFolders();
    await mkdir(there.themes, { recursive: true });
    await withItsTime(join(here.themes, 'a.json'), join(there.themes, 'a.json'));
    const two = testLibrary(there).library;
    await one.start();
    await two.start();
    const publish = (library: typeof one, templateId: string): Promise<void> => {
      const at = new Date().toISOString();
      return library.setPublication(id, key, { templateId, at, attempt: templateId }, [null]);
    };
    await publish(two, 't-two');
    await publish(one, 't-one');
    // What the first computer wrote was sent first.
    const beside = "a (second computer's conflicted copy 2026-11-27).json";
    await rename(join(there.themes, 'a.json'), join(there.themes, beside));
    await withItsTime(join(here.themes, 'a.json'), join(there.themes, 'a.json'));
    await two.rescan();
    const templates = async (): Promise<string[]> =>
      (await themesOnDisk(there))
        .flatMap(({ publications }) => publications[key]?.templateId ?? [])
        .sort();
    await vi.waitFor(async () => expect(await templates()).toEqual(['t-one', 't-two']));
  });
});
