/** Foyer is killed, and another computer's file takes the place of what was edited and saved. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  putTheme,
  testLibrary,
  themeState,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The fonts of a theme's versions, newest first. */
async function fonts({ handlers }: Library, id: string): Promise<string[]> {
  const { versions } = await handlers.versions({ id });
  const all = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(all)).map(({ theme }) => theme.general.font);
}

async function edit(library: Library, id: string, font: string): Promise<void> {
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
  await saved;
}

/** Edited and saved, and the run ended without another word. */
async function editedAndKilled(library: Library, id: string, ...fonts: string[]): Promise<void> {
  for (const font of fonts) await edit(library, id, font);
  // What is kept of a theme is kept in turn: when this is answered, all is.
  await library.handlers.versions({ id });
  library.close();
}

async function killed() {
  const one = await libraryOfOne();
  await editedAndKilled(one.library, one.id, 'First', 'Ours');
  return one;
}

const historyFiles = async ({ profile }: LibraryFolders): Promise<string[]> => {
  const [folder = ''] = await readdir(join(profile, 'history'));
  return readdir(join(profile, 'history', folder));
};

describe('edits that were saved before Foyer was killed, and that others wrote over', () => {
  it('can be had back, also where nobody opened the theme before', async () => {
    const { folders, document, id } = await killed();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const { library } = testLibrary(folders);
    expect((await library.current(id)).name).toBe('Theirs');
    expect(await fonts(library, id)).toEqual(['Ours', document.theme.general.font]);
    await endLibrary(library);
    const { library: next } = testLibrary(folders);
    expect(await fonts(next, id)).toEqual(['Ours', document.theme.general.font]);
  });

  it('are a version once, where the theme goes on being edited', async () => {
    const { folders, document, id } = await killed();
    const { library } = testLibrary(folders);
    await edit(library, id, 'Next');
    await endLibrary(library);
    const { library: next } = testLibrary(folders);
    const first = document.theme.general.font;
    expect(await fonts(next, id)).toEqual(['Next', 'Ours', first]);
    expect(await historyFiles(folders)).toHaveLength(3);
  });

  it('come with their tags, and wait for a disk that is full at the next start', async () => {
    const { folders, library, document, id } = await libraryOfOne();
    const tags = ['client', 'spring'];
    await library.handlers.setTags({ id, tags });
    await library.handlers.versions({ id });
    library.close();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.includes('/history/'));
    const full = testLibrary(folders).library;
    expect((await full.handlers.versions({ id })).versions).toEqual([]);
    await edit(full, id, 'Later');
    heal();
    await endLibrary(full);
    const { library: next } = testLibrary(folders);
    const { versions } = await next.handlers.versions({ id });
    const all = versions.map(async ({ version }) => next.handlers.version({ id, version }));
    expect(await Promise.all(all)).toContainEqual(expect.objectContaining({ tags }));
  });

  it('are no second version where one holds them already', async () => {
    const { folders, library, id } = await libraryOfOne();
    await edit(library, id, 'Ours');
    await library.handlers.keepVersion({ id, name: 'Before the rebrand' });
    await edit(library, id, 'Next');
    await library.handlers.keepVersion({ id, name: 'After it' });
    await library.handlers.versions({ id });
    library.close();
    const { library: next } = testLibrary(folders);
    const { versions } = await next.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toEqual(['After it', 'Before the rebrand', null]);
  });

  it('leave nothing behind where the run ended well', async () => {
    const { folders, library, id } = await libraryOfOne();
    await edit(library, id, 'Ours');
    await endLibrary(library);
    expect(await historyFiles(folders)).toHaveLength(2);
    expect(await fonts(testLibrary(folders).library, id)).toHaveLength(2);
  });

  it('go with the theme’s history when it is deleted for good', async () => {
    const { folders, id } = await killed();
    const { library } = testLibrary(folders);
    const { entries } = await library.handlers.remove({ ids: [id] });
    await library.handlers.discard({ entries });
    expect(await readdir(join(folders.profile, 'history'))).toEqual([]);
  });

  it.each([
    ['the control: the disk is well', false],
    ['the disk did not give those of the first', true],
  ])('are the newer version where a second run was killed, too: %s', async (_name, isIll) => {
    const { folders, library, document, id } = await libraryOfOne();
    await editedAndKilled(library, id, 'First');
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const isDraft = (path: string): boolean => path.endsWith('edited.jsonl');
    const disk = isIll ? failing('EIO', 'open', isDraft) : undefined;
    await editedAndKilled(testLibrary(folders).library, id, 'Second');
    disk?.heal();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs once more' });
    const known = await fonts(testLibrary(folders).library, id);
    expect(known).toContain('First');
    expect(known.indexOf('Second')).toBeLessThan(known.indexOf('First'));
  });

  it('are nothing where their file is damaged', async () => {
    const { folders, id } = await killed();
    const [folder = ''] = await readdir(join(folders.profile, 'history'));
    const path = join(folders.profile, 'history', folder, 'edited.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, -20));
    const { library } = testLibrary(folders);
    expect(await fonts(library, id)).toHaveLength(1);
  });
});
