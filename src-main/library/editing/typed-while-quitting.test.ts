import { setImmediate as breath } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

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
