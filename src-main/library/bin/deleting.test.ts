import { unlinkSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocalAction } from '@shared/activity';
import { ProblemError } from '@shared/problem-error';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { DocumentFolder } from '../../storage/storage';
import {
  northwind,
  openThemes,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
  themesOnDisk,
} from '../testing/fixture-library';
import { Bin } from './bin';

const key = publicationKey(northwind);

describe('a theme that is changed while it is being deleted', () => {
  /** An open theme, and something that comes in the moment in which its file is removed. */
  async function deleting(
    meanwhile: (
      library: ReturnType<typeof testLibrary>['library'],
      id: string,
      path: string,
    ) => unknown,
    remove?: () => never,
  ) {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const real = openThemes(folders);
    let came: Promise<unknown> = Promise.resolve();
    const folder: DocumentFolder = {
      path: real.path,
      place: () => real.place(),
      list: () => real.list(),
      read: (name) => real.read(name),
      isCurrent: (read) => real.isCurrent(read),
      modifiedMs: real.modifiedMs.bind(real),
      tellAgain: real.tellAgain.bind(real),
      readMany: (names) => real.readMany(names),
      write: (name, text, expected) => real.write(name, text, expected),
      watch: (listener) => real.watch(listener),
      writeAtOnce: (name, text, expected) => real.writeAtOnce(name, text, expected),
      accept: () => real.accept(),
      remove: (name, expected) => {
        came = Promise.resolve(meanwhile(library, id, join(folders.themes, name))).then(
          () => 'accepted',
          (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
        );
        remove?.();
        return real.remove(name, expected);
      },
    };
    const { library } = testLibrary(folders, { folder });
    await library.handlers.open({ id });
    const done = await Promise.resolve(library.handlers.remove({ ids: [id] })).catch(
      () => undefined,
    );
    return { folders, library, id, done, came: await came };
  }

  it.each([
    ['an edit', { field: 'general.font', value: 'Lora' }],
    ['custom CSS', { field: 'customCss', value: 'a {}' }],
  ] as const)('answers not found, so that %s is not accepted and lost', async (_what, edit) => {
    const { folders, library, id, done, came } = await deleting((each, theme) =>
      each.handlers.edit({ id: theme, edits: [edit] }),
    );
    expect(done?.ids).toEqual([id]);
    expect(came).toBe('notFound');
    expect(await themeFiles(folders)).toEqual([]);
    expect((await library.handlers.bin(undefined)).themes).toHaveLength(1);
  });

  it('keeps in the bin what a service answered in that moment', async () => {
    const publication = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
    const { folders, library, id, done, came } = await deleting((each, theme) =>
      each.setPublication(theme, key, publication),
    );
    expect(came).toBe('accepted');
    expect(await themeFiles(folders)).toEqual([]);
    await library.handlers.restore({ entries: done?.entries ?? [] });
    expect(await themesOnDisk(folders)).toMatchObject([
      { id, publications: { [key]: publication } },
    ]);
  });

  it('takes the change when it stays after all', async () => {
    const { folders, id, done, came } = await deleting(
      (each, theme) => each.handlers.rename({ id: theme, name: 'Stays' }),
      () => {
        throw Object.assign(new Error('busy'), { code: 'EACCES' });
      },
    );
    expect(done).toBeUndefined();
    expect(came).toBe('accepted');
    expect(await themesOnDisk(folders)).toMatchObject([{ id, name: 'Stays' }]);
  });

  it('leaves nothing in the bin when the disk refuses the deletion, however often it is tried', async () => {
    const { folders, library, id } = await deleting(
      () => undefined,
      () => {
        throw Object.assign(new Error('read-only share'), { code: 'EACCES' });
      },
    );
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(library.handlers.remove({ ids: [id] })).rejects.toThrow();
    }
    expect(await themesOnDisk(folders)).toMatchObject([{ id }]);
    expect(await readdir(join(folders.profile, 'bin'))).toEqual([]);
  });

  it('stays in the bin when the disk refused the deletion, and the theme is gone all the same', async () => {
    const { folders, library } = await deleting(
      (_library, _id, path) => unlinkSync(path),
      () => {
        throw Object.assign(new Error('answered too late'), { code: 'EIO' });
      },
    );
    expect(await themeFiles(folders)).toEqual([]);
    expect(await readdir(join(folders.profile, 'bin'))).toHaveLength(1);
    library.close();
  });
});

