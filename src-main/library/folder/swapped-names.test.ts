/** Files that take each other's names: by hand, by version control, or by a share that tells nothing. */
import { copyFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  northwind,
  putTheme,
  themeDocument,
  themeFiles,
  themesOnDisk,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

const linked = (templateId: string) => ({
  [publicationKey(northwind)]: { templateId, at: '2026-01-02T03:04:05.000Z' },
});
const never = { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 };

/** Two themes, each with a link and a named version, and how to rename their files. */
async function twoThemes(files: readonly [string, string]) {
  const folders = await temporaryLibraryFolders();
  const light = themeDocument({ name: 'Light', publications: linked('t-light') });
  const dark = themeDocument({ name: 'Dark', publications: linked('t-dark') });
  await putTheme(folders, files[0], light);
  await putTheme(folders, files[1], dark);
  const { library } = testLibrary(folders, { pace: never });
  await library.handlers.keepVersion({ id: light.id, name: 'Kept light' });
  await library.handlers.keepVersion({ id: dark.id, name: 'Kept dark' });
  const move = (from: string, to: string) =>
    rename(join(folders.themes, from), join(folders.themes, to));
  const swap = async () => {
    await move(files[0], 'aside.tmp');
    await move(files[1], files[0]);
    await move('aside.tmp', files[1]);
  };
  return { folders, library, light, dark, move, swap };
}

/** By name, the id, the link and the named version of each theme. */
async function shown({ handlers }: Library) {
  const { themes } = await handlers.list(undefined);
  const all = themes.map(async ({ id, name, places }) => {
    const { versions } = await handlers.versions({ id });
    return [name, [id, places[0]?.templateId, versions[0]?.name]] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

describe('two themes whose files swap their names', () => {
  it('keep their ids, links and histories', async () => {
    const { folders, library, light, dark, swap } = await twoThemes(['a.json', 'b.json']);
    await swap();
    await library.rescan();
    expect(await shown(library)).toEqual({
      Light: [light.id, 't-light', 'Kept light'],
      Dark: [dark.id, 't-dark', 'Kept dark'],
    });
    expect(await themesOnDisk(folders)).toEqual([dark, light]);
  });

  it('keep them when one is read before the swap was told', async () => {
    const { folders, library, light, dark, swap } = await twoThemes(['a.json', 'b.json']);
    await swap();
    // As an export or a backup reads it.
    await library.current(light.id).catch(() => undefined);
    await library.rescan();
    expect(await shown(library)).toEqual({
      Light: [light.id, 't-light', 'Kept light'],
      Dark: [dark.id, 't-dark', 'Kept dark'],
    });
    expect(await themesOnDisk(folders)).toEqual([dark, light]);
  });

  it('keep what was typed in one of them, and its undo', async () => {
    const { folders, library, light, dark, swap } = await twoThemes(['a.json', 'b.json']);
    const { handlers } = library;
    await handlers.open({ id: light.id });
    await handlers.edit({ id: light.id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await swap();
    await library.rescan();
    expect(await library.flush()).toEqual([]);
    expect(await handlers.open({ id: light.id })).toMatchObject({ canUndo: true });
    expect(await themesOnDisk(folders)).toMatchObject([
      { id: dark.id },
      { id: light.id, theme: { general: { font: 'Lora' } } },
    ]);
    expect(await themeFiles(folders)).toEqual(['a.json', 'b.json']);
  });
});

describe('a theme that is put aside for another one in its place', () => {
  it('keeps id, link and history, and so does the other', async () => {
    const { folders, library, light, dark, move } = await twoThemes(['light.json', 'next.json']);
    await move('light.json', 'light-old.json');
    await move('next.json', 'light.json');
    await library.rescan();
    expect(await shown(library)).toEqual({
      Light: [light.id, 't-light', 'Kept light'],
      Dark: [dark.id, 't-dark', 'Kept dark'],
    });
    expect(await themeFiles(folders)).toEqual(['light-old.json', 'light.json']);
  });

  it('and copied once more on the way keeps the id in the file that was renamed', async () => {
    const { folders, library, light, move } = await twoThemes(['light.json', 'next.json']);
    const text = await readFile(join(folders.themes, 'light.json'), 'utf8');
    await putTheme(folders, 'a copy.json', JSON.parse(text) as object);
    await move('light.json', 'z-old.json');
    await move('next.json', 'light.json');
    await library.rescan();
    const old = await readFile(join(folders.themes, 'z-old.json'), 'utf8');
    expect(JSON.parse(old)).toMatchObject({ id: light.id });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(3);
  });
});

describe('a theme over whose file another was copied, and that two ask for at once', () => {
  it('makes one theme of the copy, not two', async () => {
    const folders = await temporaryLibraryFolders();
    const first = themeDocument({ name: 'First' });
    await putTheme(folders, 'a.json', first);
    await putTheme(folders, 'b.json', themeDocument({ name: 'Other' }));
    const { library } = testLibrary(folders);
    await library.start();
    await copyFile(join(folders.themes, 'b.json'), join(folders.themes, 'a.json'));
    // An export and a look, for example.
    await Promise.allSettled([library.whole(first.id), library.current(first.id)]);
    await library.rescan();
    expect(await themesOnDisk(folders)).toHaveLength(2);
  });
});
