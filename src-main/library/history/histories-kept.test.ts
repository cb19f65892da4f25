import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  listChange,
  openThemes,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The history of a theme goes with its last deletion, unless the theme may still be anywhere. */
describe('the named versions of a theme that is deleted for good', () => {
  const named = async ({ handlers }: Library, id: string) =>
    (await handlers.versions({ id })).versions.map(({ name }) => name);

  it('stay when the theme is in another folder that was the library’s', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const other = join(folders.root, 'other');
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    await cp(folders.themes, other, { recursive: true });
    await library.handlers.useFolder({ folder: other, move: false });
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    await library.handlers.useFolder({ folder: folders.themes, move: false });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    expect(await named(library, id)).toEqual(['As the client signed it']);
  });

  it('stay when others took the theme away while Foyer ran, also after a restart', async () => {
    for (const isRestarted of [false, true]) {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument();
      const { id } = document;
      await putTheme(folders, 'a.json', document);
      await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
      let { library } = testLibrary(folders);
      await library.handlers.keepVersion({ id, name: 'As the client signed it' });
      const { entries } = await library.handlers.remove({ ids: [id] });
      // It came back by version control.
      const isBack = listChange(library, ({ upserted }) => upserted.length > 0);
      await putTheme(folders, 'a.json', document);
      await isBack;
      // Another branch, on which it is not, is looked at for a minute.
      const isGone = listChange(library, ({ removed }) => removed.includes(id));
      await rm(join(folders.themes, 'a.json'));
      await isGone;
      if (isRestarted) {
        await endLibrary(library);
        ({ library } = testLibrary(folders));
      }
      await library.handlers.discard({ entries });
      await putTheme(folders, 'a.json', document);
      await library.rescan();
      expect(await named(library, id)).toEqual(['As the client signed it']);
    }
  });

  it('go where it is nowhere any more, in the folder that it was moved from neither', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    const other = join(folders.root, 'other');
    await mkdir(other);
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'Kept' });
    await library.handlers.useFolder({ folder: other, move: true });
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    expect(await named(library, id)).toEqual([]);
  });
});

/**
 * A person renames the library's folder while Foyer is closed, and chooses it under its new name: it is the same library, as
 * Foyer knows ("a library whose folder you renamed is still the same one"). "A theme's history is deleted with its last
 * deletion": it is in no other folder, for under the former name there is none.
 */
