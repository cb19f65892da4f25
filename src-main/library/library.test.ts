import { mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { DocumentFolder } from '../storage/storage';
import {
  endLibrary,
  libraryOfOne,
  listChange,
  northwind,
  openThemes,
  problem,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
  themesOnDisk,
  themeState,
} from './testing/fixture-library';

/** A folder whose disk can be full, and that counts what is read. */
function troubledFolder(folder: DocumentFolder): DocumentFolder & {
  isFull: boolean;
  reads: number;
} {
  return Object.assign(Object.create(folder) as DocumentFolder, {
    isFull: false,
    reads: 0,
    path: folder.path,
    place: () => folder.place(),
    list: () => folder.list(),
    watch: folder.watch.bind(folder),
    remove: folder.remove.bind(folder),
    isCurrent: folder.isCurrent.bind(folder),
    modifiedMs: folder.modifiedMs.bind(folder),
    tellAgain: folder.tellAgain.bind(folder),
    read(this: { reads: number }, name: string) {
      this.reads += 1;
      return folder.read(name);
    },
    readMany(this: { reads: number }, names: readonly string[]) {
      this.reads += names.length;
      return folder.readMany(names);
    },
    write(this: { isFull: boolean }, ...given: Parameters<DocumentFolder['write']>) {
      if (this.isFull) return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      return folder.write(...given);
    },
  });
}

describe('the list', () => {
  it('names new themes and copies so that no two are the same', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    const { handlers } = library;
    const { id } = await handlers.create({});
    await handlers.create({});
    await handlers.create({ name: 'Mine' });
    await handlers.duplicate({ ids: [id, id] });
    const { themes } = await handlers.list(undefined);
    expect(themes.map(({ name }) => name)).toEqual([
      'Untitled theme',
      'Untitled theme 2',
      'Mine',
      'Untitled theme copy',
      'Untitled theme copy 2',
    ]);
    expect(themes[0]?.theme).toEqual(newTheme());
    expect(await themesOnDisk(folders)).toHaveLength(5);
    expect(new Set(themes.map((theme) => theme.id)).size).toBe(5);
  });

  it('tells each change with the next revision', async () => {
    const { library } = testLibrary(await temporaryLibraryFolders());
    const { revision } = await library.handlers.list(undefined);
    const told = listChange(library, ({ upserted }) => upserted.length > 0);
    const { id } = await library.handlers.create({ name: 'Mine' });
    expect(await told).toMatchObject({ revision: revision + 1, upserted: [{ id, name: 'Mine' }] });
    const renamed = listChange(library, () => true);
    await library.handlers.rename({ id, name: 'Yours' });
    expect(await renamed).toMatchObject({ revision: revision + 2, upserted: [{ name: 'Yours' }] });
    const all = listChange(library, () => true);
    library.connectionsChanged();
    // A gap, so that the windows take a new snapshot.
    expect((await all).revision).toBe(revision + 4);
  });

  it('says which file a theme is in, which keeps its name when the theme gets another', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    const { id } = await library.handlers.create({ name: 'Mine' });
    const { file } = await library.handlers.file({ id });
    expect(file).toMatch(/^mine-/u);
    await library.handlers.rename({ id, name: 'Yours' });
    expect(await library.handlers.file({ id })).toEqual({ file });
    expect(await readFile(join(folders.themes, file), 'utf8')).toContain('"name": "Yours"');
    await expect(library.handlers.file({ id: 'gone' })).rejects.toMatchObject(problem('notFound'));
  });

  it.each([
    ['short', '.a{}', '.a{}'],
    ['long', '.a{}'.repeat(2_001), undefined],
    ['empty', '', undefined],
  ])(
    'shows custom CSS where it is short (here: %s), and nothing undocumented on the cards',
    async (...row) => {
      const [, customCss, shown] = row;
      const folders = await temporaryLibraryFolders();
      const theme = { ...newTheme(), customCss, extra: 1 };
      await putTheme(folders, 'a.json', themeDocument({ theme }));
      const { library } = testLibrary(folders);
      const { themes } = await library.handlers.list(undefined);
      expect(themes[0]).toMatchObject({ hasCustomCss: customCss !== '', theme: newTheme() });
      expect(themes[0]?.theme.customCss).toBe(shown);
      expect(themes[0]?.theme).not.toHaveProperty('extra');
    },
  );

  it('names files that cannot be read, leaves them as they are, and opens the rest', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'good.json', themeDocument());
    const broken = '{ "format": 1,\n  "name": "cut';
    await writeFile(join(folders.themes, 'cut.json'), broken);
    await writeFile(join(folders.themes, 'zero.json'), Buffer.alloc(100));
    await writeFile(join(folders.themes, 'list.json'), '[]');
    await putTheme(folders, 'long.json', themeDocument({ id: 'x'.repeat(101) }));
    await putTheme(folders, 'dots.json', themeDocument({ id: '..' }));
    await putTheme(folders, 'zeroed-id.json', themeDocument({ id: 'a\0' }));
    await putTheme(folders, 'long-newer.json', {
      ...themeDocument({ id: 'x'.repeat(101) }),
      format: 2,
    });
    await putTheme(folders, 'shape.json', { ...themeDocument(), theme: { general: {} } });
    await putTheme(folders, 'strange.json', { format: 2, id: 'x', anything: true });
    await mkdir(join(folders.themes, 'folder.json'));
    const { library } = testLibrary(folders);
    const { themes, unreadable } = await library.handlers.list(undefined);
    expect(themes.map(({ name }) => name)).toEqual(['Harbour']);
    const byFile = Object.fromEntries(unreadable.map((each) => [each.file, each.problem]));
    expect(byFile).toMatchObject({
      'cut.json': {
        code: 'fileDamaged',
        damage: { reason: 'notJson', line: 2, column: 15, cutOff: true },
      },
      'zero.json': { code: 'fileDamaged' },
      'list.json': { code: 'fileDamaged' },
      'long.json': { code: 'fileDamaged', damage: { reason: 'idTooLong', limit: 100 } },
      'long-newer.json': { code: 'fileDamaged', damage: { reason: 'idTooLong', limit: 100 } },
      'dots.json': { code: 'fileDamaged', damage: { reason: 'idNotUsable' } },
      'zeroed-id.json': { code: 'fileDamaged', damage: { reason: 'idNotUsable' } },
      'shape.json': {
        code: 'fileDamaged',
        damage: { reason: 'wrongShape', at: expect.stringMatching(/^theme\./) as unknown },
      },
      'strange.json': { code: 'fileNewer' },
      'folder.json': { code: 'fileDamaged', damage: { reason: 'notAFile' } },
    });
    expect(await readFile(join(folders.themes, 'cut.json'), 'utf8')).toBe(broken);
    // Repaired from outside, it is a theme.
    const repaired = listChange(library, ({ upserted }) => upserted.length > 0);
    await putTheme(folders, 'cut.json', themeDocument({ name: 'Whole' }));
    const change = await repaired;
    expect(change.upserted[0]?.name).toBe('Whole');
    expect(change.unreadable?.map(({ file }) => file)).not.toContain('cut.json');
  });

  it('shows a theme of a newer Foyer and never writes it', async () => {
    const folders = await temporaryLibraryFolders();
    const newer = { ...themeDocument({ name: 'Later' }), format: 2, wonder: [1] };
    await putTheme(folders, 'later.json', newer);
    const { library } = testLibrary(folders);
    const { id } = newer;
    expect(await library.handlers.open({ id })).toMatchObject({ isReadOnly: true, name: 'Later' });
    const edits = [{ field: 'general.font' as const, value: 'Inter' }];
    await expect(library.handlers.edit({ id, edits })).rejects.toMatchObject(
      problem('themeReadOnly', { name: 'Later' }),
    );
    await expect(library.handlers.duplicate({ ids: [id] })).rejects.toMatchObject(
      problem('themeReadOnly'),
    );
    await library.flush();
    expect(await themesOnDisk(folders)).toEqual([newer]);
  });

  it('gives the later one of two files with the same id a new one', async () => {
    const folders = await temporaryLibraryFolders();
    const published = { templateId: 't', at: 'x', sent: { name: 'a', theme: newTheme() } };
    const document = themeDocument({ publications: { [publicationKey(northwind)]: published } });
    await putTheme(folders, 'b-first.json', document);
    const { library } = testLibrary(folders);
    await library.start();
    const told = listChange(library, ({ upserted }) => upserted.length > 0);
    await putTheme(folders, 'a-copy.json', { ...document, name: 'Copy', keep: 'me' });
    await told;
    const [copy, first] = (await themesOnDisk(folders)) as [ThemeDocument, ThemeDocument];
    expect(first).toEqual(document);
    expect(copy).toMatchObject({ name: 'Copy', keep: 'me' });
    expect(copy.publications).toEqual({});
    expect(copy.id).not.toBe(document.id);
    await endLibrary(library);
    // At the next start the one that had the id before still has it.
    const again = testLibrary(folders).library;
    const { themes } = await again.handlers.list(undefined);
    expect(themes.map(({ id }) => id).sort()).toEqual([document.id, copy.id].sort());
  });

  it('says why it cannot start, and starts when the folder is there', async () => {
    const folders = await temporaryLibraryFolders();
    await rm(folders.themes, { recursive: true });
    const { library } = testLibrary(folders);
    await expect(library.handlers.list(undefined)).rejects.toMatchObject(
      problem('libraryFolderMissing', { path: folders.themes }),
    );
    await mkdir(folders.themes);
    await expect(library.handlers.list(undefined)).resolves.toMatchObject({ themes: [] });
  });

  it('reads no file at a start whose stamp the index knows, with 10,000 themes', async () => {
    const folders = await temporaryLibraryFolders();
    const theme = newTheme();
    for (let from = 0; from < 10_000; from += 500) {
      await Promise.all(
        Array.from({ length: 500 }, (_, at) => {
          const name = `Theme ${String(from + at)}`;
          return putTheme(folders, `${String(from + at)}.json`, themeDocument({ name, theme }));
        }),
      );
    }
    const first = testLibrary(folders).library;
    expect((await first.handlers.list(undefined)).themes).toHaveLength(10_000);
    await endLibrary(first);

    await putTheme(folders, '77.json', themeDocument({ name: 'Changed while away' }));
    await unlink(join(folders.themes, '78.json'));
    const folder = troubledFolder(openThemes(folders));
    const second = testLibrary(folders, { folder }).library;
    const { themes } = await second.handlers.list(undefined);
    expect(themes).toHaveLength(9_999);
    expect(themes.some(({ name }) => name === 'Changed while away')).toBe(true);
    expect(folder.reads).toBe(1);
    second.close();

    // A damaged index costs time and nothing else.
    const index = join(folders.profile, 'library-index.jsonl');
    const text = await readFile(index, 'utf8');
    await writeFile(index, text.slice(0, -30).replace('Theme 5"', 'Theme X"'));
    const third = testLibrary(folders).library;
    const names = (await third.handlers.list(undefined)).themes.map(({ name }) => name);
    expect(names).toHaveLength(9_999);
    expect(names).toContain('Theme 5');
    expect(names).not.toContain('Theme X');
  }, 60_000);
});

