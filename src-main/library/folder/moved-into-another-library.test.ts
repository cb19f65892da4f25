/** A library is moved in Settings into the folder of another one, which has a theme of the same file with other templates. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

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

  it.each(isUnlinkedToo)('each keeps its template (unlinked from the first: %s)', async (also) => {
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
  });
});
