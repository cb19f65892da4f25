/** The history of a theme goes with its last deletion, unless the theme may still be anywhere. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Library } from '../library';
import {
  endLibrary,
  listChange,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const named = async ({ handlers }: Library, id: string) =>
  (await handlers.versions({ id })).versions.map(({ name }) => name);

describe('the named versions of a theme that is deleted for good', () => {
  it('stay when the theme is in another folder that was the library’s', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const other = join(folders.root, 'other');
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    await cp(folders.themes, other, { recursive: true });
    await library.handlers.useFolder({ folder: other, move: false });
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    await library.handlers.useFolder({ folder: folders.themes, move: false });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    expect(await named(library, id)).toEqual(['As the client signed it']);
  });

  it('stay when others took the theme away while Foyer ran, also after a restart', async () => {
    for (const isRestarted of [false, true]) {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      const { id } = document;
      await putTheme(folders, 'a.json', document);
      await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
      let { library } = testLibrary(folders);
      await library.handlers.keepVersion({ id, name: 'As the client signed it' });
      const { entries } = await library.handlers.remove({ ids: [id] });
      // It came back by version control.
      const isBack = listChange(library, ({ upserted }) => upserted.length > 0);
      await putTheme(folders, 'a.json', document);
      await isBack;
      // Another branch, on which it is not, is looked at for a minute.
      const isGone = listChange(library, ({ removed }) => removed.includes(id));
      await rm(join(folders.themes, 'a.json'));
      await isGone;
      if (isRestarted) {
        await endLibrary(library);
        ({ library } = testLibrary(folders));
      }
      await library.handlers.discard({ entries });
      await putTheme(folders, 'a.json', document);
      await library.rescan();
      expect(await named(library, id)).toEqual(['As the client signed it']);
    }
  });

  it('go where it is nowhere any more, in the folder that it was moved from neither', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const other = join(folders.root, 'other');
    await mkdir(other);
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'Kept' });
    await library.handlers.useFolder({ folder: other, move: true });
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    expect(await named(library, id)).toEqual([]);
  });
});
