import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  putTheme,
  restarted,
  testLibrary,
  themeDocument,
  themeFiles,
  themesOnDisk,
  themeState,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const setFont = ({ handlers }: Library, id: string, value: string) =>
  handlers.edit({ id, edits: [{ field: 'general.font', value }] });

/** Versions that are kept by themselves: what would be lost without them. */
describe('versions that are kept by themselves', () => {
  /** The fonts of a theme's versions, newest first. */
  async function fonts({ handlers }: Library, id: string): Promise<string[]> {
    const { versions } = await handlers.versions({ id });
    const all = versions.map(async ({ version }) => handlers.version({ id, version }));
    return (await Promise.all(all)).map(({ theme }) => theme.general.font);
  }

  /** The next time that the versions of a theme are said to have changed. */
  const versionsChange = (library: Library): Promise<void> =>
    new Promise((resolve) => {
      const end = library.onVersionsChange(() => {
        end();
        resolve();
      });
    });

  describe('edits that were shown as saved, and that another program writes over', () => {
    it('can be had back after a restart', async () => {
      const { folders, library, document, id } = await libraryOfOne();
      const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
      await setFont(library, id, 'Ours');
      await saved;
      // A sync client puts the other computer's version in its place.
      const theirs = (font: string) =>
        putTheme(folders, 'a.json', {
          ...document,
          tags: ['theirs'],
          theme: { ...document.theme, general: { ...document.theme.general, font } },
        });
      for (const font of ['Theirs', 'Theirs again']) {
        const taken = themeState(library, id, ({ theme }) => theme.general.font === font);
        await theirs(font);
        await taken;
      }
      await endLibrary(library);
      const { library: next } = testLibrary(folders);
      // What others wrote is theirs to keep.
      expect(await fonts(next, id)).toEqual(['Ours', document.theme.general.font]);
      const { versions } = await next.handlers.versions({ id });
      const restored = await next.handlers.restoreVersion({
        id,
        version: versions[0]?.version ?? 0,
      });
      expect(restored.tags).toEqual(document.tags);
    });
  });

  describe('edits that were shown as saved', () => {
    /** What other programs do to the file `a.json`; `older` is what it held before the edit. */
    type Doing = (does: {
      readonly folders: LibraryFolders;
      readonly library: Library;
      readonly path: string;
      readonly older: string;
    }) => Promise<void>;

    const rescanned = async (library: Library, themes: number, unreadable = 0): Promise<void> => {
      await library.rescan();
      const list = await library.handlers.list(undefined);
      expect([list.themes.length, list.unreadable.length]).toEqual([themes, unreadable]);
    };

    const doings: Record<string, Doing> = {
      'is overwritten with a slip, and mended': async ({ library, path, older }) => {
        await writeFile(path, older.slice(0, -3));
        await rescanned(library, 0, 1);
        await writeFile(path, older);
        await rescanned(library, 1);
      },
      'gets a copy of another theme': async ({ folders, library }) => {
        await putTheme(folders, 'a.json', themeDocument({ name: 'Another' }));
        await rescanned(library, 1);
      },
      'goes, and comes back older': async ({ library, path, older }) => {
        await rm(path);
        await rescanned(library, 0);
        await writeFile(path, older);
        await rescanned(library, 1);
      },
      'is replaced by another file that is renamed': async ({ folders, library, path }) => {
        await putTheme(folders, 'b.json', themeDocument({ name: 'Another' }));
        await rescanned(library, 2);
        await rename(join(folders.themes, 'b.json'), path);
        await rescanned(library, 1);
      },
    };

    it.each(Object.entries(doings))('can be had back when their file %s', async (_what, doing) => {
      const { folders, library, id } = await libraryOfOne();
      const path = join(folders.themes, 'a.json');
      const older = await readFile(path, 'utf8');
      await setFont(library, id, 'Ours');
      expect(await library.flush()).toEqual([]);
      await doing({ folders, library, path, older });
      expect(await fonts(await restarted(folders, library), id)).toContain('Ours');
    });

    it('can be had back when their theme is deleted right after others wrote its file', async () => {
      const { folders, library, document, id } = await libraryOfOne();
      await setFont(library, id, 'Ours');
      expect(await library.flush()).toEqual([]);
      await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
      const { entries } = await library.handlers.remove({ ids: [id] });
      await library.handlers.restore({ entries });
      expect(await fonts(library, id)).toContain('Ours');
    });
  });

  describe('a version after ten minutes’ rest', () => {
    it('is kept too of a theme that was opened within ten minutes of its last edit', async () => {
      const { library, document, id } = await libraryOfOne(
        { updatedAt: '2026-01-02T03:04:05.000Z' },
        {
          pauseMs: 60,
          now: () => new Date('2026-01-02T03:04:05.020Z'),
        },
      );
      const kept = versionsChange(library);
      await library.handlers.open({ id });
      // It rests, and is open all the time.
      await kept;
      await setFont(library, id, 'Lora');
      expect(await fonts(library, id)).toContain(document.theme.general.font);
    });
  });

  describe('a version that the disk does not take for a moment', () => {
    it('is kept when the disk is well again', async () => {
      for (const isFlushed of [false, true]) {
        const { library, log, document, id } = await libraryOfOne(
          {},
          { versionRetryMs: isFlushed ? 60_000 : 10 },
        );
        await library.handlers.open({ id });
        const { heal } = failing('EMFILE', 'writeTo', (path) => path.includes('/history/'));
        await setFont(library, id, 'Lora');
        await vi.waitFor(() => {
          expect(log.join()).toContain('versionNotKept');
        });
        const kept = versionsChange(library);
        heal();
        if (isFlushed) await library.flush();
        else await kept;
        const { font } = document.theme.general;
        expect(await fonts(library, id)).toEqual(isFlushed ? ['Lora', font] : [font]);
      }
    });
  });

  describe('versions that came after one that the disk did not take', () => {
    it('are the newer ones all the same', async () => {
      const { library, log, id } = await libraryOfOne({}, { versionRetryMs: 60_000 });
      await library.handlers.open({ id });
      const { heal } = failing('EMFILE', 'writeTo', (path) => path.includes('/history/'));
      await setFont(library, id, 'Lora');
      await vi.waitFor(() => {
        expect(log.join()).toContain('versionNotKept');
      });
      heal();
      const { version: named } = await library.handlers.keepVersion({ id, name: 'As signed' });
      await library.flush();
      const { versions } = await library.handlers.versions({ id });
      expect(versions.map(({ version }) => version)).toEqual([named, named - 1]);
    });
  });

  describe('tags that were saved, and that another program writes over', () => {
    it.each([
      ['an open theme', false],
      ['many themes at once, which are not opened for that', true],
    ])(
      'can be had back after a restart, though nothing else was edited (%s)',
      async (_of, isMany) => {
        const { folders, library, document, id } = await libraryOfOne();
        const tags = ['client', 'spring', 'ready'];
        if (isMany) await library.handlers.setTagsOfMany({ themes: [{ id, tags }] });
        else await library.handlers.setTags({ id, tags });
        if (!isMany) await library.saved(id);
        const general = { ...document.theme.general, font: 'Theirs' };
        await putTheme(folders, 'a.json', { ...document, theme: { ...document.theme, general } });
        await library.rescan();
        const { handlers } = await restarted(folders, library);
        const { versions } = await handlers.versions({ id });
        const all = versions.map(async ({ version }) => handlers.version({ id, version }));
        expect(await Promise.all(all)).toContainEqual(
          expect.objectContaining({ tags: ['client', 'spring', 'ready'] }),
        );
      },
    );
  });
});

