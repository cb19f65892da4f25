/** Of a theme that comes beside one here, its newer link to the template counts, and none is lost. */
import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey, type Publication } from '@shared/theme/theme';
import type { Library } from '../library';
import {
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

const key = publicationKey(northwind);
const [january, february, march] = [
  '2026-01-05T00:00:00.000Z',
  '2026-02-05T00:00:00.000Z',
  '2026-03-05T00:00:00.000Z',
];
const of = (at: string, templateId = 't'): { publications: Record<string, Publication> } => ({
  publications: { [key]: { templateId, at } },
});
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
