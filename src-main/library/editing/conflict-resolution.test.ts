import { describe, expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { publicationKey } from '@shared/theme/theme';
import {
  type LibraryFolders,
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';
import type { Library } from '../library';

const key = publicationKey(northwind);

/** A theme of which there are two versions: theirs, and ours as the copy. */
async function conflicted(): Promise<{
  folders: LibraryFolders;
  library: Library;
  other: string;
  copy: ThemeSummary;
}> {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  await putTheme(folders, 'a.json', document);
  const pace = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };
  const { library } = testLibrary(folders, { pace });
  const { id } = document;
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, tags: ['theirs'], mine: 1 });
  await library.flush();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id);
  if (copy === undefined) throw new Error('There is no conflict copy.');
  return { folders, library, other: id, copy };
}

describe('a conflict', () => {
  it('ends with both kept', async () => {
    const { library, folders, copy } = await conflicted();
    await library.handlers.resolveConflict({ id: copy.id, keep: 'both' });
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(2);
    expect(themes.filter(({ conflictOf }) => conflictOf !== undefined)).toEqual([]);
    expect(await themesOnDisk(folders)).not.toContainEqual(
      expect.objectContaining({ conflictOf: expect.anything() as unknown }),
    );
  });

  it('ends with the other kept, and the copy in the bin', async () => {
    const { library, other, copy } = await conflicted();
    const { handlers } = library;
    const { entries } = await handlers.resolveConflict({ id: copy.id, keep: 'other' });
    expect((await handlers.list(undefined)).themes.map(({ id }) => id)).toEqual([other]);
    expect((await handlers.bin(undefined)).themes).toMatchObject([{ id: copy.id }]);
    await handlers.restore({ entries });
    expect((await handlers.list(undefined)).themes).toContainEqual(
      expect.objectContaining({ id: copy.id, conflictOf: { id: other, name: 'Harbour' } }),
    );
  });

  it('ends with this kept: its look goes over, as a step of undo', async () => {
    const { library, folders, other, copy } = await conflicted();
    const { handlers } = library;
    await handlers.resolveConflict({ id: copy.id, keep: 'this' });
    expect((await handlers.list(undefined)).themes).toMatchObject([
      { id: other, name: 'Harbour', tags: ['blue'], theme: { general: { font: 'Ours' } } },
    ]);
    expect((await themesOnDisk(folders))[0]).toMatchObject({ id: other, mine: 1 });
    expect(await handlers.undo({ id: other })).toMatchObject({ tags: ['theirs'] });
  });

  it('gives the copy its link back when the decision is undone, and takes it from the other', async () => {
    for (const isPublishedSince of [false, true]) {
      const folders = await temporaryLibraryFolders();
      const light = themeDocument({ name: 'Light' });
      const publication = { templateId: 't-copy', at: '2026-01-02T03:04:05.000Z' };
      const copy = themeDocument({
        name: 'Light (conflict)',
        publications: { [key]: publication },
        conflictOf: { id: light.id, name: 'Light' },
      });
      await putTheme(folders, 'a.json', light);
      await putTheme(folders, 'b.json', copy);
      const { library } = testLibrary(folders);
      const { handlers } = library;
      const { entries } = await handlers.resolveConflict({ id: copy.id, keep: 'other' });
      if (isPublishedSince)
        await library.setPublication(light.id, key, {
          ...publication,
          at: '2026-02-02T03:04:05.000Z',
        });
      await handlers.restore({ entries });
      const links = (await handlers.list(undefined)).themes.map(({ name, places }) => [
        name,
        places[0]?.templateId,
      ]);
      expect(Object.fromEntries(links)).toEqual(
        isPublishedSince
          ? { Light: 't-copy', 'Light (conflict)': undefined }
          : { Light: undefined, 'Light (conflict)': 't-copy' },
      );
    }
  });

  it('of a theme that is none is refused', async () => {
    const { library, other } = await conflicted();
    await expect(
      library.handlers.resolveConflict({ id: other, keep: 'both' }),
    ).rejects.toMatchObject({ problem: { code: 'notFound' } });
  });

  it('is seen in a second file with the same id, where the two differ', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.start();
    const same = listChange(library, ({ upserted }) => upserted.length > 0);
    await putTheme(folders, 'b.json', { ...document, name: 'By hand' });
    expect((await same).upserted[0]).not.toHaveProperty('conflictOf');
    const differs = listChange(library, ({ upserted }) => upserted.length > 0);
    await putTheme(folders, 'c.json', { ...document, tags: ['phone'] });
    expect((await differs).upserted[0]).toMatchObject({
      conflictOf: { id: document.id, name: 'Harbour' },
    });
  });
});
