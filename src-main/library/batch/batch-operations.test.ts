import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryCalls } from '@shared/bridge/library';
import type { LibraryProgress } from '@shared/library';
import type { DocumentFolder } from '../../storage/storage';
import {
  openThemes,
  putTheme,
  themeDocument,
  themesOnDisk,
  temporaryLibraryFolders,
  testLibrary,
  type LibraryFolders,
  themeFiles,
} from '../testing/fixture-library';

async function filled(count: number): Promise<{ folders: LibraryFolders; ids: string[] }> {
  const folders = await temporaryLibraryFolders();
  const documents = Array.from({ length: count }, (_, at) =>
    themeDocument({ name: `Theme ${String(at)}` }),
  );
  for (const document of documents) await putTheme(folders, `${document.name}.json`, document);
  return { folders, ids: documents.map(({ id }) => id) };
}

describe('work over many themes', () => {
  it('tags closed themes in their files, and leaves them closed, each with a version', async () => {
    const { folders, ids } = await filled(20);
    const { library } = testLibrary(folders);
    const told: string[] = [];
    library.onThemeChange(({ id }) => told.push(id));
    const themes = ids.map((id) => ({ id, tags: ['spring', 'blue', 'blue'] }));

    const done = await library.handlers.setTagsOfMany({ themes });

    expect(new Set(done.ids)).toEqual(new Set(ids));
    for (const { tags } of await themesOnDisk(folders)) expect(tags).toEqual(['spring', 'blue']);
    // No window waits for the document of a theme that nobody opened.
    expect(told).toEqual([]);
    expect(await readdir(join(folders.profile, 'history'))).toHaveLength(20);
  });

  it('is known to be under way until it has ended, well or not', async () => {
    const { folders, ids } = await filled(2);
    const { library } = testLibrary(folders);
    await library.handlers.list(undefined);
    const seen: boolean[] = [];
    library.onProgress(() => seen.push(library.isAtWork()));
    const done = library.handlers.setTagsOfMany({
      themes: [...ids, 'gone'].map((id) => ({ id, tags: ['spring'] })),
    });
    await done;
    expect(seen).toContain(true);
    expect(library.isAtWork()).toBe(false);
  });

  it('tags an open theme as a step of undo, and one that is opened meanwhile is whole', async () => {
    const { folders, ids } = await filled(2);
    const { library } = testLibrary(folders);
    const [first = '', second = ''] = ids;
    await library.handlers.open({ id: first });

    const tagging = library.handlers.setTagsOfMany({
      themes: ids.map((id) => ({ id, tags: ['spring'] })),
    });
    await library.handlers.open({ id: second });
    await tagging;
    const edits = [{ field: 'general.font', value: 'Inter' } as const];
    await library.handlers.edit({ id: second, edits });
    await library.flush();

    expect(await library.handlers.undo({ id: first })).toMatchObject({ tags: ['blue'] });
    const onDisk = await themesOnDisk(folders);
    expect(onDisk).toHaveLength(2);
    expect(onDisk.find(({ id }) => id === second)).toMatchObject({
      tags: ['spring'],
      theme: { general: { font: 'Inter' } },
    });
  });

  it('makes all changes of one theme that are asked for at once, one after the other', async () => {
    const { folders, ids } = await filled(1);
    const { library } = testLibrary(folders);
    const [id = ''] = ids;
    const wishes = ['a', 'b', 'c', 'd', 'e', 'f'].map((tag) => ({ id, tags: [tag] }));
    const done = await library.handlers.setTagsOfMany({ themes: wishes });
    expect(done).toEqual({ ids: wishes.map(() => id), problem: null });
    expect(await themesOnDisk(folders)).toMatchObject([{ id, tags: ['f'] }]);
    expect(await themeFiles(folders)).toHaveLength(1);
  });

  it('makes the tags anew when others change the file in that moment', async () => {
    const { folders, ids } = await filled(1);
    const [id = ''] = ids;
    const folder = openThemes(folders);
    let isFirst = true;
    const raced: DocumentFolder = {
      path: folder.path,
      place: () => folder.place(),
      list: () => folder.list(),
      isCurrent: (read) => folder.isCurrent(read),
      modifiedMs: (name) => folder.modifiedMs(name),
      tellAgain: folder.tellAgain.bind(folder),
      read: (name) => folder.read(name),
      readMany: (names) => folder.readMany(names),
      write: async (name, text, expected) => {
        if (isFirst) await putTheme(folders, name, { ...themeDocument({ id }), note: 'theirs' });
        isFirst = false;
        return folder.write(name, text, expected);
      },
      remove: (name, expected) => folder.remove(name, expected),
      watch: (listener) => folder.watch(listener),
      writeAtOnce: (name, text, expected) => folder.writeAtOnce(name, text, expected),
      accept: () => folder.accept(),
    };
    const { library } = testLibrary(folders, { folder: raced });

    await library.handlers.setTagsOfMany({ themes: [{ id, tags: ['ours'] }] });

    expect(await themesOnDisk(folders)).toEqual([
      expect.objectContaining({ id, tags: ['ours'], note: 'theirs' }),
    ]);
  });

  it('takes the tags of a theme made by hand as they are, however long and many', async () => {
    const { folders, ids } = await filled(2);
    const [first = '', second = ''] = ids;
    const odd = ['x'.repeat(41), '', ...Array.from({ length: 60 }, (_tag, at) => String(at))];
    await putTheme(folders, 'Theme 1.json', themeDocument({ id: second, tags: odd }));
    const { library } = testLibrary(folders);
    const themes = [
      { id: first, tags: ['new'] },
      { id: second, tags: [...odd, 'new'] },
    ];
    const input = libraryCalls.setTagsOfMany.input.parse({ themes });
    expect((await library.handlers.setTagsOfMany(input)).ids.sort()).toEqual([...ids].sort());
    const worn = (await themesOnDisk(folders)).map(({ tags }) => tags.length).sort();
    expect(worn).toEqual([1, 63]);
  });

  it('goes on after one that fails, and says with which it was done', async () => {
    const { folders, ids } = await filled(5);
    const { library } = testLibrary(folders);
    await library.start();
    // A folder in the place of a file.
    const broken = join(folders.themes, 'Theme 2.json');
    await rm(broken);
    await mkdir(broken);
    const [, , gone = ''] = ids;

    const copied = await library.handlers.duplicate({ ids });
    const done = await library.handlers.remove({ ids });

    expect(copied.ids).toHaveLength(4);
    expect(copied.problem).toMatchObject({ code: 'fileDamaged' });
    expect(new Set(done.ids)).toEqual(new Set(ids.filter((id) => id !== gone)));
  });

  it('is refused with the first problem where nothing could be done', async () => {
    const { folders } = await filled(1);
    const { library } = testLibrary(folders);
    await expect(library.handlers.restore({ entries: ['none', 'nor this'] })).rejects.toMatchObject(
      {
        problem: { code: 'notFound' },
      },
    );
  });

  it('tells how far it is, and ends when it is stopped; each theme is in one place', async () => {
    const { folders, ids } = await filled(60);
    const { library } = testLibrary(folders);
    const told: LibraryProgress[] = [];
    const end = library.onProgress((progress) => {
      told.push(progress);
      void library.handlers.stop(undefined);
    });

    const { ids: done, entries, problem } = await library.handlers.remove({ ids });

    expect(problem).toBeNull();
    expect(told[0]).toEqual({ work: 'delete', done: 1, total: 60 });
    expect(told.at(-1)).toBeNull();
    // Restoring tells how far it is too, and is not to be stopped.
    end();
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(60);
    expect(await themesOnDisk(folders)).toHaveLength(60 - done.length);
    expect((await library.handlers.bin(undefined)).themes).toHaveLength(done.length);
    await library.handlers.restore({ entries });
    expect(await themesOnDisk(folders)).toHaveLength(60);
  });

  it('does not hold up the end of Foyer', async () => {
    const { folders, ids } = await filled(200);
    const { library } = testLibrary(folders);
    await library.start();
    const begun = new Promise<void>((resolve) => {
      library.onProgress(() => {
        resolve();
      });
    });
    const removing = library.handlers.remove({ ids });
    await begun;
    await library.flush();
    const { ids: done } = await removing;
    expect(done.length).toBeLessThan(200);
    expect(await themesOnDisk(folders)).toHaveLength(200 - done.length);
  });
});

describe('the bin', () => {
  it('gives a theme back beside another one that took its place meanwhile', async () => {
    const { folders, ids } = await filled(1);
    const { library } = testLibrary(folders);
    const [id = ''] = ids;
    const file = join(folders.themes, 'Theme 0.json');
    const older = await readFile(file, 'utf8');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Newest' }] });
    const first = await library.handlers.remove({ ids });
    // A sync program brings the older file back.
    await writeFile(file, older);
    await library.rescan();

    await library.handlers.restore({ entries: first.entries });

    expect((await library.handlers.bin(undefined)).themes).toEqual([]);
    const fonts = (await themesOnDisk(folders)).map(({ theme }) => theme.general.font);
    expect(fonts.sort()).toEqual(['Newest', 'Open Sans']);
    // The very same theme is there once.
    const again = await library.handlers.remove({ ids });
    await writeFile(file, older);
    await library.rescan();
    expect(await library.handlers.restore({ entries: again.entries })).toMatchObject({
      ids: [],
      alreadyHere: 1,
    });
    expect((await library.handlers.bin(undefined)).themes).toEqual([]);
    expect(await themesOnDisk(folders)).toHaveLength(2);
  });
});
