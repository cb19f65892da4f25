import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, type Theme, type ThemeDocument } from '@shared/theme/theme';
import { largestThemeFile } from '../library';
import {
  endLibrary,
  libraryOfOne,
  problem,
  putTheme,
  restarted,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
} from '../testing/fixture-library';

/** No theme's file is written that would be larger than what is read again. */
describe('a file that would be too large to be read again', () => {
  const bytesOf = (document: ThemeDocument): number =>
    Buffer.byteLength(JSON.stringify(document, null, 2)) + 1;

  /** A library with one theme, whose file is as large as is still read. */
  async function largest(changes: Partial<ThemeDocument> = {}) {
    const folders = await temporaryLibraryFolders();
    const short = themeDocument({ ...changes, theme: { ...newTheme(), customCss: '' } });
    const customCss = 'x'.repeat(largestThemeFile - bytesOf(short));
    const document = { ...short, theme: { ...short.theme, customCss } };
    expect(bytesOf(document)).toBe(largestThemeFile);
    await putTheme(folders, 'a.json', document);
    const { library } = testLibrary(folders, { pace: savedWhenAsked });
    expect(await library.handlers.list(undefined)).toMatchObject({ unreadable: [] });
    return { folders, library, handlers: library.handlers, document, id: document.id };
  }

  const tooLarge = { problem: { code: 'storageFailed' } };

  it('is said of tags that many themes are given, of a copy, of what comes out of a backup, and of an edit when the system ends the app', async () => {
    const { folders, library, handlers, document, id } = await largest();
    const tags = ['blue', 'client'];
    await expect(handlers.setTagsOfMany({ themes: [{ id, tags }] })).rejects.toMatchObject(
      tooLarge,
    );
    await expect(handlers.duplicate({ ids: [id] })).rejects.toMatchObject(tooLarge);
    const given = { ...document, name: 'Another', tags };
    await expect(library.putBack(given, 'keepBoth')).rejects.toMatchObject(tooLarge);
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'A longer name' }] });
    expect(library.flushAtOnce()).toMatchObject([tooLarge]);
    expect(await handlers.list(undefined)).toMatchObject({ themes: [{ id }], unreadable: [] });
    expect(await themeFiles(folders)).toEqual(['a.json']);
    const text = await readFile(join(folders.themes, 'a.json'), 'utf8');
    expect(text === `${JSON.stringify(document, null, 2)}\n`).toBe(true);
    await handlers.undo({ id });
    // Its last versions take a while.
    await endLibrary(library);
  }, 60_000);

  it('is said of a copy that was made by hand, which stays as it is', async () => {
    const { folders, library, handlers, document } = await largest({ id: 'by-hand' });
    await putTheme(folders, 'b.json', document);
    await library.rescan();
    expect(await handlers.list(undefined)).toMatchObject({
      themes: [{ id: 'by-hand' }],
      unreadable: [tooLarge],
    });
    const [one, other] = await Promise.all(
      ['a.json', 'b.json'].map((file) => readFile(join(folders.themes, file), 'utf8')),
    );
    expect(one === other).toBe(true);
    await endLibrary(library);
  }, 60_000);
});

/**
 * What came of a theme could not be read again from its file. It is not written: the file stays as it was, a person is
 * told that the theme is unsaved, and what they do next is saved with it once the theme is one again.
 */
describe('what could not be read again', () => {
  /** An avatar without its switch. */
  const noTheme = {
    ...newTheme(),
    chat: { ...newTheme().chat, hostAvatar: { url: 'https://pictures.example/face.png' } },
  } as unknown as Theme;

  it('keeps it unsaved, and tells so, until it can be read', async () => {
    const { library, folders, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    const { handlers } = library;
    await handlers.open({ id });
    const inFile = () => readFile(join(folders.themes, 'a.json'), 'utf8');
    const before = await inFile();
    const replacing = library.whileReplaced(id, (inPlace) =>
      library.replace(id, (present) => ({ ...present, theme: noTheme }), inPlace),
    );
    await expect(replacing).rejects.toMatchObject(problem('storageFailed', { isRetried: true }));
    expect(await library.saveEdits()).toMatchObject([problem('storageFailed')]);
    expect(library.flushAtOnce()).toMatchObject([problem('storageFailed')]);
    expect(await inFile()).toBe(before);

    await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.isEnabled', value: true }] });
    expect(await library.saveEdits()).toEqual([]);
    const later = await restarted(folders, library);
    expect(await later.handlers.list(undefined)).toMatchObject({
      themes: [{ id }],
      unreadable: [],
    });
    const { theme } = await later.current(id);
    const url = 'https://pictures.example/face.png';
    expect(theme.chat.hostAvatar).toEqual({ isEnabled: true, url });
  });
});
