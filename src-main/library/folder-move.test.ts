import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentFolder } from '../storage/storage';
import { openThemes, putTheme, themeDocument, trialFolders, trialLibrary } from './trial-library';

const never = { restMs: 60_000, latestMs: 60_000, retryMs: 20, longestRetryMs: 20 };

/** The folder, which tells before each listing how many there were: for an edit at that moment. */
function listened(
  folder: DocumentFolder,
  onList: (count: number) => Promise<void>,
): DocumentFolder {
  let count = 0;
  return {
    path: folder.path,
    list: async () => {
      const entries = await folder.list();
      count += 1;
      await onList(count);
      return entries;
    },
    read: (name) => folder.read(name),
    readMany: (names) => folder.readMany(names),
    write: (name, text, expected) => folder.write(name, text, expected),
    remove: (name, expected) => folder.remove(name, expected),
    watch: (listener) => folder.watch(listener),
  };
}

describe('a theme that is open while the library folder moves', () => {
  it('keeps an edit that comes in the last moment', async () => {
    const folders = await trialFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const edit = { isDue: false };
    const folder = listened(openThemes(folders), async (count) => {
      // The copy lists until it finds nothing more to copy.
      if (edit.isDue && count === 2) {
        await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      }
    });
    const { library } = trialLibrary(folders, { folder, pace: never, mayUse: () => true });
    const { handlers } = library;
    await handlers.open({ id });
    edit.isDue = true;
    await handlers.useFolder({ folder: target, move: true });
    expect((await handlers.open({ id })).theme.general.font).toBe('Lora');
    await library.flush();
    const [file = ''] = await readdir(target);
    expect(await readFile(join(target, file), 'utf8')).toContain('Lora');
  });

  it('goes on counting its versions, so that the window believes the answers', async () => {
    const folders = await trialFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const { library } = trialLibrary(folders, { mayUse: () => true });
    const { handlers } = library;
    for (const value of ['Lora', 'Inter', 'Lato']) {
      await handlers.edit({ id, edits: [{ field: 'general.font', value }] });
    }
    const before = (await handlers.open({ id })).version;
    await handlers.useFolder({ folder: target, move: true });
    expect((await handlers.open({ id })).version).toBeGreaterThan(before);
  });

  it('goes on keeping versions after pauses', async () => {
    const folders = await trialFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const { library } = trialLibrary(folders, { mayUse: () => true, pauseMs: 30 });
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
