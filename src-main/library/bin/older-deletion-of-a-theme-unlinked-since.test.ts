/**
 * A linked theme was deleted, came back by its file, was unlinked from its template, and was deleted again or taken away by
 * another computer. Its first deletion is taken back: of two versions, the one that was unlinked more often knows of a word that
 * the other does not (0022), so it comes back without that link.
 */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, unlinkTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

it.each(['is deleted again', 'is deleted on another computer'] as const)(
  'comes back unlinked where it %s',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    const { entries } = await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await library.rescan();
    await unlinkTheme(library, id, key);
    await library.flush();
    if (how === 'is deleted again') await library.handlers.remove({ ids: [id] });
    else await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    await library.handlers.restore({ entries });
    const { publications: links, unlinked } = await library.saved(id);
    expect(unlinked).toBeDefined();
    expect(links).toEqual({});
  },
);
