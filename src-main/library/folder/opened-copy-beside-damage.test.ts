/** A copy of a theme's file that is a theme of its own for a person, when the theme's file is damaged. */
import { copyFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

/**
 * A person copies a theme's file by hand, to make a theme for another client of it, and opens that in Foyer. They go on with the first
 * theme. Later the first theme's file is damaged, and they delete it. The copy is open in the studio still: it is the theme that it
 * was, without the first client's template.
 */
describe('a copy that was opened before the theme’s file was damaged', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each(['whole, as a control', 'damaged'])(
    'is a theme of its own still, where the first file was deleted %s',
    async (how) => {
      const { folders, library, id } = await libraryOfOne({ publications });
      await library.start();
      const path = (file: string): string => join(folders.themes, file);
      await copyFile(path('a.json'), path('second client.json'));
      await library.rescan();
      const { themes: both } = await library.handlers.list(undefined);
      const copy = both.find((each) => each.id !== id)?.id ?? '';
      await library.handlers.open({ id: copy });
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await library.saved(id);
      await library.flush();
      if (how === 'damaged') {
        await writeFile(path('a.json'), Buffer.alloc(2_000));
        await library.rescan();
      }
      await unlink(path('a.json'));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(
        themes.map((each) => [
          each.id === copy,
          each.places.flatMap(({ templateId }) => templateId ?? []),
        ]),
      ).toEqual([[true, []]]);
      // What is typed in the studio now is saved.
      await library.handlers.edit({ id: copy, edits: [{ field: 'general.font', value: 'Lora' }] });
      await library.saved(copy);
    },
  );
});
