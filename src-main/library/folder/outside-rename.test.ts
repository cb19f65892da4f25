import { cp, mkdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import type { Library, LibraryOptions, SavePace } from '../library';
import {
  endLibrary,
  libraryOfOne,
  type LibraryFolders,
  listChange,
  northwind,
  putTheme,
  restarted,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

const publications = {
  [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
};

/** A theme that a program has copied to another name, with the copy told. */
async function copied(pace?: SavePace, options: Partial<LibraryOptions> = {}) {
  const { folders, library, document } = await libraryOfOne({ publications }, { pace, ...options });
  await library.handlers.keepVersion({ id: document.id, name: 'Kept' });
  const copy = listChange(library, ({ upserted }) => upserted.some(({ id }) => id !== document.id));
  await putTheme(folders, 'b.json', document);
  const { upserted } = await copy;
  const copyId = upserted.find(({ id }) => id !== document.id)?.id ?? '';
  return { folders, library, document, copyId };
}

describe('a rename that another program does as copying, and removing more than a burst later', () => {
  it('keeps id, link and history', async () => {
    const { folders, library, document, copyId } = await copied();
    const told = listChange(library, ({ removed }) => removed.includes(copyId));
    await unlink(join(folders.themes, 'a.json'));
    await told;
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: document.id, places: [{ templateId: 't' }] }]);
    expect(await themesOnDisk(folders)).toEqual([document]);
    expect((await library.handlers.versions({ id: document.id })).versions).toHaveLength(1);
  });

  it('brings edits along that are not saved yet', async () => {
    const never = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };
    const { folders, library, document, copyId } = await copied(never);
    const { handlers } = library;
    await handlers.edit({ id: document.id, edits: [{ field: 'general.font', value: 'Lora' }] });
    const told = listChange(library, ({ removed }) => removed.includes(copyId));
    await unlink(join(folders.themes, 'a.json'));
    await told;
    expect(await library.flush()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([
      { id: document.id, theme: { general: { font: 'Lora' } } },
    ]);
  });

  it('is a theme of its own when it was edited meanwhile', async () => {
    const { folders, library, document, copyId } = await copied();
    await library.handlers.rename({ id: copyId, name: 'Other' });
    const told = listChange(library, ({ removed }) => removed.includes(document.id));
    await unlink(join(folders.themes, 'a.json'));
    await told;
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: copyId, name: 'Other' }]);
    const text = await readFile(join(folders.themes, 'b.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ id: copyId, publications: {} });
  });
});

/** The same library after an end of the app and another start. */
describe('a rename by copying, with a restart before the first file goes', () => {
  it('keeps id, link and history', async () => {
    for (const isRunning of [false, true]) {
      const { folders, library, document } = await copied();
      let next: Library;
      if (isRunning) {
        next = await restarted(folders, library);
        await next.start();
        await unlink(join(folders.themes, 'a.json'));
        await next.rescan();
      } else {
        await endLibrary(library);
        await unlink(join(folders.themes, 'a.json'));
        next = testLibrary(folders).library;
      }
      const { themes } = await next.handlers.list(undefined);
      expect(themes).toMatchObject([{ id: document.id, places: [{ templateId: 't' }] }]);
      expect((await next.handlers.versions({ id: document.id })).versions).toHaveLength(1);
      expect(await themesOnDisk(folders)).toEqual([document]);
    }
  });

  it('leaves the copy the id by which somebody knows it, whenever that was', async () => {
    for (const when of ['before', 'after']) {
      const { folders, library, copyId } = await copied();
      if (when === 'before')
        await library.handlers.keepVersion({ id: copyId, name: 'Of the copy' });
      let next = await restarted(folders, library);
      if (when === 'after') {
        await next.handlers.keepVersion({ id: copyId, name: 'Of the copy' });
        // Killed: nothing is written at the end.
        next.close();
        next = testLibrary(folders).library;
      }
      await next.start();
      await unlink(join(folders.themes, 'a.json'));
      await next.rescan();
      expect((await next.handlers.list(undefined)).themes).toMatchObject([{ id: copyId }]);
    }
  });
});

