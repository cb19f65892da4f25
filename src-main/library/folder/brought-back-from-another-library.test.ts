/** A theme's file was taken to another library, used there for another template, and is laid beside the first one. */
import { copyFile, mkdir } from 'node:fs/promises';
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