describe('editing', () => {
  it('is in memory at once, and saved when it says so', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    const { id } = await library.handlers.create({});
    const opened = await library.handlers.open({ id });
    expect(opened).toMatchObject({ save: { kind: 'saved' }, canUndo: false, canRedo: false });
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    const edited = await library.handlers.edit({
      id,
      edits: [
        { field: 'general.font', value: 'Inter' },
        { field: 'chat.hostAvatar.url', value: 'https://example.com/a.png' },
      ],
    });
    expect(edited).toMatchObject({ version: opened.version + 1, save: { kind: 'saving' } });
    expect(edited.theme.general.font).toBe('Inter');
    expect(await saved).toMatchObject({ version: edited.version });
    const [onDisk] = await themesOnDisk(folders);
    expect(onDisk?.theme).toEqual(edited.theme);
  });

  it('has undo and redo, also of the name and the tags', async () => {
    const { library } = testLibrary(await temporaryLibraryFolders());
    const { handlers } = library;
    const { id } = await handlers.create({ name: 'One' });
    await handlers.rename({ id, name: 'Two' });
    await handlers.setTags({ id, tags: ['a', 'b', 'a'] });
    await handlers.edit({ id, edits: [{ field: 'roundness', value: null }] });
    expect((await handlers.undo({ id })).theme.roundness).toBe('medium');
    expect((await handlers.undo({ id })).tags).toEqual([]);
    expect(await handlers.undo({ id })).toMatchObject({ name: 'One', canUndo: false });
    await expect(handlers.undo({ id })).rejects.toMatchObject(problem('nothingToUndo'));
    await handlers.redo({ id });
    await handlers.redo({ id });
    const last = await handlers.redo({ id });
    expect(last).toMatchObject({ name: 'Two', tags: ['a', 'b'], canRedo: false });
    expect(last.theme).not.toHaveProperty('roundness');
  });

  it('says what the next undo and the next redo change', async () => {
    const { library } = testLibrary(await temporaryLibraryFolders());
    const { handlers } = library;
    const { id } = await handlers.create({ name: 'One' });
    expect(await handlers.open({ id })).not.toHaveProperty('undoes');
    await handlers.rename({ id, name: 'Two' });
    expect(await handlers.open({ id })).toMatchObject({ undoes: ['name'] });
    const edited = await handlers.edit({
      id,
      edits: [
        { field: 'chat.buttons.color', value: '#010203' },
        { field: 'chat.guestAvatar.url', value: 'https://example.com/a.png' },
      ],
    });
    const both = ['chat.guestAvatar.url', 'chat.buttons.color'];
    expect(edited.undoes).toEqual(expect.arrayContaining(both));
    const back = await handlers.undo({ id });
    expect(back.undoes).toEqual(['name']);
    expect(back.redoes).toEqual(expect.arrayContaining(both));
    expect(await handlers.redo({ id })).not.toHaveProperty('redoes');
  });

  it('keeps fields that Foyer does not know', async () => {
    const folders = await temporaryLibraryFolders();
    const document = {
      ...themeDocument(),
      author: { name: 'Me' },
      theme: {
        ...newTheme(),
        extra: [1, 2],
        chat: { ...newTheme().chat, buttons: { backgroundColor: 'a', color: 'b', glow: true } },
      },
    };
    await putTheme(folders, 'mine.json', document);
    const { library } = testLibrary(folders);
    const edits = [{ field: 'chat.buttons.color' as const, value: '#123456' }];
    await library.handlers.edit({ id: document.id, edits });
    expect(await library.flush()).toEqual([]);
    const [onDisk] = await themesOnDisk(folders);
    expect(onDisk).toMatchObject({ author: { name: 'Me' } });
    expect(onDisk?.theme).toEqual({
      ...document.theme,
      chat: {
        ...document.theme.chat,
        buttons: { backgroundColor: 'a', color: '#123456', glow: true },
      },
    });
    expect(await themeFiles(folders)).toEqual(['mine.json']);
  });

  it('does nothing where nothing differs', async () => {
    const { library } = testLibrary(await temporaryLibraryFolders());
    const { id } = await library.handlers.create({});
    const before = await library.handlers.open({ id });
    const edits = [{ field: 'general.font' as const, value: 'Open Sans' }];
    expect(await library.handlers.edit({ id, edits })).toEqual(before);
  });

  it('says that a save failed, keeps the edit, and saves when the disk takes it again', async () => {
    const folders = await temporaryLibraryFolders();
    const folder = troubledFolder(openThemes(folders));
    const { library } = testLibrary(folders, { folder });
    const { id } = await library.handlers.create({});
    folder.isFull = true;
    const failed = themeState(library, id, ({ save }) => save.kind === 'failed');
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Inter' }] });
    expect((await failed).save).toMatchObject({ kind: 'failed', problem: { code: 'storageFull' } });
    expect((await library.handlers.open({ id })).theme.general.font).toBe('Inter');
    await expect(library.handlers.rename({ id, name: 'X' })).rejects.toMatchObject(
      problem('storageFull'),
    );
    expect(await library.flush()).toMatchObject([{ problem: { code: 'storageFull' } }]);
    const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
    // Nobody edits: the timer tries again.
    folder.isFull = false;
    await saved;
    expect((await themesOnDisk(folders))[0]).toMatchObject({
      name: 'X',
      theme: { general: { font: 'Inter' } },
    });
  });
});

