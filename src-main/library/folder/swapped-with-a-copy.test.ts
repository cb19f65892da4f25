/**
 * A person saved a theme's file under another name for another client, and Foyer gave that an ID of its own. Later the two
 * files change their names, or the second takes the first one's while that is put aside, and one theme is read, or saved, before
 * the watcher has told of it. Each stays the theme that it is: the first client's template has the first client's theme.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  testLibrary,
  savedWhenAsked,
} from '../testing/fixture-library';
import { largestThemeFile, type Library } from '../library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

async function variantBeside() {
  const { folders, library: first, id } = await libraryOfOne({ name: 'Client A', publications });
  await first.start();
  await first.handlers.keepVersion({ id, name: 'As client A signed it' });
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
  await first.rescan();
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

const ways = ['change their names', 'change, the first put aside'] as const;

describe.each(ways)('two files %s', (way) => {
  it.each(Object.keys(touches))('and the first theme is %s', async (how) => {
    const { library, id, path } = await variantBeside();
    if (how.startsWith('edited')) {
      await library.handlers.open({ id });
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
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
    expect(linked.map((each) => [each.name, each.id === id])).toEqual([['Client A', true]]);
  });
});
