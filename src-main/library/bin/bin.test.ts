import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  northwind,
  onDay,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

const day = 24 * 60 * 60 * 1_000;
const aMonthOfWork = { ...newTheme(), customCss: '/* a month of work */' };

/** Foyer runs on each of these days, counted from one; returns the last run's bin, by name. */
async function visits(folders: LibraryFolders, ...days: readonly number[]): Promise<string[]> {
  let names: string[] = [];
  for (const one of days) {
    const { library } = testLibrary(folders, { now: onDay(one) });
    await library.start();
    // What is done after the start is through.
    await library.flush();
    names = (await library.handlers.bin(undefined)).themes.map(({ name }) => name);
    library.close();
  }
  return names;
}

async function names({ handlers }: Library): Promise<string[]> {
  return (await handlers.list(undefined)).themes.map(({ name }) => name).sort();
}

describe('the bin', () => {
  it('lists what was deleted, last first, with where it was and the days that are left', async () => {
    const folders = await temporaryLibraryFolders();
    let now = Date.UTC(2026, 0, 1);
    const { library } = testLibrary(folders, { now: () => new Date(now) });
    const publication = { templateId: 't', at: 'x', sent: { name: 'a', theme: newTheme() } };
    const old = themeDocument({ name: 'Old', publications: { place: publication } });
    const young = themeDocument({ name: 'Young', tags: ['calm'] });
    await putTheme(folders, 'old.json', old);
    await putTheme(folders, 'young.json', young);
    const { handlers } = library;
    await handlers.remove({ ids: [old.id] });
    now += 10 * day;
    await handlers.remove({ ids: [young.id] });
    expect((await handlers.bin(undefined)).themes).toEqual([
      expect.objectContaining({ id: young.id, name: 'Young', tags: ['calm'], daysLeft: 30 }),
      expect.objectContaining({
        id: old.id,
        file: 'old.json',
        folder: folders.themes,
        daysLeft: 20,
        publications: 1,
      }),
    ]);
  });

  it('deletes for good, and keeps what links a theme to its templates', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    const publication = { templateId: 't', at: 'x', sent: { name: 'a', theme: newTheme() } };
    const published = themeDocument({ publications: { place: publication } });
    const plain = themeDocument();
    await putTheme(folders, 'a.json', published);
    await putTheme(folders, 'b.json', plain);
    const ids = [published.id, plain.id];
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids });
    await handlers.discard({ entries: [...entries, 'nothing'] });
    expect((await handlers.bin(undefined)).themes).toEqual([]);
    expect(await readdir(join(folders.profile, 'bin'))).toHaveLength(1);
    await expect(handlers.restore({ entries })).rejects.toMatchObject({
      problem: { code: 'notFound' },
    });
  });
});

describe('the bin’s days', () => {
  /** A library of which two themes were deleted on day 0, one of them published. */
  async function deletedOnDay0(): Promise<LibraryFolders> {
    const folders = await temporaryLibraryFolders();
    const publication = { templateId: 't', at: 'x', sent: { name: 'a', theme: newTheme() } };
    const plain = themeDocument({ name: 'Plain' });
    const published = themeDocument({ name: 'Published', publications: { place: publication } });
    await putTheme(folders, 'a.json', plain);
    await putTheme(folders, 'b.json', published);
    const { library } = testLibrary(folders, { now: onDay(0) });
    await library.handlers.remove({ ids: [plain.id, published.id] });
    await endLibrary(library);
    return folders;
  }

  it('are thirty, and what links a theme to its templates stays for good', async () => {
    const folders = await deletedOnDay0();
    expect(await visits(folders, 5, 15, 25, 29)).toHaveLength(2);
    expect(await visits(folders, 31)).toEqual([]);
    const [tombstone = '', ...others] = await readdir(join(folders.profile, 'bin'));
    expect(others).toEqual([]);
    const text = await readFile(join(folders.profile, 'bin', tombstone), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      text: null,
      publications: { place: { templateId: 't' } },
    });
  });

  it('are not over by one wrong clock, on the first start after the deletion or later', async () => {
    const folders = await deletedOnDay0();
    expect(await visits(folders, 365)).toHaveLength(2);
    expect(await visits(folders, 365.1, 366)).toHaveLength(2);
    // Right again: what is in the bin is kept for thirty days from there.
    expect(await visits(folders, 2, 10, 20, 29, 31)).toHaveLength(2);
    expect(await visits(folders, 33)).toEqual([]);
  });

  it.each(['gone', 'damaged'])(
    'are counted anew when the last visit is %s, and nothing is purged',
    async (what) => {
      const folders = await deletedOnDay0();
      const file = join(folders.profile, 'bin-visits.json');
      if (what === 'gone') await rm(file);
      else await writeFile(file, '{"format":1,"lastVis');
      expect(await visits(folders, 365)).toHaveLength(2);
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
        lastVisit: onDay(365)().toISOString(),
      });
    },
  );

  it('are not over for what was deleted while the clock stood years back', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ name: 'Early' });
    await putTheme(folders, 'a.json', document);
    let days = 100;
    const { library } = testLibrary(folders, { now: () => onDay(days)() });
    await library.start();
    await library.flush();
    days = -4_000;
    await library.handlers.remove({ ids: [document.id] });
    await endLibrary(library);
    expect(await visits(folders, 100, 110, 120, 129)).toEqual(['Early']);
  });
});

