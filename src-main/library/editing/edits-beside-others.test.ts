import { mkdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import type { DocumentFolder, FolderListener } from '../../storage/storage';
import {
  endLibrary,
  libraryOfOne,
  openThemes,
  putTheme,
  restarted,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

/** The key that is pressed while the studio has not heard yet of what another computer wrote. */
describe('what is typed over theirs', () => {
  const ourCss = '.ours { color: red }\n';
  const theirCss = '.theirs { color: blue }\n';

  /** Whatever holds a style sheet: the files of the library, and the versions of the theme. */
  async function allCss(opened: Awaited<ReturnType<typeof libraryOfOne>>): Promise<string> {
    const { folders, library, id } = opened;
    const again = await restarted(folders, library);
    const { versions } = await again.handlers.versions({ id });
    const kept = await Promise.all(
      versions.map(async ({ version }) => (await again.handlers.version({ id, version })).theme),
    );
    const filed = (await themesOnDisk(folders)).map(({ theme }) => theme);
    return [...kept, ...filed].map(({ customCss = '' }) => customCss).join('\n');
  }

  it.each(['changed in both places', 'changed there alone'] as const)(
    'takes nothing of theirs away for good: %s',
    async (what) => {
      const theme = { ...newTheme(), customCss: 'a {}\n' };
      const opened = await libraryOfOne({ theme }, { pace: savedWhenAsked });
      const { folders, library, document, id } = opened;
      const { handlers } = library;
      const type = (customCss: string) =>
        handlers.edit({ id, edits: [{ field: 'customCss', value: customCss }], gesture: 'typing' });
      await handlers.open({ id });
      await type(`a {}\n${ourCss}`);
      if (what === 'changed there alone') await library.saveEdits();
      await putTheme(folders, 'a.json', {
        ...document,
        theme: { ...theme, customCss: `a {}\n${theirCss}` },
      });
      if (what === 'changed there alone') await library.rescan();
      else await library.saveEdits();
      expect((await handlers.open({ id })).theme.customCss).toBe(`a {}\n${theirCss}`);
      // On its way since before the window was told: the whole text, as it stood in the editor there.
      await type(`a {}\n${ourCss}/`);
      await library.saveEdits();
      const css = await allCss(opened);
      expect(css).toContain('.ours');
      expect(css).toContain('.theirs');
    },
  );
});

describe('what is kept beside theirs', () => {
  const posix = process.platform !== 'win32';
  const edits = [{ field: 'general.font', value: 'Ours' }] as const;

  describe('what was edited here, when it can’t take its file’s place', () => {
    it.runIf(posix).each(['flush', 'flushAtOnce'] as const)(
      'is in the library after a restart, when the file is a link whose target went away (%s)',
      async (save) => {
        for (const gone of ['file', 'folder']) {
          const folders = await temporaryLibraryFolders();
          const elsewhere = join(folders.root, 'elsewhere');
          await mkdir(elsewhere);
          const document = themeDocument();
          const { id } = document;
          await writeFile(join(elsewhere, 'real.json'), JSON.stringify(document));
          await symlink(join(elsewhere, 'real.json'), join(folders.themes, 'a.json'));
          const { library } = testLibrary(folders, { pace: savedWhenAsked });
          await library.handlers.open({ id });
          await library.handlers.edit({ id, edits: [...edits] });
          if (gone === 'file') await unlink(join(elsewhere, 'real.json'));
          else await rm(elsewhere, { recursive: true });
          expect(await library[save](), gone).toEqual([]);
          await endLibrary(library);
          const { library: next } = testLibrary(folders);
          const { themes } = await next.handlers.list(undefined);
          expect(
            themes.map(({ theme }) => theme.general.font),
            gone,
          ).toEqual(['Ours']);
        }
      },
    );

    it('lies beside theirs, however long the file’s name is', async () => {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      const { id } = document;
      const file = `${'n'.repeat(250)}.json`;
      await putTheme(folders, file, document);
      const { library } = testLibrary(folders, { pace: savedWhenAsked });
      await library.handlers.open({ id });
      await library.handlers.edit({ id, edits: [...edits] });
      const theme = { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } };
      await putTheme(folders, file, { ...document, theme });
      expect(await library.flush()).toEqual([]);
      const fonts = (await themesOnDisk(folders)).map((each) => each.theme.general.font);
      expect(fonts.sort()).toEqual(['Ours', 'Theirs']);
    });
  });
});

describe('a read that comes late', () => {
  /** The folder, which hands what it tells to the test, to be told when the test wants it. */
  function heldBack(folder: DocumentFolder): DocumentFolder & { readonly told: (() => void)[] } {
    const told: (() => void)[] = [];
    return {
      told,
      path: folder.path,
      place: () => folder.place(),
      list: () => folder.list(),
      read: (name) => folder.read(name),
      isCurrent: (read) => folder.isCurrent(read),
      modifiedMs: (name) => folder.modifiedMs(name),
      tellAgain: folder.tellAgain.bind(folder),
      readMany: (names) => folder.readMany(names),
      write: (name, text, expected) => folder.write(name, text, expected),
      remove: (name, expected) => folder.remove(name, expected),
      writeAtOnce: (name, text, expected) => folder.writeAtOnce(name, text, expected),
      accept: () => folder.accept(),
      watch: (listener: FolderListener) =>
        folder.watch({
          ...listener,
          changed: (changes) => {
            told.push(() => {
              listener.changed(changes);
            });
          },
        }),
    };
  }

  it('does not bring memory back to an older version while the disk has the newer one', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const folder = heldBack(openThemes(folders));
    const { library } = testLibrary(folders, { folder });
    const { handlers } = library;
    await library.start();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await library.rescan();
    // Read, and waiting behind thousands of others, while a person goes on.
    expect(folder.told).toHaveLength(1);
    expect((await handlers.open({ id: document.id })).name).toBe('Theirs');
    await handlers.rename({ id: document.id, name: 'Mine' });
    for (const tell of folder.told) tell();
    await library.rescan();
    expect((await handlers.open({ id: document.id })).name).toBe('Mine');
    expect((await handlers.list(undefined)).themes[0]?.name).toBe('Mine');
  });
});

describe('an end of the app while somebody goes on typing', () => {
  it('has every edit that was accepted on the disk, and accepts none that would be lost', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const other = themeDocument({ name: 'Other' });
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    await putTheme(folders, 'b.json', other);
    const { library } = testLibrary(folders, { pace: savedWhenAsked });
    await library.handlers.open({ id });
    const edit = (theme: string, font: string) =>
      library.handlers.edit({ id: theme, edits: [{ field: 'general.font', value: font }] });
    let isFlushed = false;
    const ended = library.flush().then(() => {
      isFlushed = true;
      library.close();
    });
    let accepted = '';
    for (let count = 1; !isFlushed; count += 1) {
      const font = `Font ${String(count)}`;
      await edit(id, font);
      accepted = font;
      await breath();
    }
    await ended;
    await expect(edit(id, 'Too late')).rejects.toMatchObject({ problem: { code: 'notFound' } });
    await expect(edit(other.id, 'Too late')).rejects.toMatchObject({
      problem: { code: 'notFound' },
    });
    const fonts = (await themesOnDisk(folders)).map(({ theme }) => theme.general.font);
    expect(fonts.sort()).toEqual([accepted, other.theme.general.font].sort());
  });
});