describe('changes from outside', () => {
  it('are taken over where nothing is unsaved, and can be undone', async () => {
    const { folders, library, document } = await libraryOfOne();
    const { id } = document;
    const before = await library.handlers.open({ id });
    const told = themeState(library, id, ({ name }) => name === 'Theirs');
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs', new: 1 });
    expect(await told).toMatchObject({ version: before.version + 1, save: { kind: 'saved' } });
    expect((await library.handlers.undo({ id })).name).toBe('Harbour');
    await library.flush();
    expect((await themesOnDisk(folders))[0]).toMatchObject({ name: 'Harbour', new: 1 });
  });

  it('keep both when there are unsaved edits', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    // Slow enough that their change is there before ours is saved.
    const pace = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };
    const { library } = testLibrary(folders, { pace });
    const { id } = document;
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    expect(await library.flush()).toEqual([]);
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(2);
    expect(themes.find((theme) => theme.id === id)).toMatchObject({ name: 'Theirs' });
    const ours = themes.find((theme) => theme.id !== id);
    expect(ours).toMatchObject({
      name: 'Harbour (your version)',
      theme: { general: { font: 'Ours' } },
      conflictOf: { id, name: 'Theirs' },
    });
    const files = await themeFiles(folders);
    expect(files).toHaveLength(2);
    expect(files[0]).toMatch(/^a \(conflict .*\)\.json$/);
    const onDisk = await themesOnDisk(folders);
    expect(onDisk.map((each) => each.id).sort()).toEqual([id, ours?.id].sort());
    // What was edited is one undo away in the open theme too.
    expect((await library.handlers.undo({ id })).theme.general.font).toBe('Ours');
  });

  it('that remove an edited file leave the edits in a file of their own', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const pace = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };
    const { library } = testLibrary(folders, { pace });
    const { id } = document;
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    expect(await library.flush()).toEqual([]);
    const [onDisk] = await themesOnDisk(folders);
    expect(onDisk).toMatchObject({ id, theme: { general: { font: 'Ours' } } });
    expect((await library.handlers.list(undefined)).themes.map((each) => each.id)).toEqual([id]);
  });

  it('that damage an edited file leave it, and the edits beside it', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const pace = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };
    const { library } = testLibrary(folders, { pace });
    const { id } = document;
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await writeFile(join(folders.themes, 'a.json'), 'not a theme');
    await library.flush();
    const { themes, unreadable } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id, theme: { general: { font: 'Ours' } } }]);
    expect(unreadable.map(({ file }) => file)).toEqual(['a.json']);
    expect(await readFile(join(folders.themes, 'a.json'), 'utf8')).toBe('not a theme');
  });

  it('that damage an open theme are told as what they are, until it is mended', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'harbour.json', document);
    const { library } = testLibrary(folders);
    await library.handlers.open({ id: document.id });

    await writeFile(join(folders.themes, 'harbour.json'), '{ "format": 1, ');
    await library.rescan();
    await expect(library.handlers.open({ id: document.id })).rejects.toMatchObject({
      problem: { code: 'fileDamaged', path: join(folders.themes, 'harbour.json') },
    });
    await putTheme(folders, 'harbour.json', document);
    await library.rescan();
    expect(await library.handlers.open({ id: document.id })).toMatchObject({ name: 'Harbour' });

    await rm(join(folders.themes, 'harbour.json'));
    await library.rescan();
    await expect(library.handlers.open({ id: document.id })).rejects.toMatchObject({
      problem: { code: 'notFound' },
    });
  });

  it('that rename a file keep the theme and its undo', async () => {
    const { folders, library, document } = await libraryOfOne();
    const { id } = document;
    await library.handlers.rename({ id, name: 'Mine' });
    await rename(join(folders.themes, 'a.json'), join(folders.themes, 'z.json'));
    await library.rescan();
    expect(await library.handlers.undo({ id })).toMatchObject({ name: 'Harbour' });
    await library.flush();
    expect(await themeFiles(folders)).toEqual(['z.json']);
    expect((await themesOnDisk(folders))[0]).toEqual({
      ...document,
      updatedAt: expect.any(String) as unknown,
    });
  });

  it('that remove a file remove the theme', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.handlers.open({ id: document.id });
    const told = listChange(library, ({ removed }) => removed.includes(document.id));
    await unlink(join(folders.themes, 'a.json'));
    await told;
    await expect(library.handlers.open({ id: document.id })).rejects.toMatchObject(
      problem('notFound', { what: 'theme' }),
    );
  });
});

