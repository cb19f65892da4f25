/** A theme gets what became of its links elsewhere, and the disk refuses that for a moment. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  openThemes,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';
import { bring, exchange } from '../testing/synced-computers';

/**
 * Two computers keep the library the same by a sync program. A theme's file is renamed on one, while the theme is published for the
 * first time on the other, where Foyer is quit then. The sync program brings the file with its first name back, and the disk
 * refuses Foyer one write for a moment (a scanner holds the renamed file). Its template is known here, whatever file has it.
 */
describe('published there, renamed here', () => {
  const key = publicationKey(northwind);

  async function templates(library: Library): Promise<string[]> {
    const { themes } = await library.handlers.list(undefined);
    return themes.flatMap(({ places }) => places.flatMap(({ templateId }) => templateId ?? []));
  }

  const refusals = [
    ['never, as a control', ''],
    ['for a moment', 'EBUSY'],
    ['until there is room', 'ENOSPC'],
  ] as const;
  it.each(
    ['here', 'on both, once Foyer was started there'].flatMap((until) =>
      refusals.map(([how, code]) => [how, until, code] as const),
    ),
  )('the disk refuses the renamed file %s: known %s', async (_how, until, code) => {
    const { library: two, folders: there, id } = await libraryOfOne();
    const here = await temporaryLibraryFolders();
    await bring('a.json', there, here);
    const folder = openThemes(here);
    const { library: one } = testLibrary(here, { folder });
    await one.start();
    await two.start();
    await two.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
    await endLibrary(two);
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    const write = folder.write.bind(folder);
    if (code !== '') {
      const refused = Object.assign(new Error(code), { code });
      const orRefused: typeof write = (name, ...rest) =>
        name === 'b.json' ? Promise.reject(refused) : write(name, ...rest);
      Object.assign(folder, { write: orRefused });
    }
    await bring('a.json', there, here);
    await one.rescan();
    Object.assign(folder, { write });
    await one.rescan();
    await one.rescan();
    if (until === 'here') {
      expect(await templates(one)).toEqual(['t']);
      return;
    }
    const again = testLibrary(there).library;
    await bring('b.json', here, there);
    await bring('a.json', here, there);
    await again.start();
    await exchange({ one, two: again, here, there });
    expect([await templates(one), await templates(again)]).toEqual([['t'], ['t']]);
  });
});
