/**
 * A theme's file is renamed by hand: copied under another name and removed, so that the copy goes on as the theme. Then the
 * file from before the theme was published is put back under the old name, as from a backup. The theme stays linked to its
 * template: without, it would be saved as a second one.
 */
import { copyFile, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putThemeOf } from '../testing/fixture-library';

const key = publicationKey(northwind);
const before = new Date('2026-03-01T13:00:00.000Z');

it.each(['moved away (the control)', 'copied, and then removed'] as const)(
  'stays linked where its file was %s',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne();
    await utimes(join(folders.themes, 'a.json'), before, before);
    await library.start();
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.rescan();
    if (how.startsWith('copied')) {
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
      await library.rescan();
    }
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    if (how.startsWith('copied'))
      expect((await library.current(id)).publications[key]?.templateId).toBe('t');
    await putThemeOf(before, folders, 'a.json', document);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const links = themes.flatMap(({ places }) =>
      places.flatMap(({ templateId }) => templateId ?? []),
    );
    expect(links).toEqual(['t']);
  },
);
