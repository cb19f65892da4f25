/**
 * A program renames a theme's file by copying it, and removes the first one only later (rsync). In between the person
 * publishes the theme. What its card says of that is true once the copy is the theme.
 */
import { copyFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';

const key = publicationKey(northwind);

describe('a theme that was published while its file was being renamed by copying it', () => {
  it.each([false, true])(
    'is said to be as it was published (restarted meanwhile: %s)',
    async (isRestarted) => {
      const { folders, library: first, id } = await libraryOfOne();
      await first.start();
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
      await first.rescan();
      const { name, theme } = await first.saved(id);
      const at = '2026-01-05T00:00:00.000Z';
      await first.setPublication(id, key, {
        ...{ templateId: 't', at, attempt: 'once' },
        sent: { name, theme },
      });
      await first.flush();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map((each) => [each.id, each.places])).toEqual([
        [id, [{ connectionId: northwind.id, relation: 'same', templateId: 't', publishedAt: at }]],
      ]);
    },
  );
});
