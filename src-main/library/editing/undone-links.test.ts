import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Publication, publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { type LibraryFolders, libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

/** An older file of others comes in: its undo brings back the link as well as the content. */
describe('an older file that came in is undone', () => {
  const key = publicationKey(northwind);
  const link = (at: string, templateId = 't'): Publication => ({ templateId, at });
  const [january, february, march] = ['2026-01-05', '2026-02-05', '2026-03-05'];

  const publicationOf = async (library: Library, id: string) =>
    (await library.current(id)).publications[key];

  /** A theme that is open and linked; then a file of others came in, with that link or none. */
  async function overwritten(theirs: Publication | undefined) {
    const { folders, library, document, id } = await libraryOfOne({
      publications: { [key]: link(february) },
    });
    await library.handlers.open({ id });
    const older = {
      ...document,
      name: 'Older',
      publications: theirs === undefined ? {} : { [key]: theirs },
    };
    await putTheme(folders, 'a.json', older);
    await library.rescan();
    expect(await publicationOf(library, id)).toEqual(theirs);
    return { folders, library, document, id };
  }

  describe('an older file of others that came in', () => {
    it.each([undefined, link(january)])(
      'is undone with its link, which stays when it is done again (%o)',
      async (was) => {
        const { library, id } = await overwritten(was);
        expect(await library.handlers.undo({ id })).toMatchObject({
          name: 'Harbour',
          places: [{ templateId: 't' }],
          redoes: ['name'],
        });
        expect(await publicationOf(library, id)).toEqual(link(february));
        await library.handlers.redo({ id });
        expect(await publicationOf(library, id)).toEqual(link(february));
        await library.handlers.undo({ id });
        expect((await library.saved(id)).publications[key]).toEqual(link(february));
      },
    );

    it('leaves a link that the theme was given since', async () => {
      const { library, id } = await overwritten(undefined);
      await library.setPublication(id, key, link(march, 'newer'));
      expect(await library.handlers.undo({ id })).toMatchObject({ name: 'Harbour' });
      expect(await publicationOf(library, id)).toEqual(link(march, 'newer'));
    });

    it('is undone with its link where the theme’s file was gone meanwhile', async () => {
      const { folders, library, document, id } = await gone();
      await putTheme(folders, 'a.json', { ...document, name: 'Older', publications: {} });
      await library.rescan();
      expect(await library.handlers.open({ id })).toMatchObject({ name: 'Older' });
      expect(await library.handlers.undo({ id })).toMatchObject({ name: 'Harbour' });
      expect(await publicationOf(library, id)).toEqual(link(february));
    });

    it('is no step where only its link is another one', async () => {
      const { folders, library, document, id } = await gone();
      await putTheme(folders, 'a.json', { ...document, publications: {} });
      await library.rescan();
      expect((await library.handlers.open({ id })).canUndo).toBe(false);
    });
  });

  async function gone(): Promise<
    Awaited<ReturnType<typeof libraryOfOne>> & { folders: LibraryFolders }
  > {
    const one = await libraryOfOne({ publications: { [key]: link(february) } });
    await one.library.handlers.open({ id: one.id });
    await rm(join(one.folders.themes, 'a.json'));
    await one.library.rescan();
    return one;
  }
});

/** Undo of what another computer wrote takes back its edits, and none of its publications. */
describe('edits that came in with a link are undone', () => {
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
});