describe('the folder of a theme that is deleted for good was renamed', () => {
  async function leftOfHistory(
    how: 'moved by Foyer' | 'renamed' | 'renamed while Foyer was closed',
  ) {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
    const renamed = join(folders.root, 'renamed');
    let { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    if (how === 'moved by Foyer') await mkdir(renamed);
    else {
      if (how !== 'renamed') await endLibrary(library);
      await rename(folders.themes, renamed);
      if (how !== 'renamed') {
        ({ library } = testLibrary(folders, { mayUse: () => true }));
        await library.rescan();
      }
    }
    await library.handlers.useFolder({ folder: renamed, move: how === 'moved by Foyer' });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    const { entries } = await library.handlers.remove({ ids: [id] });
    expect(await library.handlers.discard({ entries })).toMatchObject({ entries, problem: null });
    return (await library.handlers.versions({ id })).versions.map(({ name }) => name);
  }

  it.each(['moved by Foyer', 'renamed', 'renamed while Foyer was closed'] as const)(
    'nothing is left of it where the folder was %s',
    async (how) => {
      expect(await leftOfHistory(how)).toEqual([]);
    },
  );
});

/**
 * A person renames the library's folder and puts a copy of it in its place, in which they delete a theme for good. "A
 * theme's history is deleted with its last deletion, and never while the theme is in the library … or is in another folder
 * that was your library's": it is in the renamed one, which they open again.
 */
describe('a copy lies in the place of a renamed library', () => {
  type Where = 'elsewhere' | 'there' | 'there, while Foyer was closed';

  async function named(where: Where) {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
    let { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    const [renamed, copy] = ['renamed', 'copy'].map((name) => join(folders.root, name)) as [
      string,
      string,
    ];
    if (where === 'elsewhere') {
      await cp(folders.themes, copy, { recursive: true });
      await library.handlers.useFolder({ folder: copy, move: false });
    } else {
      if (where !== 'there') await endLibrary(library);
      await rename(folders.themes, renamed);
      await cp(renamed, folders.themes, { recursive: true });
      if (where !== 'there') {
        ({ library } = testLibrary(folders, { mayUse: () => true, folder: openThemes(folders) }));
      }
      await library.rescan();
    }
    await library.handlers.list(undefined);
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    const own = where === 'elsewhere' ? folders.themes : renamed;
    await library.handlers.useFolder({ folder: own, move: false });
    const { themes } = await library.handlers.list(undefined);
    const { versions } = await library.handlers.versions({ id });
    return {
      isThere: themes.some((theme) => theme.id === id),
      named: versions.map(({ name }) => name),
    };
  }

  it.each<[string, Where]>([
    ['control: the copy is elsewhere', 'elsewhere'],
    ['the copy is in its place', 'there'],
    ['the copy is in its place at the next start', 'there, while Foyer was closed'],
  ])('the theme has its history: %s', async (_name, where) => {
    expect(await named(where)).toEqual({ isThere: true, named: ['As the client signed it'] });
  });
});

/**
 * While Foyer is closed, a person renames the library's folder and puts a copy of it in its place. At the next start the list
 * of libraries is held for a moment (a virus scanner, a sync program); then it can be read. In the copy they delete a theme
 * for good. "A theme's history is deleted with its last deletion, and never while the theme is … in another folder that was
 * your library's": it is in the renamed one, which they open again.
 */
describe('a copy lies in the place of a renamed library, and the libraries are read late', () => {
  async function named(isHeld: boolean) {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    const { id } = document;
    await putTheme(folders, 'a.json', document);
    await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
    let { library } = testLibrary(folders, { mayUse: () => true });
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    const renamed = join(folders.root, 'renamed');
    await endLibrary(library);
    await rename(folders.themes, renamed);
    await cp(renamed, folders.themes, { recursive: true });

    const disk = isHeld
      ? failing('EBUSY', 'readFrom', (file) => file.includes('libraries.json'))
      : undefined;
    ({ library } = testLibrary(folders, { mayUse: () => true, folder: openThemes(folders) }));
    await library.handlers.list(undefined);
    disk?.heal();
    await vi.waitFor(() => expect(library.id()).toBeDefined(), { timeout: 5_000 });
    await library.rescan();
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    await library.handlers.useFolder({ folder: renamed, move: false });
    const { themes } = await library.handlers.list(undefined);
    const { versions } = await library.handlers.versions({ id });
    return {
      isThere: themes.some((theme) => theme.id === id),
      named: versions.map(({ name }) => name),
    };
  }

  it.each([
    ['control: the list can be read at the start', false],
    ['the list can be read a moment later', true],
  ])('the theme has its history: %s', async (_name, isHeld) => {
    expect(await named(isHeld)).toEqual({ isThere: true, named: ['As the client signed it'] });
  });
});

/**
 * Two versions of a theme lie side by side, and a person deletes the one that they don't want by hand, instead of
 * choosing in the dialog: the link to the template goes to the other one (editing/conflict-links.test.ts). What
 * they named in the history of the theme is no less worth, and must not go for good while the theme is there.
 */
describe('a theme with named versions lies there twice', () => {
  const signed = 'As the client signed it';

  async function named({ handlers }: Library, id: string): Promise<(string | null)[]> {
    const { versions } = await handlers.versions({ id });
    return versions.flatMap(({ name }) => name ?? []);
  }

  async function themesOf({ handlers }: Library) {
    return (await handlers.list(undefined)).themes;
  }

  /** A theme with a named version, edited here and on another computer at once: ours becomes the copy. */
  async function twoVersions() {
    const { folders, library, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    const { handlers } = library;
    await handlers.keepVersion({ id, name: signed });
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
    const theirs = { ...newTheme(), customCss: '/* theirs */' };
    await putTheme(folders, 'a.json', { ...document, theme: theirs });
    await library.saveEdits();
    const copy =
      (await themesOf(library)).find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
    return { library, handlers, id, copy };
  }

  it('the control: it is chosen in the dialog', async () => {
    const { library, handlers, id, copy } = await twoVersions();
    await handlers.resolveConflict({ id: copy, keep: 'this' });
    expect(await named(library, id)).toEqual([signed]);
  });

  it('the other one is deleted by hand, and for good', async () => {
    const { library, handlers, id, copy } = await twoVersions();
    const { entries } = await handlers.remove({ ids: [id] });
    await handlers.discard({ entries });
    expect((await themesOf(library)).map((theme) => theme.id)).toEqual([copy]);
    expect(await named(library, copy)).toEqual([signed]);
  });

  it('a theme that is back from the bin, beside an older version of it that a sync program had brought', async () => {
    const { folders, library, document, id } = await libraryOfOne({ name: 'Harbour' });
    const { handlers } = library;
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'A day of work' }] });
    await handlers.keepVersion({ id, name: signed });
    const { entries } = await handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await library.rescan();
    await handlers.restore({ entries });
    const restored = (await themesOf(library)).find(
      ({ theme }) => theme.general.font === 'A day of work',
    );
    expect(restored?.conflictOf?.id).toBe(id);
    // The older one is not wanted.
    const older = await handlers.remove({ ids: [id] });
    await handlers.discard({ entries: older.entries });
    expect(await named(library, restored?.id ?? '')).toEqual([signed]);
  });
});
