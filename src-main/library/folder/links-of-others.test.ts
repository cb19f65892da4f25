import { readFile, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/** Links to templates that come in files of other computers, in whatever order. */
describe('links that come in files of other computers', () => {
  const key = publicationKey(northwind);
  const linked = (at: string): Pick<ThemeDocument, 'publications'> => ({
    publications: { [key]: { templateId: 't', at } },
  });
  const earlier = '2026-01-02T03:04:05.000Z';
  const later = '2026-02-02T03:04:05.000Z';

  /** The names of the themes that have the template. */
  async function withTemplate({ handlers }: Library): Promise<string[]> {
    const { themes } = await handlers.list(undefined);
    return themes.filter(({ places }) => places[0]?.templateId === 't').map(({ name }) => name);
  }

  describe.each([
    ['at the same time as before', earlier],
    ['later', later],
  ])('a link that another computer gives to a new theme (%s)', (_when, at) => {
    /** The sync client has brought the file of the new theme; that of the first one is as it was. */
    async function arrived() {
      const folders = await temporaryLibraryFolders();
      const first = themeDocument({ name: 'First', ...linked(earlier) });
      await putTheme(folders, 'b.json', first);
      const { library } = testLibrary(folders);
      await library.start();
      const added = themeDocument({ name: 'New', ...linked(at) });
      await putTheme(folders, 'a.json', added);
      await library.rescan();
      return { folders, library, first, added };
    }
    const onDisk = async (folders: LibraryFolders, file: string) =>
      JSON.parse(await readFile(join(folders.themes, file), 'utf8')) as unknown;

    it('stays in its file, and the template has one theme', async () => {
      const { folders, library, first, added } = await arrived();
      expect(await onDisk(folders, 'a.json')).toEqual(added);
      expect(await onDisk(folders, 'b.json')).toEqual(first);
      const isWith = at === later ? added : first;
      const isWithout = at === later ? first : added;
      expect(await withTemplate(library)).toEqual([isWith.name]);
      expect(await library.withTemplate(key, 't')).toBe(isWith.id);
      for (const read of [library.current(isWithout.id), library.saved(isWithout.id)]) {
        expect((await read).publications).toEqual({});
      }
      const opened = await library.handlers.open({ id: isWithout.id });
      expect(opened).toMatchObject({ publications: {}, places: [{ relation: 'never' }] });
      const again = await restarted(folders, library);
      expect(await withTemplate(again)).toEqual([isWith.name]);
    });

    it('is there when the file of the theme that had it comes later', async () => {
      const { folders, library, first, added } = await arrived();
      await putTheme(folders, 'b.json', { ...first, publications: {} });
      await library.rescan();
      expect(await withTemplate(library)).toEqual(['New']);
      expect((await library.saved(added.id)).publications).toEqual(added.publications);
      expect(await withTemplate(await restarted(folders, library))).toEqual(['New']);
    });

    it('is there when the file of the theme that had it goes later, and windows are told', async () => {
      const { folders, library, added } = await arrived();
      const told = listChange(library, ({ removed }) => removed.length > 0);
      await rm(join(folders.themes, 'b.json'));
      await library.rescan();
      expect(await withTemplate(library)).toEqual(['New']);
      expect((await told).upserted).toMatchObject([
        { id: added.id, places: [{ templateId: 't' }] },
      ]);
    });

    it('is not lost by an edit of the new theme meanwhile', async () => {
      const { folders, library, added } = await arrived();
      await library.handlers.rename({ id: added.id, name: 'Newer' });
      await rm(join(folders.themes, 'b.json'));
      await library.rescan();
      expect(await withTemplate(library)).toEqual(['Newer']);
    });
  });

  it('leaves a link with one theme where the disk takes no write while the other comes back', async () => {
    const folders = await temporaryLibraryFolders();
    const first = themeDocument({ name: 'First', ...linked(earlier) });
    const other = themeDocument({ name: 'Other' });
    await putTheme(folders, 'a.json', first);
    await putTheme(folders, 'b.json', other);
    const { library } = testLibrary(folders);
    await library.start();
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    // As the outbox links it at a person's word.
    await library.setPublication(other.id, key, { templateId: 't', at: later });
    await putTheme(folders, 'a.json', first);
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
    await library.rescan();
    heal();
    await library.rescan();
    expect(await withTemplate(library)).toEqual(['Other']);
    expect(await withTemplate(await restarted(folders, library))).toEqual(['Other']);
  });
});

/** A program that keeps folders the same puts an older file over one that has got a link since. */
describe('an older file is put over one that has got a link since', () => {
  const key = publicationKey(northwind);
  const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
  const before = new Date('2026-03-01T11:00:00.000Z');
  /** Later than the file in which the library has the link. */
  const after = new Date(Date.now() + 60 * 60 * 1_000);

  type Made = Awaited<ReturnType<typeof libraryOfOne>>;

  async function putOver({ folders, document }: Made, written: Date): Promise<void> {
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'a.json'), written, written);
  }

  const ways: Record<string, (made: Made, written: Date) => Promise<Library>> = {
    async 'of a theme that is closed'(made, written) {
      await putOver(made, written);
      await made.library.rescan();
      return made.library;
    },
    async 'of a theme that is open'(made, written) {
      await made.library.handlers.open({ id: made.id });
      await putOver(made, written);
      await made.library.rescan();
      return made.library;
    },
    async 'while Foyer was not running'(made, written) {
      await endLibrary(made.library);
      await putOver(made, written);
      return testLibrary(made.folders).library;
    },
  };

  describe.each(Object.entries(ways))('a file without the theme’s link, %s', (_way, put) => {
    it('keeps the link where the file was written before it was published', async () => {
      const made = await libraryOfOne();
      await made.library.setPublication(made.id, key, published);
      const library = await put(made, before);
      const { themes } = await library.handlers.list(undefined);
      expect(themes).toMatchObject([{ name: 'Theirs', places: [{ templateId: 't' }] }]);
      expect((await library.saved(made.id)).publications).toEqual({ [key]: published });
      await endLibrary(library);
      expect(await themesOnDisk(made.folders)).toMatchObject([
        { name: 'Theirs', publications: { [key]: published } },
      ]);
    });

    it.each([
      ['keeps it where the file was written before', before, true],
      ['is unlinked where it was written later', after, false],
    ])('%s, though a wrong clock dated the link in the future', async (_what, written, isKept) => {
      const made = await libraryOfOne();
      const link = { ...published, at: '2999-01-01T00:00:00.000Z' };
      await made.library.setPublication(made.id, key, link);
      const library = await put(made, written);
      expect((await library.saved(made.id)).publications).toEqual(isKept ? { [key]: link } : {});
    });

    it('is unlinked where the file was written later', async () => {
      const made = await libraryOfOne();
      await made.library.setPublication(made.id, key, published);
      const library = await put(made, after);
      expect((await library.saved(made.id)).publications).toEqual({});
      expect(await themesOnDisk(made.folders)).toMatchObject([
        { name: 'Theirs', publications: {} },
      ]);
    });
  });

  it('keeps what is typed while an older file gets the link', async () => {
    const made = await libraryOfOne();
    const { library, folders, id } = made;
    await library.setPublication(id, key, published);
    await library.handlers.open({ id });
    await putOver(made, before);
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    const looked = library.rescan();
    await writing.isReached;
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    writing.letGo();
    await looked;
    await endLibrary(library);
    const fonts = (await themesOnDisk(folders)).map(({ theme }) => theme.general.font);
    expect(fonts).toContain('Lora');
  });
});
