import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { failing, held } from '../testing/fake-disk';
import {
  type LibraryFolders,
  libraryOfOne,
  listChange,
  northwind,
  openThemes,
  putTheme,
  restarted,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  type TestLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/** Two versions of one theme: what services hold of it, and what is typed while they are settled. */
describe('two versions of a theme', () => {
  const key = publicationKey(northwind);
  const publication = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
  const colour = (value: string) => [{ field: 'chat.buttons.color' as const, value }];
  const never = { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 };

  async function linksOnDisk(folders: LibraryFolders): Promise<string[]> {
    return (await themesOnDisk(folders)).flatMap((each) => Object.keys(each.publications));
  }

  describe('a link that only one of two versions has', () => {
    it('stays when a sync client keeps that version as its conflicted copy', async () => {
      const { folders, library, document } = await libraryOfOne();
      await library.start();
      const told = listChange(library, ({ upserted }) =>
        upserted.some(({ id }) => id !== document.id),
      );
      // Published on the other computer, edited on this one.
      await putTheme(folders, "a (Mia's conflicted copy).json", {
        ...document,
        publications: { [key]: publication },
        theme: { ...newTheme(), customCss: '/* other */' },
      });
      await told;
      expect(await linksOnDisk(folders)).toEqual([key]);
    });

    it.each(['this', 'other'] as const)(
      'goes to the version that stays when "%s" is kept',
      async (keep) => {
        const folders = await temporaryLibraryFolders();
        const first = themeDocument();
        const conflictOf = { id: first.id, name: first.name };
        const copy = themeDocument({ publications: { [key]: publication }, conflictOf });
        await putTheme(folders, 'a.json', first);
        await putTheme(folders, 'b.json', copy);
        const { library } = testLibrary(folders);
        await library.handlers.resolveConflict({ id: copy.id, keep });
        expect(await themesOnDisk(folders)).toMatchObject([
          { id: first.id, publications: { [key]: publication } },
        ]);
      },
    );

    it('stays in a conflict in which only ours has it', async () => {
      const { folders, library, document, id } = await libraryOfOne({}, { pace: never });
      await library.handlers.open({ id });
      await library.setPublication(id, key, publication);
      await library.handlers.edit({ id, edits: colour('#0000AA') });
      // Edited on another computer before the publication was synchronised.
      await putTheme(folders, 'a.json', {
        ...document,
        theme: { ...newTheme(), customCss: 'theirs' },
      });
      await library.flush();
      expect(await linksOnDisk(folders)).toEqual([key]);
      expect((await library.current(id)).publications).toEqual({ [key]: publication });
    });

    it('comes back from the bin with its version where no other theme uses the template', async () => {
      const { folders, library, document } = await libraryOfOne({
        publications: { [key]: publication },
      });
      const { entries } = await library.handlers.remove({ ids: [document.id] });
      // An older version of it comes back (git checkout, a sync client).
      await putTheme(folders, 'a.json', {
        ...document,
        publications: {},
        theme: { ...newTheme(), customCss: '/* older */' },
      });
      await library.rescan();
      await library.handlers.restore({ entries });
      expect(await linksOnDisk(folders)).toEqual([key]);
    });
  });

  describe('a conflict', () => {
    it('on a disk that is full in that moment keeps what was typed last, and is not shown as saved', async () => {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      await putTheme(folders, 'mine.json', document);
      const { id } = document;
      const { library } = testLibrary(folders, { pace: never });
      await library.handlers.open({ id });
      await library.handlers.edit({ id, edits: colour('#0000AA') });
      const theirs = JSON.stringify({ ...document, name: 'Theirs' });
      await writeFile(join(folders.themes, 'mine.json'), theirs);
      const linking = held('link', (path) => path.includes('conflict'));
      const saved = library.flush();
      await linking.isReached;
      await library.handlers.edit({ id, edits: colour('#0000BB') });
      const full = failing('ENOSPC', 'writeTo');
      linking.letGo();
      expect(await saved).toHaveLength(1);
      expect(await library.handlers.open({ id })).toMatchObject({ save: { kind: 'failed' } });
      full.heal();
      expect(await library.flush()).toEqual([]);
      const kept = JSON.stringify(await themesOnDisk(folders));
      expect(kept).toContain('#0000BB');
      expect(kept).toContain('Theirs');
    });

    it('ends with what the chosen version is then, its last edit with it', async () => {
      const folders = await temporaryLibraryFolders();
      const first = themeDocument();
      const copy = themeDocument({ name: 'Copy', conflictOf: { id: first.id, name: first.name } });
      await putTheme(folders, 'a.json', first);
      await putTheme(folders, 'b.json', copy);
      const { library } = testLibrary(folders, { pace: never });
      const { handlers } = library;
      await handlers.open({ id: copy.id });
      const keeping = held('link', (path) => path.includes('/history/'));
      const resolved = handlers.resolveConflict({ id: copy.id, keep: 'this' });
      await keeping.isReached;
      await handlers.edit({ id: copy.id, edits: colour('#0000BB') });
      keeping.letGo();
      await resolved;
      expect(JSON.stringify(await library.current(first.id))).toContain('#0000BB');
    });
  });

  describe('a conflict of which the watcher tells while it is settled', () => {
    /** Edited here, and written by others; `meanwhile` comes around the settling's look at theirs. */
    async function conflict(
      meanwhile: (when: {
        readonly library: TestLibrary['library'];
        readonly document: ThemeDocument;
        readonly path: string;
        readonly when: 'before its look' | 'after its look';
      }) => Promise<void>,
      isLinked = false,
    ) {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      const { id } = document;
      await putTheme(folders, 'a.json', document);
      const path = join(folders.themes, 'a.json');
      const folder = openThemes(folders);
      const { library } = testLibrary(folders, { pace: savedWhenAsked, folder });
      await library.handlers.open({ id });
      if (isLinked) await library.setPublication(id, key, publication);
      await library.handlers.edit({ id, edits: colour('#0000AA') });
      await writeFile(path, JSON.stringify({ ...document, name: 'Theirs' }));
      // The next look at the file is that of the settling.
      const read = folder.read.bind(folder);
      Object.assign(folder, {
        read: async (name: string) => {
          Object.assign(folder, { read });
          await meanwhile({ library, document, path, when: 'before its look' });
          const found = await read(name);
          await meanwhile({ library, document, path, when: 'after its look' });
          return found;
        },
      });
      await library.saved(id);
      return { folders, library, id };
    }

    it('keeps both, and the link that only ours has', async () => {
      const { folders, library, id } = await conflict(async ({ library: settling }) => {
        await settling.rescan();
      }, true);
      const onDisk = await themesOnDisk(folders);
      expect(onDisk).toHaveLength(2);
      expect(JSON.stringify(onDisk)).toContain('#0000AA');
      expect(await linksOnDisk(folders)).toEqual([key]);
      expect(await library.current(id)).toMatchObject({
        name: 'Theirs',
        publications: { [key]: {} },
      });
    });

    it('goes on in what others wrote last', async () => {
      const { folders, library, id } = await conflict(async (settling) => {
        if (settling.when === 'before its look') return;
        const newest = { ...settling.document, name: 'Newest' };
        await writeFile(settling.path, JSON.stringify(newest));
        await settling.library.rescan();
      });
      expect(await library.current(id)).toMatchObject({ name: 'Newest' });
      expect(await themesOnDisk(folders)).toHaveLength(2);
    });
  });
});

/**
 * Of two versions of a published theme a person deletes one, while another program holds the file of the other: what
 * they deleted goes, with its link, and has it again once it is back.
 */
describe('one of two versions is deleted while the other is held', () => {
  it.each([
    ['the control: nobody holds it', false],
    ['it is held', true],
  ])('a version is deleted: %s', async (_name, isHeld) => {
    const publication = { templateId: 't-1', at: '2026-01-02T03:04:05.000Z' };
    const made = await libraryOfOne(
      { publications: { [publicationKey(northwind)]: publication } },
      { pace: savedWhenAsked },
    );
    const { folders, document, id } = made;
    await made.library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    const theirs = { ...newTheme(), customCss: '/* theirs */' };
    await putTheme(folders, 'a.json', { ...document, theme: theirs });
    await made.library.flush();
    const library = await restarted(folders, made.library);
    const { handlers } = library;
    const { themes } = await handlers.list(undefined);
    const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
    const other = (await readdir(folders.themes)).find((name) => name !== 'a.json') ?? '';
    const held = join(folders.themes, other);
    const disk = isHeld ? failing('EBUSY', 'open', (path) => path === held) : undefined;
    const { problem, entries } = await handlers.remove({ ids: [id] });
    disk?.heal();
    expect(problem).toBeNull();
    await handlers.restore({ entries });
    const { themes: both } = await handlers.list(undefined);
    expect(both.map((theme) => [theme.id, theme.places[0]?.templateId]).sort()).toEqual(
      [
        [copy, undefined],
        [id, 't-1'],
      ].sort(),
    );
  });
});

/**
 * A person keeps the version that became the copy, and a sync program or a scanner has the copy's file just then: Foyer
 * says that it could not be done. What they have not decided, then, is not done: the other version is still there to be kept.
 */
describe('a decision that is refused', () => {
  const ours = { ...newTheme(), customCss: '/* ours, a day of work */' };
  const theirs = { ...newTheme(), customCss: '/* theirs */' };
  const copyName = 'a (conflicted copy).json';

  /** A theme, and a sync client's conflict copy of it; both are shown beside each other, as the dialog does. */
  async function compared() {
    const { folders, library, document } = await libraryOfOne({ name: 'Harbour', theme: ours });
    await library.start();
    const copy = themeDocument({
      name: 'Harbour',
      theme: theirs,
      conflictOf: { id: document.id, name: 'Harbour' },
    });
    await putTheme(folders, copyName, copy);
    await library.rescan();
    const { handlers } = library;
    await handlers.open({ id: copy.id });
    await handlers.open({ id: document.id });
    const hold = () =>
      failing('EBUSY', 'open', (path) => path === join(folders.themes, copyName)).heal;
    const css = async (id: string) => (await library.current(id)).theme.customCss;
    return { ...{ folders, library, handlers, id: document.id, copyId: copy.id }, hold, css };
  }

  it('the control: keeping the other one that is refused changes nothing', async () => {
    const { handlers, id, copyId, hold, css } = await compared();
    const heal = hold();
    await expect(handlers.resolveConflict({ id: copyId, keep: 'other' })).rejects.toThrow();
    heal();
    expect([await css(id), await css(copyId)]).toEqual([ours.customCss, theirs.customCss]);
  });

  it('a decision that was refused has replaced nothing', async () => {
    const { handlers, id, copyId, hold, css } = await compared();
    const heal = hold();
    await expect(handlers.resolveConflict({ id: copyId, keep: 'this' })).rejects.toThrow();
    heal();
    expect([await css(id), await css(copyId)]).toEqual([ours.customCss, theirs.customCss]);
  });

  it('who decides otherwise after a refusal keeps the other version, and not the same twice', async () => {
    const { handlers, id, copyId, hold, css } = await compared();
    const heal = hold();
    await expect(handlers.resolveConflict({ id: copyId, keep: 'this' })).rejects.toThrow();
    heal();
    await handlers.resolveConflict({ id: copyId, keep: 'other' });
    expect(await css(id)).toBe(ours.customCss);
  });

  it('a decision that a full disk refused is not half carried out once there is room', async () => {
    const { folders, library, handlers, id, copyId, css } = await compared();
    const disk = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
    await expect(handlers.resolveConflict({ id: copyId, keep: 'this' })).rejects.toThrow();
    disk.heal();
    await library.saveEdits();
    expect([await css(id), await css(copyId)]).toEqual([ours.customCss, theirs.customCss]);
  });
});
