/** Theme files and bin entries that can't be read, or are being written, in the wrong moment. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publication = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
const isTheme = (path: string) => path.endsWith('/a.json');

describe('a theme whose file can’t be read for a moment', () => {
  it('stays in the library, and opens when the disk is well', async () => {
    const { library, document } = await libraryOfOne();
    await library.start();
    const { id } = document;
    const ill = failing('EMFILE', 'readFrom', isTheme);
    await expect(library.handlers.open({ id })).rejects.toBeDefined();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    ill.heal();
    expect(await library.handlers.open({ id })).toMatchObject({ id });
  });

  it('at the start is there when the disk is well, without a look at the folder', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const { library } = testLibrary(folders);
    const ill = failing('EMFILE', 'readFrom', isTheme);
    expect((await library.handlers.list(undefined)).themes).toHaveLength(0);
    const told = listChange(library, ({ upserted }) => upserted.length > 0);
    ill.heal();
    expect(await told).toMatchObject({ upserted: [{ name: 'Harbour' }], unreadable: [] });
  });

  it('is shown as it was last seen at the next start', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const first = testLibrary(folders).library;
    await first.start();
    await endLibrary(first);
    await putTheme(folders, 'a.json', themeDocument({ name: 'Other' }));
    failing('EIO', 'readFrom', isTheme);
    const { library } = testLibrary(folders);
    expect(await library.handlers.list(undefined)).toMatchObject({
      themes: [{ name: 'Harbour' }],
      unreadable: [],
    });
  });

  it('keeps its id and its link while a backup is restored', async () => {
    const { folders, library, document } = await libraryOfOne({
      publications: { [key]: publication },
    });
    await library.start();
    const { id } = document;
    const ill = failing('EBUSY', 'readFrom', isTheme);
    await expect(library.handlers.open({ id })).rejects.toBeDefined();
    const older = { ...document, publications: {}, theme: { ...newTheme(), customCss: 'old' } };
    expect(await library.putBack(older, 'keepBoth')).toMatchObject({ outcome: 'unread' });
    ill.heal();
    const now = new Date();
    await utimes(join(folders.themes, 'a.json'), now, now);
    await library.rescan();
    const onDisk = await themesOnDisk(folders);
    expect(onDisk.flatMap(({ publications }) => Object.keys(publications))).toEqual([key]);
    expect((await library.current(id)).publications).toEqual({ [key]: publication });
  });

  it('keeps its id and its link while a backup is restored at a start without an index', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ publications: { [key]: publication } });
    await putTheme(folders, 'a.json', document);
    const ill = failing('EIO', 'readFrom', isTheme);
    const { library } = testLibrary(folders);
    expect((await library.handlers.list(undefined)).themes).toEqual([]);
    const older = { ...document, publications: {}, theme: { ...newTheme(), customCss: 'old' } };
    expect(await library.putBack(older, 'keepBoth')).toMatchObject({
      outcome: 'unread',
      problem: { code: 'storageNotRead' },
    });
    ill.heal();
    await library.rescan();
    expect(await themesOnDisk(folders)).toEqual([document]);
    expect((await library.current(document.id)).publications).toEqual({ [key]: publication });
    // From here on it is known what is there.
    expect(await library.putBack(older, 'keepBoth')).toMatchObject({ outcome: 'keptBoth' });
  });

  it.each([true, false])(
    'gets its link, and not an old deletion of it (seen before: %s)',
    async (isSeen) => {
      const { folders, library, document } = await libraryOfOne();
      const { handlers } = library;
      const { id } = document;
      await handlers.remove({ ids: [id] });
      const well = isSeen ? undefined : failing('EIO', 'readFrom', isTheme);
      // It comes back by hand (git checkout, a sync client).
      await putTheme(folders, 'a.json', document);
      await library.rescan();
      const ill = well ?? failing('EIO', 'readFrom', isTheme);
      await expect(library.setPublication(id, key, publication)).rejects.toBeDefined();
      await expect(library.setPublication(id, key, publication)).rejects.toBeDefined();
      ill.heal();
      expect(
        (await handlers.bin(undefined)).themes.map(({ publications }) => publications),
      ).toEqual([0]);
      await library.rescan();
      await library.setPublication(id, key, publication);
      expect((await library.current(id)).publications).toEqual({ [key]: publication });
    },
  );
});

describe('while the answer of a service is being noted for a deleted theme', () => {
  async function noting() {
    const { library, document } = await libraryOfOne();
    const { id } = document;
    const { entries } = await library.handlers.remove({ ids: [id] });
    const writing = held('writeTo', (path) => path.includes('/bin/'));
    const noted = library.setPublication(id, key, publication);
    await writing.isReached;
    /** Goes on when what was begun meanwhile is through, or has had every chance to be. */
    const letGo = async (): Promise<void> => {
      for (let look = 0; look < 20; look += 1) await library.rescan();
      writing.letGo();
    };
    return { library, id, entries, noted, letGo };
  }

  it('the theme is restored: the link comes along', async () => {
    const { library, id, entries, noted, letGo } = await noting();
    const restored = library.handlers.restore({ entries });
    await letGo();
    await Promise.all([noted, restored]);
    expect((await library.current(id)).publications).toEqual({ [key]: publication });
    expect((await library.handlers.bin(undefined)).themes).toEqual([]);
  });

  it('the theme is deleted for good: it does not come back', async () => {
    const { library, entries, noted, letGo } = await noting();
    const discarded = library.handlers.discard({ entries });
    await letGo();
    await Promise.all([noted, discarded]);
    expect((await library.handlers.bin(undefined)).themes).toEqual([]);
  });
});
