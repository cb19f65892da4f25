/** A theme's file changes names with a backup of it, or is put aside for it, and Foyer looks at one of the two files first. */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { largestThemeFile, type Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  savedWhenAsked,
  testLibrary,
} from '../testing/fixture-library';

/**
 * A person copied a theme's file by hand, as a backup, and edited the theme since. They put the theme's file aside in the folder
 * and give the backup its name, or let the two change their names. The theme goes on under its new name, as it was edited, with its
 * template, whether Foyer is asked for it before the watcher has told of all of that, or not.
 */
describe('two files change, and one is looked at first', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  async function backedUp() {
    const { folders, library: first, id } = await libraryOfOne({ name: 'Harbour', publications });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    await copyFile(path('a.json'), path('b.json'));
    await first.rescan();
    await first.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await first.saved(id);
    await endLibrary(first);
    // The watcher is late, as on a share that tells nothing.
    const times = { settleMs: 600_000, retryMs: 20 };
    const folder = openDocumentFolder(folders.themes, { maxBytes: largestThemeFile, ...times });
    const { library } = testLibrary(folders, { folder, pace: savedWhenAsked });
    await library.start();
    return { library, id, path };
  }

  const touches: Record<string, (library: Library, id: string) => Promise<unknown>> = {
    'not touched, as a control': () => Promise.resolve(),
    'read, as an export or a backup reads it': (library, id) =>
      library.current(id).catch(() => undefined),
    opened: (library, id) => Promise.resolve(library.handlers.open({ id })).catch(() => undefined),
    'tagged in the list': (library, id) =>
      Promise.resolve(
        library.handlers.setTagsOfMany({ themes: [{ id, tags: ['blue', 'new'] }] }),
      ).catch(() => undefined),
    'edited before, and saved': async (library) => library.flush(),
  };

  const ways = ['change their names', 'change, the theme put aside'] as const;

  describe.each(ways)('two files %s', (way) => {
    it.each(Object.keys(touches))('and the theme is %s', async (how) => {
      const { library, id, path } = await backedUp();
      if (how.startsWith('edited')) {
        await library.handlers.open({ id });
        await library.handlers.edit({
          id,
          edits: [{ field: 'general.font', value: 'Merriweather' }],
        });
      }
      const aside = way === 'change their names' ? 'aside.tmp' : 'a-old.json';
      await rename(path('a.json'), path(aside));
      await rename(path('b.json'), path('a.json'));
      if (way === 'change their names') await rename(path(aside), path('b.json'));
      await touches[how]?.(library, id);
      await library.rescan();
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
      const fonts = await Promise.all(
        linked.map(async (each) => (await library.saved(each.id)).theme.general.font),
      );
      expect([linked.map((each) => each.id === id), fonts]).toEqual([
        [true],
        [how.startsWith('edited') ? 'Merriweather' : 'Lora'],
      ]);
    });
  });
});