it('what is restored is not purged meanwhile', async () => {
  const folders = await temporaryLibraryFolders();
  const first = testLibrary(folders, { now: onDay(0) }).library;
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    const { id } = await first.handlers.create({ name: `Theme ${String(number)}` });
    await first.handlers.keepVersion({ id, name: 'For good' });
    ids.push(id);
  }
  const { entries } = await first.handlers.remove({ ids });
  await endLibrary(first);
  await visits(folders, 10, 20, 29);
  const { handlers, ...library } = testLibrary(folders, { now: onDay(31) }).library;
  // They are due: the purge of this start has its turn before them or after them.
  let restored: string[] = [];
  try {
    restored = (await handlers.restore({ entries })).ids;
  } catch (error) {
    // After them: there is nothing left to restore.
    expect(error).toMatchObject({ problem: { code: 'notFound' } });
  }
  await library.flush();
  expect([0, ids.length]).toContain(restored.length);
  for (const id of restored) {
    expect((await handlers.versions({ id })).versions).toHaveLength(1);
  }
  expect((await handlers.bin(undefined)).themes).toEqual([]);
});

describe('the history of a theme that is there', () => {
  /** A theme with a version that has a name, deleted; its file comes back. */
  async function backAgain(
    options: { now?: () => Date } = {},
  ): Promise<{ folders: LibraryFolders; library: Library; id: string; entries: string[] }> {
    const { folders, library, document, id } = await libraryOfOne({}, options);
    await library.handlers.keepVersion({ id, name: 'For good' });
    const { entries } = await library.handlers.remove({ ids: [id] });
    // By a sync program, by hand or from a backup.
    await putTheme(folders, 'a.json', document);
    return { folders, library, id, entries };
  }

  it('stays when its entry is deleted from the bin for good', async () => {
    const { library, id, entries } = await backAgain();
    await library.handlers.discard({ entries });
    expect((await library.handlers.bin(undefined)).themes).toEqual([]);
    expect((await library.handlers.versions({ id })).versions).toMatchObject([
      { name: 'For good' },
    ]);
  });

  it('stays when its entry is purged after thirty days', async () => {
    const { folders, library, id } = await backAgain({ now: onDay(0) });
    await endLibrary(library);
    expect(await visits(folders, 10, 20, 31)).toEqual([]);
    const later = testLibrary(folders, { now: onDay(32) }).library;
    expect((await later.handlers.versions({ id })).versions).toMatchObject([{ name: 'For good' }]);
  });

  it('stays when the theme’s file can’t be read for now', async () => {
    const { folders, library, id, entries } = await backAgain();
    await library.flush();
    await writeFile(join(folders.themes, 'a.json'), '{');
    await library.handlers.discard({ entries });
    expect((await library.handlers.versions({ id })).versions).toHaveLength(1);
  });

  it('stays as long as an earlier deletion of the theme can be had back', async () => {
    const { library, id, entries } = await backAgain();
    await library.rescan();
    const again = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries: again.entries });
    expect((await library.handlers.versions({ id })).versions).toHaveLength(1);
    await library.handlers.discard({ entries });
    expect((await library.handlers.versions({ id })).versions).toEqual([]);
  });
});

