/** A theme's present state is backed up once more, before an earlier backup is put over it while Foyer is closed. */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { endLibrary, libraryOfOne, northwind, testLibrary } from '../testing/fixture-library';

/**
 * A person copied a theme's file by hand, as a backup, and edited the theme. They want to go back to the backup: they copy the theme's
 * file once more, to keep what it is now, quit Foyer, and put the first backup over the theme's file.
 */
describe('an earlier backup is put over a theme while Foyer is closed', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each(
    ['moved', 'copied'].flatMap((how) =>
      ['no second backup, as a control', 'a second backup'].map((what) => [how, what] as const),
    ),
  )('is the theme, with its template and its versions (%s, %s)', async (how, what) => {
    const { folders, library: first, id } = await libraryOfOne({ publications });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    const { theme } = await first.saved(id);
    await copyFile(path('a.json'), path('first.json'));
    await first.rescan();
    await first.handlers.keepVersion({ id, name: 'As it was signed' });
    await first.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await first.saved(id);
    await first.flush();
    if (!what.endsWith('control')) {
      await copyFile(path('a.json'), path('second.json'));
      await first.rescan();
    }
    await endLibrary(first);
    await (how === 'moved' ? rename : copyFile)(path('first.json'), path('a.json'));
    const { library } = testLibrary(folders);
    await library.rescan();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    const fonts = await Promise.all(
      linked.map(async (each) => (await library.saved(each.id)).theme.general.font),
    );
    expect([linked.map((each) => each.id === id), fonts]).toEqual([[true], [theme.general.font]]);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });

  /** Restored by a backup program, or damaged by another one and mended by the one backup. */
  it.each([
    ['one backup, as a control', ['first.json']],
    ['two equal backups', ['first.json', 'second.json']],
  ])('is the theme where it was not edited (%s)', async (_what, names) => {
    const { folders, library: first, id } = await libraryOfOne({ publications });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    await first.handlers.keepVersion({ id, name: 'As it was signed' });
    for (const name of names) await copyFile(path('a.json'), path(name));
    await first.rescan();
    await endLibrary(first);
    await copyFile(path('first.json'), path('a.json'));
    const { library } = testLibrary(folders);
    await library.rescan();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    expect(linked.map((each) => each.id === id)).toEqual([true]);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});
