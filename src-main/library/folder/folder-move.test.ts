import { cp, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import { MoveJournal } from './move-journal';
import {
  endLibrary,
  northwind,
  openThemes,
  putTheme,
  themeDocument,
  temporaryLibraryFolders,
  testLibrary,
} from '../testing/fixture-library';

const never = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };

describe('a theme that is open while the library folder moves', () => {
  it('keeps an edit that comes in the last moment', async () => {
    const folders = await temporaryLibraryFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    // The moment in which the choice is kept: the copies are made, and the change is next.
    let edit: Promise<unknown> = Promise.resolve();
    const movedTo = (): void => {
      const edits = [{ field: 'general.font' as const, value: 'Lora' }];
      edit = Promise.resolve(handlers.edit({ id, edits }));
    };
    const { library } = testLibrary(folders, { pace: never, mayUse: () => true, movedTo });
    const { handlers } = library;
    await handlers.open({ id });
    await handlers.useFolder({ folder: target, move: true });
    await edit;
    expect((await handlers.open({ id })).theme.general.font).toBe('Lora');
    await library.flush();
    const [file = ''] = await readdir(target);
    expect(await readFile(join(target, file), 'utf8')).toContain('Lora');
  });

  it('goes on counting its versions, so that the window believes the answers', async () => {
    const folders = await temporaryLibraryFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const { library } = testLibrary(folders, { mayUse: () => true });
    const { handlers } = library;
    for (const value of ['Lora', 'Inter', 'Lato']) {
      await handlers.edit({ id, edits: [{ field: 'general.font', value }] });
    }
    const before = (await handlers.open({ id })).version;
    await handlers.useFolder({ folder: target, move: true });
    expect((await handlers.open({ id })).version).toBeGreaterThan(before);
  });

  it('goes on keeping versions after pauses', async () => {
    const folders = await temporaryLibraryFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const { library } = testLibrary(folders, { mayUse: () => true, pauseMs: 30 });
    const { handlers } = library;
    await handlers.useFolder({ folder: target, move: true });
    // What it was before the first edit, and what it is after the pause.
    const kept = new Promise<void>((resolve) => {
      let count = 0;
      library.onVersionsChange(() => {
        count += 1;
        if (count === 2) resolve();
      });
    });
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await kept;
    expect((await handlers.versions({ id })).versions).toMatchObject([
      { reason: 'paused' },
      { reason: 'paused' },
    ]);
  });
});

describe('a move back into a folder that was the library before, and a kill before its end', () => {
  it('leaves id and link with what was moved, not with what was left there', async () => {
    const folders = await temporaryLibraryFolders();
    const second = join(folders.root, 'second');
    const publications = { [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02' } };
    const document = themeDocument({ publications });
    const { id } = document;
    await putTheme(folders, 'Blue.json', document);
    const { library: first } = testLibrary(folders);
    await first.start();
    await endLibrary(first);
    // A copy of the whole library is used from now on, where the theme gets a better file name.
    await cp(folders.themes, second, { recursive: true, preserveTimestamps: true });
    const name = 'Harbour.json';
    await rename(join(second, 'Blue.json'), join(second, name));
    const folder = openThemes({ ...folders, themes: second });
    const { library } = testLibrary(folders, { folder });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Newest' }] });
    await endLibrary(library);
    // Back with all of it; Foyer is killed when the choice is kept.
    const journal = new MoveJournal(folders.profile);
    const text = await readFile(join(second, name), 'utf8');
    await journal.begin(second, folders.themes);
    await journal.note({ files: [{ name, target: name, hashes: [contentHash(text)] }], kept: [] });
    await writeFile(join(folders.themes, name), text);
    await journal.chosen();
    const { library: next } = testLibrary(folders);
    expect(await next.handlers.open({ id })).toMatchObject({
      theme: { general: { font: 'Newest' } },
      places: [{ templateId: 't' }],
    });
  });
});