describe('a theme that is deleted twice', () => {
  it('is in the bin twice, so that the older one never takes the newer one’s place', async () => {
    const folders = await temporaryLibraryFolders();
    const newer = themeDocument({ name: 'Logo', theme: aMonthOfWork });
    await putTheme(folders, 'a.json', newer);
    const { library } = testLibrary(folders);
    const { handlers } = library;
    const first = await handlers.remove({ ids: [newer.id] });
    // An older backup is restored, and its report's undo moves what it added to the bin.
    await library.putBack({ ...newer, theme: newTheme() }, 'keepBoth');
    await handlers.remove({ ids: [newer.id] });
    expect((await handlers.bin(undefined)).themes).toHaveLength(2);
    await handlers.restore({ entries: first.entries });
    expect((await library.current(newer.id)).theme.customCss).toBe('/* a month of work */');
    expect((await handlers.bin(undefined)).themes).toHaveLength(1);
  });

  it('keeps what a service holds of it with the last deletion', async () => {
    const { library, document } = await libraryOfOne({ name: 'First' });
    await library.handlers.remove({ ids: [document.id] });
    await library.putBack({ ...document, name: 'Second' }, 'keepBoth');
    await library.handlers.remove({ ids: [document.id] });
    const sent = { name: 'Second', theme: document.theme };
    await library.setPublication(document.id, 'place', { templateId: 't', at: 'x', sent });
    const binned = (await library.handlers.bin(undefined)).themes;
    expect(new Map(binned.map(({ name, publications }) => [name, publications]))).toEqual(
      new Map([
        ['First', 0],
        ['Second', 1],
      ]),
    );
  });

  it('was kept once by an earlier Foyer, and that entry is still had back', async () => {
    const { folders, library, document } = await libraryOfOne({ name: 'Old' });
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids: [document.id] });
    const [entry = ''] = entries;
    const bin = join(folders.profile, 'bin');
    const [hash = ''] = entry.split('-', 1);
    await rename(join(bin, `${entry}.json`), join(bin, `${hash}.json`));
    expect((await handlers.bin(undefined)).themes).toMatchObject([{ entry: hash, name: 'Old' }]);
    expect(await handlers.restore({ entries: [hash] })).toMatchObject({ ids: [document.id] });
    expect(await names(library)).toEqual(['Old']);
  });
});

it('a damaged entry is named, and stays as it is when its days are over', async () => {
  const { folders, library, document } = await libraryOfOne({ name: 'Deleted' }, { now: onDay(0) });
  const { entries } = await library.handlers.remove({ ids: [document.id] });
  const path = join(folders.profile, 'bin', `${String(entries[0])}.json`);
  const damaged = (await readFile(path, 'utf8')).slice(0, -40);
  await writeFile(path, damaged);
  expect(await library.handlers.bin(undefined)).toMatchObject({
    themes: [],
    unread: [],
    damaged: [{ file: basename(path), problem: { code: 'fileDamaged', path } }],
  });
  await endLibrary(library);
  for (const day of [10, 20, 30, 40]) {
    const later = testLibrary(folders, { now: onDay(day) }).library;
    expect((await later.handlers.bin(undefined)).damaged).toHaveLength(1);
    await endLibrary(later);
  }
  expect(await readFile(path, 'utf8')).toBe(damaged);
});

describe('restoring from the bin', () => {
  it('tells the id that a theme has then, so that undo bins that and not the one with its id', async () => {
    const { library, document } = await libraryOfOne({ name: 'Deleted', theme: aMonthOfWork });
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids: [document.id] });
    await library.putBack({ ...document, name: 'Live', theme: newTheme() }, 'keepBoth');
    const { ids } = await handlers.restore({ entries });
    expect(await names(library)).toEqual(['Deleted', 'Live']);
    await handlers.remove({ ids });
    expect(await names(library)).toEqual(['Live']);
  });

  it('looks first whether another version came back that nobody has told of yet', async () => {
    const { folders, library, document } = await libraryOfOne({
      name: 'Deleted',
      theme: aMonthOfWork,
    });
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids: [document.id] });
    await putTheme(folders, 'a.json', { ...document, name: 'Live' });
    const { ids } = await handlers.restore({ entries });
    expect(ids).not.toContain(document.id);
    expect((await library.current(document.id)).name).toBe('Live');
  });

  it('does not make two themes of one template', async () => {
    const folders = await temporaryLibraryFolders();
    const key = publicationKey(northwind);
    const publication = { templateId: 't', at: 'x' };
    const elsewhere = { templateId: 't', at: 'y' };
    const publications = { [key]: publication, elsewhere };
    const first = themeDocument({ name: 'First', publications });
    const second = themeDocument({ name: 'Second' });
    await putTheme(folders, 'a.json', first);
    await putTheme(folders, 'b.json', second);
    const { library } = testLibrary(folders);
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids: [first.id] });
    await library.setPublication(second.id, key, { templateId: 't', at: 'y' });
    expect(await handlers.restore({ entries })).toMatchObject({ ids: [first.id], unlinked: 1 });
    expect(await library.withTemplate(key, 't')).toBe(second.id);
    // The link stays in its file, for when the other one loses it.
    const onDisk = await themesOnDisk(folders);
    expect(onDisk.find(({ name }) => name === 'First')?.publications).toEqual(publications);
  });
});