/** Themes that are deleted before Foyer heard that others gave their files other names. */
describe('themes whose files have other names by then', () => {
  const linked = (templateId: string): Pick<ThemeDocument, 'publications'> => ({
    publications: { [key]: { templateId, at: '2026-01-02T03:04:05.000Z' } },
  });

  /** Two themes with a version each, whose files have just swapped their names: nobody told it yet. */
  async function swapped() {
    const folders = await temporaryLibraryFolders();
    const light = themeDocument({ name: 'Light', ...linked('l') });
    const dark = themeDocument({ name: 'Dark', ...linked('d') });
    await putTheme(folders, 'a.json', light);
    await putTheme(folders, 'b.json', dark);
    const { library } = testLibrary(folders);
    await library.handlers.keepVersion({ id: light.id, name: 'Kept light' });
    await library.handlers.keepVersion({ id: dark.id, name: 'Kept dark' });
    const move = (from: string, to: string) =>
      rename(join(folders.themes, from), join(folders.themes, to));
    await move('a.json', 'aside.tmp');
    await move('b.json', 'a.json');
    await move('aside.tmp', 'b.json');
    return { library, light, dark };
  }

  it('deletes the theme that was meant, not the one that has its file by now', async () => {
    const { library, light, dark } = await swapped();
    await library.handlers.remove({ ids: [light.id] });
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ id: dark.id, name: 'Dark', places: [{ templateId: 'd' }] }]);
    const { themes: binned } = await library.handlers.bin(undefined);
    expect(binned).toMatchObject([{ id: light.id, name: 'Light' }]);
  });

  it('leaves both with their ids and versions when that is undone', async () => {
    const { library, light, dark } = await swapped();
    const { entries } = await library.handlers.remove({ ids: [light.id] });
    await library.rescan();
    await library.handlers.restore({ entries });
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name, id }) => [name, id]).sort()).toEqual([
      ['Dark', dark.id],
      ['Light', light.id],
    ]);
    const { versions } = await library.handlers.versions({ id: light.id });
    expect(versions).toMatchObject([{ name: 'Kept light' }]);
  });

  it('deletes both, each once, when both were meant', async () => {
    const { library, light, dark } = await swapped();
    const { entries } = await library.handlers.remove({ ids: [light.id, dark.id] });
    expect(entries).toHaveLength(2);
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toEqual([]);
    const { themes: binned } = await library.handlers.bin(undefined);
    expect(binned.map(({ name, id }) => [name, id]).sort()).toEqual([
      ['Dark', dark.id],
      ['Light', light.id],
    ]);
  });

  it('gives a theme back under the id that its file has, whatever it was deleted as', async () => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument({ name: 'Dark' });
    const { library } = testLibrary(folders);
    await library.start();
    // As an earlier Foyer put it there, when it took it for another theme.
    const entry = await new Bin(folders.profile, () => new Date()).put({
      id: 'light',
      file: 'a.json',
      folder: folders.themes,
      changedMs: 0,
      text: JSON.stringify(document),
      publications: {},
    });
    await putTheme(folders, 'light.json', themeDocument({ id: 'light', name: 'Light' }));
    await library.rescan();
    await library.handlers.restore({ entries: [entry] });
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name, id }) => [name, id]).sort()).toEqual([
      ['Dark', document.id],
      ['Light', 'light'],
    ]);
  });
});

/** Several themes are deleted for good, and one of the bin's files is damaged. */
describe('several are deleted for good, and one can’t be', () => {
  it('tells the log of those that are gone, though one of them could not go', async () => {
    const folders = await temporaryLibraryFolders();
    const { library } = testLibrary(folders);
    const { handlers } = library;
    const { id: first } = await handlers.create({ name: 'First' });
    const { id: second } = await handlers.create({ name: 'Second' });
    const { entries } = await handlers.remove({ ids: [first, second] });
    const [gone, damaged = ''] = entries;
    const bin = join(folders.profile, 'bin');
    await writeFile(join(bin, `${damaged}.json`), 'no JSON');
    const names = (await handlers.bin(undefined)).themes.map(({ name }) => name);
    const actions: LocalAction[] = [];
    library.onDone((action) => actions.push(action));
    expect(await handlers.discard({ entries })).toMatchObject({
      entries: [gone],
      problem: { code: 'fileDamaged' },
    });
    expect(await readdir(bin)).toEqual([`${damaged}.json`]);
    const touched = names.map((name) => ({ name }));
    expect(actions).toMatchObject([{ kind: 'deletedForGood', touched }]);
  });
});
