/**
 * Two people have Foyer open on one shared folder. One has copied a theme's file by hand, as the beginning of another theme,
 * and published the first one again since. A colleague deletes the first one in Foyer: it is in the bin, and the copy is a theme of its own.
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  openThemes,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

it.each([
  [false, false],
  [true, false],
  [true, true],
])(
  'what a colleague deletes is not back in its copy (published since: %s, the deletion undone: %s)',
  async (isPublished, isUndone) => {
    const { folders, library: first, id } = await libraryOfOne({ publications: { [key]: link } });
    await first.start();
    const profile = join(folders.root, 'profile of another');
    await mkdir(profile);
    const second = testLibrary({ ...folders, profile }, { folder: openThemes(folders) }).library;
    await second.start();
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await first.rescan();
    await second.rescan();
    if (isPublished)
      await first.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await first.flush();
    await second.rescan();
    await second.handlers.remove({ ids: [id] });
    await first.rescan();
    await second.rescan();
    if (isUndone) {
      const bin = await second.handlers.bin(undefined);
      await second.handlers.restore({ entries: bin.themes.map(({ entry }) => entry) });
      await first.rescan();
      await second.rescan();
    }
    const themes = await themesOnDisk(folders);
    expect(themes).toHaveLength(isUndone ? 2 : 1);
    const copy = JSON.parse(await readFile(join(folders.themes, 'b.json'), 'utf8')) as ThemeDocument;
    expect([copy.id === id, copy.publications]).toEqual([false, {}]);
    if (isUndone) expect(themes.find((each) => each.id === id)?.publications).toHaveProperty([key]);
  },
);
