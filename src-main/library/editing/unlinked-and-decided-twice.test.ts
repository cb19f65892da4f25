/**
 * A theme is linked to a template; a conflicted copy of it comes from a computer on which it was unlinked. A person decides
 * or deletes, takes that back with Ctrl Z, and chooses the copy: it is what it would have been without what they took back.
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each(['nothing', 'chooses the copy', 'chooses the theme', 'deletes the copy'] as const)(
  'stays unlinked where the copy is chosen: before, the person takes back: %s',
  async (first) => {
    const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.handlers.list(undefined);
    const theme = { ...newTheme(), customCss: '/* unlinked */' };
    const theirs = { ...document, theme, publications: {}, unlinked: { [key]: { t: 1 } } };
    await putTheme(folders, "a (Anna's conflicted copy 2026-11-27).json", theirs);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((each) => each.id !== id)?.id ?? '';
    expect(themes).toHaveLength(2);
    if (first !== 'nothing') {
      const { entries } =
        first === 'deletes the copy'
          ? await library.handlers.remove({ ids: [copy] })
          : await library.handlers.resolveConflict({
              id: copy,
              keep: first === 'chooses the copy' ? 'this' : 'other',
            });
      if (first === 'chooses the copy') await library.handlers.undo({ id });
      await library.handlers.restore({ entries });
      expect(await library.saved(id)).toMatchObject({ publications });
    }
    await library.handlers.resolveConflict({ id: copy, keep: 'this' });
    expect((await library.saved(id)).publications).toEqual({});
  },
);