describe('the bin', () => {
  it('takes a theme with its newest edits and gives it back as it was', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    const { handlers } = library;
    const { id } = await handlers.create({ name: 'Mine' });
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Inter' }] });
    const { entries } = await handlers.remove({ ids: [id] });
    expect(await themeFiles(folders)).toEqual([]);
    expect((await handlers.list(undefined)).themes).toEqual([]);
    await expect(handlers.open({ id })).rejects.toMatchObject(problem('notFound'));
    await handlers.restore({ entries });
    expect((await handlers.list(undefined)).themes).toMatchObject([{ id, name: 'Mine' }]);
    expect((await handlers.open({ id })).theme.general.font).toBe('Inter');
    await expect(handlers.restore({ entries: ['nothing'] })).rejects.toMatchObject(
      problem('notFound'),
    );
  });
});

describe('starter themes', () => {
  it('come from their folder, and a damaged one is left out', async () => {
    const folders = await temporaryLibraryFolders();
    const harbour = { id: 'harbour', name: 'Harbour', tags: ['calm'], theme: newTheme() };
    await writeFile(join(folders.starters, 'harbour.json'), JSON.stringify(harbour));
    await writeFile(join(folders.starters, 'broken.json'), '{');
    const { library, log } = testLibrary(folders);
    expect(await library.handlers.starters(undefined)).toEqual([harbour]);
    expect(log.join()).toContain('broken.json');
    await library.addStartersWhenEmpty();
    await library.addStartersWhenEmpty();
    await library.handlers.create({ starter: 'harbour' });
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([
      { name: 'Harbour', tags: ['calm'] },
      { name: 'Harbour 2', tags: ['calm'] },
    ]);
    await expect(library.handlers.create({ starter: 'none' })).rejects.toMatchObject(
      problem('notFound', { what: 'starter' }),
    );
  });
});
