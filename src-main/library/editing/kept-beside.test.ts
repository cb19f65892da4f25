import { mkdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  endLibrary,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

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
