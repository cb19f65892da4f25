/** A theme's file that was in another library meanwhile, and lies beside the theme's own again: what it was linked to there is not the theme's here. */
import { copyFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

/** A theme's file was taken to another library, used there for another template, and is laid beside the first one. */
describe('laid beside it by hand', () => {
  /**
   * A person has a library for each client. They take a theme's file to the second client's library, unlink it there from the first
   * client's template, and publish it for the second client, as it is. Later they lay that file beside the first one (as a
   * colleague sends it, or to have both in one place). The first client's theme has the first client's template still, and only that.
   */
  describe('a theme’s file that comes back from another client’s library', () => {
    const key = publicationKey(northwind);
    const otherKey = publicationKey({ ...northwind, workspaceId: 'w2' });
    const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

    type Does = (library: Library, id: string) => Promise<unknown>;
    const unlinks: Does = (library, id) => library.unlink(id, key, 't');
    const publishes =
      (place: string): Does =>
      (library, id) =>
        library.setPublication(id, place, {
          templateId: 'of the second client',
          at: '2026-01-05T00:00:00.000Z',
        });

    it.each<[string, readonly Does[]]>([
      ['nothing was done with it, as a control', []],
      ['unlinked there', [unlinks]],
      ['published there in another workspace', [publishes(otherKey)]],
      ['unlinked there, and published in another workspace', [unlinks, publishes(otherKey)]],
      ['unlinked there, and published as another template', [unlinks, publishes(key)]],
    ])('leaves the first client’s theme its template: %s', async (_how, does) => {
      const { folders, library, id } = await libraryOfOne({ publications });
      await library.start();
      const second = await temporaryLibraryFolders();
      await mkdir(second.themes, { recursive: true });
      await copyFile(join(folders.themes, 'a.json'), join(second.themes, 'a.json'));
      const { library: ofSecond } = testLibrary(second);
      await ofSecond.start();
      for (const each of does) await each(ofSecond, id);
      await endLibrary(ofSecond);
      await copyFile(join(second.themes, 'a.json'), join(folders.themes, 'second client.json'));
      await library.rescan();
      const { publications: links } = await library.current(id);
      expect(Object.entries(links).map(([place, { templateId }]) => [place, templateId])).toEqual([
        [key, 't'],
      ]);
    });
  });
});

/** A library is moved in Settings into the folder of another one, which has a theme of the same file with other templates. */
describe('moved there by Foyer', () => {
  /**
   * A person copied their library's folder for a second client, and unlinked or published there what is the first client's here. Later
   * they want both in one place, and move the one library into the folder of the other in Settings. Each client's theme has
   * its own template still.
   */
  describe('a library is moved into the folder of another client’s', () => {
    const key = publicationKey(northwind);
    const otherKey = publicationKey({ ...northwind, workspaceId: 'w2' });
    const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };
    const mayUse = () => true;
    const isUnlinkedToo = [false, true];

    it.each(isUnlinkedToo)(
      'each keeps its template (unlinked from the first: %s)',
      async (also) => {
        const { library: first, folders, id } = await libraryOfOne({ publications }, { mayUse });
        await first.start();
        const themes = join(folders.root, 'second client');
        await cp(folders.themes, themes, { recursive: true });
        const second: Library = testLibrary(
          { ...folders, themes, profile: folders.profile },
          { mayUse, profileFolder: join(folders.root, 'second profile') },
        ).library;
        await second.start();
        if (also) await second.unlink(id, key, 't');
        await second.setPublication(id, otherKey, {
          templateId: 'of the second client',
          at: '2026-01-05T00:00:00.000Z',
        });
        await endLibrary(second);
        await first.handlers.useFolder({ folder: themes, move: true });
        await first.rescan();
        const list = await first.handlers.list(undefined);
        const links = await Promise.all(
          list.themes.map(async (each) => {
            const { publications: all } = await first.current(each.id);
            return [each.id === id, Object.values(all).map(({ templateId }) => templateId)];
          }),
        );
        expect(links).toHaveLength(2);
        // The theme that moved is the first client's.
        expect(links).toContainEqual([true, ['t']]);
      },
    );
  });
});
