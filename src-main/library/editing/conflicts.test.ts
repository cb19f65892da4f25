import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConflictChoice, ThemeSummary } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Publication, publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  type LibraryFolders,
  libraryOfOne,
  listChange,
  northwind,
  putTheme,
  restarted,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
  themesOnDisk,
} from '../testing/fixture-library';

describe('a conflict', () => {
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

/**
 * A theme got another name in one of two places: whoever keeps that version keeps the name that a person
 * gave it, not only its look and its tags.
 */
describe('the name of a version that is kept', () => {
  const themesIn = async (library: Library): Promise<ThemeSummary[]> =>
    (await library.handlers.list(undefined)).themes;

  async function copyIn(library: Library): Promise<ThemeSummary> {
    const copy = (await themesIn(library)).find(({ conflictOf }) => conflictOf !== undefined);
    if (copy === undefined) throw new Error('There is no conflict copy.');
    return copy;
  }

  /** On another computer it was edited, and got a name or not; a sync program put that beside ours. */
  async function conflictedCopy(name: string): Promise<Library> {
    const { library, folders, document } = await libraryOfOne();
    await library.start();
    const told = listChange(library, ({ upserted }) => upserted.length > 0);
    const theme = withThemeField(document.theme, { field: 'general.font', value: 'Theirs' });
    await putTheme(folders, 'a (conflicted copy).json', { ...document, name, theme });
    await told;
    return library;
  }

  /** Here it was edited, and got a name or not, a moment after another computer changed the file. */
  async function editedInBoth(name: string, isRestarted = false): Promise<Library> {
    const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putTheme(folders, 'a.json', { ...document, tags: ['theirs'] });
    if (name === document.name) await library.flush();
    else await library.handlers.rename({ id, name });
    return isRestarted ? restarted(folders, library) : library;
  }

  it('the control: a version that was not renamed is kept under the name that both have', async () => {
    for (const library of [await conflictedCopy('Harbour'), await editedInBoth('Harbour')]) {
      await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'this' });
      expect((await themesIn(library)).map(({ name }) => name)).toEqual(['Harbour']);
    }
  });

  it('the control: where both are kept, the name is', async () => {
    const library = await conflictedCopy('Autumn');
    await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'both' });
    expect((await themesIn(library)).map(({ name }) => name).sort()).toEqual(['Autumn', 'Harbour']);
  });

  it('a conflicted copy of a sync program that is kept keeps its name', async () => {
    const library = await conflictedCopy('Autumn');
    const copy = await copyIn(library);
    // Foyer made nothing of this name: it is the one in the file.
    expect(copy.name).toBe('Autumn');
    await library.handlers.resolveConflict({ id: copy.id, keep: 'this' });
    expect(await themesIn(library)).toMatchObject([
      { name: 'Autumn', theme: { general: { font: 'Theirs' } } },
    ]);
  });

  it('a version that was renamed here and is kept keeps its name', async () => {
    const library = await editedInBoth('Autumn');
    await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'this' });
    expect(await themesIn(library)).toMatchObject([
      { name: 'Autumn', theme: { general: { font: 'Ours' } } },
    ]);
  });

  it('it does after a restart, too', async () => {
    const library = await editedInBoth('Autumn', true);
    await library.handlers.resolveConflict({ id: (await copyIn(library)).id, keep: 'this' });
    expect((await themesIn(library)).map(({ name }) => name)).toEqual(['Autumn']);
  });

  it('a copy that got a name from a person, and not from Foyer alone, keeps it', async () => {
    const library = await editedInBoth('Harbour');
    const { id } = await copyIn(library);
    await library.handlers.rename({ id, name: 'Winter' });
    await library.handlers.resolveConflict({ id, keep: 'this' });
    expect((await themesIn(library)).map(({ name }) => name)).toEqual(['Winter']);
  });
});

/**
 * A person named a version of the copy of a conflict ("Name a version to keep it"), and decides then for the other one.
 * Where they delete the copy by hand, that version is in the other's history as well (../history/histories-kept.test.ts);
 * it is no less worth where the dialog moves the copy to the bin.
 */
