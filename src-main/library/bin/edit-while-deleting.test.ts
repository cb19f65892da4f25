import { unlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { publicationKey } from '@shared/theme/theme';
import type { DocumentFolder } from '../../storage/storage';
import {
  northwind,
  openThemes,
  putTheme,
  themeDocument,
  themeFiles,
  themesOnDisk,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

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
  const done = await Promise.resolve(library.handlers.remove({ ids: [id] })).catch(() => undefined);
  return { folders, library, id, done, came: await came };
}

describe('a theme that is changed while it is being deleted', () => {
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