describe('a copy by hand, and another branch for a minute, on which its first file is not', () => {
  it('leaves id, link and history with the file that is under version control', async () => {
    for (const isRestarted of [false, true]) {
      const { folders, library: first, document, copyId } = await copied();
      let library = first;
      await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id: document.id }]);
      if (isRestarted) library = await restarted(folders, library);
      await putTheme(folders, 'a.json', document);
      await library.rescan();
      expect(await themesOnDisk(folders)).toEqual([
        document,
        { ...document, id: copyId, publications: {} },
      ]);
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map(({ id }) => id).sort()).toEqual([document.id, copyId].sort());
      expect((await library.handlers.versions({ id: document.id })).versions).toHaveLength(1);
    }
  });

  it('leaves what was edited on that branch where it is', async () => {
    const { folders, library, document } = await copied();
    const { id } = document;
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    await library.handlers.rename({ id, name: 'Edited' });
    await putTheme(folders, 'a.json', document);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(2);
    expect(themes.find((theme) => theme.id === id)).toMatchObject({ name: 'Edited' });
  });
});

describe('a rename by copying, and a computer that is shut down before the first file goes', () => {
  /** As the app ends when the system does: nothing is waited for. */
  async function afterShutDown(folders: LibraryFolders, library: Library): Promise<Library> {
    library.flushAtOnce();
    library.close();
    const next = testLibrary(folders).library;
    await next.start();
    return next;
  }

  it('keeps id, link and history', async () => {
    const { folders, library: first, document } = await copied();
    const library = await afterShutDown(folders, first);
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: document.id, places: [{ templateId: 't' }] }]);
    expect(await themesOnDisk(folders)).toEqual([document]);
  });

  it('leaves them with the file under version control when its branch is looked at again', async () => {
    const { folders, library: first, document, copyId } = await copied();
    await unlink(join(folders.themes, 'a.json'));
    await first.rescan();
    expect(await themesOnDisk(folders)).toEqual([document]);
    const library = await afterShutDown(folders, first);
    await putTheme(folders, 'a.json', document);
    await library.rescan();
    expect(await themesOnDisk(folders)).toEqual([
      document,
      { ...document, id: copyId, publications: {} },
    ]);
  });

  it('leaves a copy its id that waits to be sent, or has a star', async () => {
    const { folders, library: first, copyId } = await copied();
    first.close();
    const { library } = testLibrary(folders, { isKnownElsewhere: (id) => id === copyId });
    await library.start();
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id: copyId }]);
  });
});

describe('many copies of a large theme', () => {
  it('don’t make the index grow with each, and one of them becomes the theme after a restart', async () => {
    // Two bytes each.
    const customCss = `/* ${'ж'.repeat(450_000)} */`;
    const { folders, library, document } = await libraryOfOne({
      publications,
      theme: { ...newTheme(), customCss },
    });
    const index = join(folders.profile, 'library-index.jsonl');
    for (let number = 1; number <= 15; number += 1) {
      await putTheme(folders, `copy ${String(number)}.json`, document);
      await library.rescan();
    }
    await library.flush();
    expect((await stat(index)).size).toBeLessThan(9 * 1024 * 1024);
    const next = await restarted(folders, library);
    await next.start();
    await unlink(join(folders.themes, 'a.json'));
    await next.rescan();
    expect(await themesOnDisk(folders)).toContainEqual(document);
    expect((await stat(index)).size).toBeLessThan(9 * 1024 * 1024);
  });
});

