/** Undo of what another computer wrote takes back its edits, and none of its publications. */
import { describe, expect, it } from 'vitest';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const [january, february] = ['2026-01-05T00:00:00.000Z', '2026-02-05T00:00:00.000Z'];
const link = (at: string): Publication => ({ templateId: 't', at });
const of = (publication: Publication | undefined) => ({
  publications: publication === undefined ? {} : { [key]: publication },
});

describe.each([
  ['none', undefined],
  ['an older one', link(january)],
])('a publication that another computer made, where this one knew of %s', (_what, ours) => {
  it('stays when the edits that came with it are undone, and done again', async () => {
    const { folders, library, document, id } = await libraryOfOne(of(ours));
    await library.handlers.open({ id });
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs', ...of(link(february)) });
    await library.rescan();
    expect(await library.handlers.undo({ id })).toMatchObject({
      name: 'Harbour',
      places: [{ templateId: 't', relation: 'changed' }],
    });
    expect((await library.saved(id)).publications).toEqual({ [key]: link(february) });
    await library.handlers.redo({ id });
    expect((await library.saved(id)).publications).toEqual({ [key]: link(february) });
  });

  it('stays when it came while the theme’s file was gone', async () => {
    const { folders, library, document, id } = await libraryOfOne(of(ours));
    await library.handlers.open({ id });
    await rm(join(folders.themes, 'a.json'));
    await library.rescan();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs', ...of(link(february)) });
    await library.rescan();
    await library.handlers.open({ id });
    await library.handlers.undo({ id });
    expect((await library.saved(id)).publications).toEqual({ [key]: link(february) });
  });
});