/** Edits of a session that ended before they had rested: they are a version all the same. */
describe('sessions that ended before their edits had rested', () => {
  /** What a theme's versions hold, newest first: the font, and the tags where they are kept. */
  async function kept({ handlers }: Library, id: string): Promise<string[]> {
    const { versions } = await handlers.versions({ id });
    const all = versions.map(async ({ version }) => handlers.version({ id, version }));
    return (await Promise.all(all)).map(({ theme, tags }) =>
      [theme.general.font, ...(tags ?? [])].join(' '),
    );
  }

  const withFont = (document: ThemeDocument, font: string): ThemeDocument => ({
    ...document,
    theme: { ...document.theme, general: { ...document.theme.general, font } },
  });

  interface Edited {
    readonly folders: LibraryFolders;
    readonly library: Library;
    readonly document: ThemeDocument;
    readonly id: string;
  }

  describe('edits of a session that ended within ten minutes', () => {
    /** Ways in which a session ends; each resolves with a library that runs on. */
    const ends: Record<string, (edited: Edited) => Promise<Library>> = {
      'the app was quit': ({ folders, library }) => restarted(folders, library),
      'the app was quit twice': async ({ folders, library, id }) => {
        const next = await restarted(folders, library);
        await next.handlers.open({ id });
        return restarted(folders, next);
      },
      'the library was left for another folder': async ({ folders, library }) => {
        const other = join(folders.root, 'other');
        await mkdir(other);
        await library.handlers.useFolder({ folder: other, move: false });
        return library;
      },
      'the theme was deleted and restored': async ({ folders, library, id }) => {
        const { entries } = await library.handlers.remove({ ids: [id] });
        await library.handlers.restore({ entries });
        return restarted(folders, library);
      },
      'the theme went away unread': async ({ folders, library }) => {
        await rm(join(folders.themes, 'a.json'));
        await library.rescan();
        return library;
      },
    };

    it.each(Object.entries(ends))('can be had back, once, when %s', async (_how, end) => {
      const { folders, library, document, id } = await libraryOfOne({}, { mayUse: () => true });
      await setFont(library, id, 'Ours');
      expect(await library.flush()).toEqual([]);
      const next = await end({ folders, library, document, id });
      // A day later, by a restore, another computer or by hand.
      await putTheme(folders, 'a.json', withFont(document, 'Theirs'));
      await next.rescan();
      expect(await kept(next, id)).toEqual(['Ours', document.theme.general.font]);
    });

    it('are no version of their own where they were published or kept by name last', async () => {
      const { folders, library, document, id } = await libraryOfOne();
      await setFont(library, id, 'Ours');
      await library.handlers.keepVersion({ id, name: 'As signed' });
      const next = await restarted(folders, library);
      expect(await kept(next, id)).toEqual(['Ours', document.theme.general.font]);
    });

    it('come with the tags where those were edited', async () => {
      const { folders, library, document, id } = await libraryOfOne();
      await library.handlers.setTags({ id, tags: ['client', 'spring'] });
      let next = await restarted(folders, library);
      await setFont(next, id, 'Ours');
      next = await restarted(folders, next);
      const { font } = document.theme.general;
      expect(await kept(next, id)).toEqual(['Ours', `${font} client spring`]);
    });

    it('can be had back when the system ends and Foyer is left the time', async () => {
      const { library, document, id } = await libraryOfOne();
      await setFont(library, id, 'Ours');
      expect(library.flushAtOnce()).toEqual([]);
      expect(await kept(library, id)).toEqual(['Ours', document.theme.general.font]);
    });

    it('hold nobody up where the disk takes no version', async () => {
      const { folders, library, log, id } = await libraryOfOne();
      await setFont(library, id, 'Ours');
      const { heal } = failing('ENOSPC', 'writeTo', (path) => path.includes('/history/'));
      expect(await library.flush()).toEqual([]);
      library.close();
      heal();
      expect(log.join()).toContain('versionNotKept');
      expect(await kept(testLibrary(folders).library, id)).toEqual([]);
    });
  });

  describe('a theme that was looked at', () => {
    it('gets no version by the end of the app', async () => {
      const { folders, library, id } = await libraryOfOne();
      await library.handlers.open({ id });
      expect(await kept(await restarted(folders, library), id)).toEqual([]);
    });
  });

  describe('tags that were edited together with the theme, and rested', () => {
    it('can be had back when another program writes over them', async () => {
      const { folders, library, document, id } = await libraryOfOne({}, { pauseMs: 30 });
      const isKept = new Promise<void>((resolve) => {
        let times = 0;
        // What it was before the edit, and what it is after a rest.
        library.onVersionsChange(() => (times += 1) === 2 && resolve());
      });
      await library.handlers.setTags({ id, tags: ['client'] });
      await setFont(library, id, 'Ours');
      await isKept;
      expect(await library.flush()).toEqual([]);
      await putTheme(folders, 'a.json', withFont(document, 'Theirs'));
      await library.rescan();
      await endLibrary(library);
      expect(await kept(testLibrary(folders).library, id)).toContain('Ours client');
    });
  });
});

/** A copy that was made to keep a look is the only place that has it. */
describe('what a copy was', () => {
  it('what a copy was can be had back when another program writes over its file', async () => {
    const { library, folders, id } = await libraryOfOne();
    const { handlers } = library;
    const font = (value: string) =>
      handlers.edit({ id, edits: [{ field: 'general.font', value }] });
    await handlers.open({ id });
    await font('Kept');
    const { ids } = await handlers.duplicate({ ids: [id] });
    const [copy = ''] = ids;
    await font('Tried');
    await library.flush();

    const file = (await themeFiles(folders)).find((name) => name !== 'a.json') ?? '';
    const [ours] = (await themesOnDisk(folders)).filter((each) => each.id === copy);
    expect(ours?.theme.general.font).toBe('Kept');
    const general = { ...ours?.theme.general, font: 'Theirs' };
    await putTheme(folders, file, { ...ours, theme: { ...ours?.theme, general } });
    await library.rescan();

    const fonts = [];
    for (const each of [copy, id]) {
      const { versions } = await handlers.versions({ id: each });
      for (const { version } of versions) {
        fonts.push((await handlers.version({ id: each, version })).theme.general.font);
      }
    }
    expect(fonts).toContain('Kept');
  });
});