describe('a rename by copying, with a move of the library before the first file goes', () => {
  it('keeps id, link and history', async () => {
    const { folders, library, document } = await copied(undefined, { mayUse: () => true });
    const target = join(folders.root, 'target');
    await mkdir(target);
    await library.handlers.useFolder({ folder: target, move: true });
    await unlink(join(target, 'a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: document.id, places: [{ templateId: 't' }] }]);
    expect(await themesOnDisk({ ...folders, themes: target })).toEqual([document]);
  });
});

describe('a copy whose id was learnt before the first file went away', () => {
  const aTheme = async ({
    library,
    folders,
    document,
    copyId,
  }: Awaited<ReturnType<typeof copied>>) => {
    const told = listChange(library, ({ removed }) => removed.length > 0);
    await unlink(join(folders.themes, 'a.json'));
    expect((await told).removed).toEqual([document.id]);
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: copyId }]);
    expect(await themesOnDisk(folders)).toMatchObject([{ id: copyId }]);
  };

  it('keeps it when a version of it was kept, so that its history is not lost', async () => {
    const trial = await copied();
    const { handlers } = trial.library;
    await handlers.keepVersion({ id: trial.copyId, name: 'Of the copy' });
    await aTheme(trial);
    expect((await handlers.versions({ id: trial.copyId })).versions).toHaveLength(1);
  });

  it('keeps it when it was handed out to be published', async () => {
    const trial = await copied();
    await trial.library.saved(trial.copyId);
    await aTheme(trial);
    expect((await trial.library.saved(trial.copyId)).id).toBe(trial.copyId);
  });

  it('keeps it when it was only read', async () => {
    const trial = await copied();
    await trial.library.current(trial.copyId);
    await aTheme(trial);
  });

  it('keeps it when it is open', async () => {
    const trial = await copied();
    await trial.library.handlers.open({ id: trial.copyId });
    await aTheme(trial);
    const edits = [{ field: 'general.font' as const, value: 'Lora' }];
    await trial.library.handlers.edit({ id: trial.copyId, edits });
    expect(await trial.library.flush()).toEqual([]);
  });
});

describe('what others change only for a service', () => {
  it('leaves a redo to the person', async () => {
    const { folders, library, document } = await libraryOfOne();
    const { handlers } = library;
    const { id } = document;
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await handlers.undo({ id });
    await library.flush();
    const text = await readFile(join(folders.themes, 'a.json'), 'utf8');
    const told = listChange(library, ({ upserted }) =>
      upserted.some(({ places }) => places[0]?.templateId === 't'),
    );
    await putTheme(folders, 'a.json', { ...(JSON.parse(text) as object), publications });
    await told;
    expect((await handlers.open({ id })).canRedo).toBe(true);
    expect((await handlers.redo({ id })).theme.general.font).toBe('Lora');
  });
});

describe('a theme that is renamed, copied and edited while Foyer is not running', () => {
  it('is the one whose file it is, though the copy has the time of the first one', async () => {
    const { folders, library: first, document } = await libraryOfOne({ publications });
    await first.start();
    await endLibrary(first);
    const path = (file: string) => join(folders.themes, file);
    await rename(path('a.json'), path('z.json'));
    // As Windows' and macOS' file managers copy.
    await cp(path('z.json'), path('safe.json'), { preserveTimestamps: true });
    // In a text editor, which writes in place.
    await putTheme(folders, 'z.json', { ...document, name: 'Newest' });
    const { library } = testLibrary(folders);
    expect(await library.handlers.open({ id: document.id })).toMatchObject({
      name: 'Newest',
      places: [{ templateId: 't' }],
    });
  });
});

describe('a damaged theme that is mended under another name', () => {
  async function mended() {
    const { folders, library, document, id } = await libraryOfOne({ publications });
    await library.handlers.keepVersion({ id, name: 'Kept' });
    const path = join(folders.themes, 'a.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, -3));
    await library.rescan();
    await writeFile(join(folders.themes, 'a mended.json'), text);
    await library.rescan();
    const [theme] = (await library.handlers.list(undefined)).themes;
    const mendedId = theme?.id ?? '';
    // A look whether it is well again, before the damaged file is thrown away.
    await library.handlers.open({ id: mendedId });
    return { folders, library, document, mendedId, path };
  }

  it('keeps id, link and history when the damaged file is thrown away after a look at it', async () => {
    const { folders, library, document, path } = await mended();
    await unlink(path);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: document.id, places: [{ templateId: 't' }] }]);
    expect(await themesOnDisk(folders)).toEqual([document]);
  });

  it('stays what it was edited to', async () => {
    const { folders, library, mendedId, path } = await mended();
    await library.handlers.edit({
      id: mendedId,
      edits: [{ field: 'general.font', value: 'Lora' }],
    });
    await unlink(path);
    await library.rescan();
    expect(await library.flush()).toEqual([]);
    expect(await themesOnDisk(folders)).toMatchObject([
      { id: mendedId, theme: { general: { font: 'Lora' } } },
    ]);
  });
});