describe('named versions of the copy that is not kept', () => {
  const approved = 'As the client approved it';

  it.each<[string, boolean]>([
    ['the control: the copy is deleted by hand', true],
    ['the other one is kept in the dialog', false],
  ])('the named version can be had once the bin was emptied: %s', async (_name, isByHand) => {
    const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    const { handlers } = library;
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await library.saveEdits();
    const { themes } = await handlers.list(undefined);
    const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
    await handlers.keepVersion({ id: copy, name: approved });

    const { entries } = isByHand
      ? await handlers.remove({ ids: [copy] })
      : await handlers.resolveConflict({ id: copy, keep: 'other' });
    expect(await handlers.discard({ entries })).toMatchObject({ entries });

    const { versions } = await handlers.versions({ id });
    expect(versions.flatMap(({ name }) => name ?? [])).toContain(approved);
  });
});

/**
 * A theme was changed in two places. Another program takes the file of the one version away, which nobody here was told
 * yet, and a person decides for that one. A decision that can't be had is refused, and the other version stays: it is the
 * only one.
 */
describe('a decision for a version that is gone', () => {
  /** The files of the library after the decision. */
  async function decided(isOpen: boolean): Promise<string[]> {
    const { folders, library, document, id } = await libraryOfOne();
    const { handlers } = library;
    const copy = themeDocument({
      name: 'Harbour (other version)',
      conflictOf: { id, name: document.name },
      theme: { ...newTheme(), customCss: '/* theirs */' },
    });
    await putTheme(folders, 'b.json', copy);
    await library.start();
    // It was open in the studio before.
    if (isOpen) await handlers.open({ id });
    await rm(join(folders.themes, 'a.json'));
    await Promise.resolve(handlers.resolveConflict({ id: copy.id, keep: 'other' })).catch(
      () => undefined,
    );
    await library.flush();
    return themeFiles(folders);
  }

  it('the control: it was not open', async () => {
    expect(await decided(false)).toEqual(['b.json']);
  });

  it('it was open before', async () => {
    expect(await decided(true)).not.toEqual([]);
  });
});

/**
 * A theme was changed in two places. A person publishes the version that became the copy, and decides to keep it before
 * the service has answered: "of two versions of one theme, the link to a template stays, so that publishing doesn't
 * create a duplicate".
 */
describe('a publication is answered after the decision', () => {
  const key = publicationKey(northwind);

  /** Two versions of a theme that was never published, and how the outbox notes what the service has of the copy. */
  async function conflicted() {
    const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    const { handlers } = library;
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    await putTheme(folders, 'a.json', { ...document, tags: ['theirs'] });
    await library.flush();
    const { themes } = await handlers.list(undefined);
    const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
    const { name, theme } = await library.saved(copy);
    const answer: Publication = {
      templateId: 't-copy',
      at: '2026-01-02T03:04:05.000Z',
      sent: { name, theme },
    };
    return { library, id, copy, answered: () => library.setPublication(copy, key, answer, [null]) };
  }

  it.each<[string, ConflictChoice, boolean]>([
    ['the control: answered before, the copy is kept', 'this', true],
    ['the control: answered before, the other is kept', 'other', true],
    ['answered after, the copy is kept', 'this', false],
    ['answered after, the other is kept', 'other', false],
  ])('the theme that is left has the template: %s', async (_name, keep, isBefore) => {
    const { library, id, copy, answered } = await conflicted();
    if (isBefore) await answered();
    await library.handlers.resolveConflict({ id: copy, keep });
    if (!isBefore) await answered();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((theme) => [theme.id, theme.places[0]?.templateId])).toEqual([
      [id, 't-copy'],
    ]);
  });

  it('the copy has it again when the decision is taken back after that', async () => {
    const { library, id, copy, answered } = await conflicted();
    const { entries } = await library.handlers.resolveConflict({ id: copy, keep: 'other' });
    await answered();
    await library.handlers.restore({ entries });
    const { themes } = await library.handlers.list(undefined);
    const links = themes.map((theme) => [theme.id, theme.places[0]?.templateId]);
    expect(Object.fromEntries(links)).toEqual({ [id]: undefined, [copy]: 't-copy' });
  });
});
