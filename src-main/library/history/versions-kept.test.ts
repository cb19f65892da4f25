/** Versions that are kept by themselves: what would be lost without them. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  putTheme,
  restarted,
  testLibrary,
  themeDocument,
  themeState,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The fonts of a theme's versions, newest first. */
async function fonts({ handlers }: Library, id: string): Promise<string[]> {
  const { versions } = await handlers.versions({ id });
  const all = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(all)).map(({ theme }) => theme.general.font);
}

const setFont = ({ handlers }: Library, id: string, value: string) =>
  handlers.edit({ id, edits: [{ field: 'general.font', value }] });

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
