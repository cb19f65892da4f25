import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const listed = vi.hoisted(() => ({ times: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, ...more: never[]) => {
    if (/[\\/]profile[\\/]bin$/u.test(path)) listed.times += 1;
    return real.readdir(path, ...more);
  };
  return { ...real, readdir };
});

/**
 * Many files were given other names, or taken away, while Foyer was closed: at the start the bin is listed a few times, not
 * once for each. With 3,000 deletions in it, listing it takes some 7 ms: 1,500 renamed files made a start of 22 s out of 1.6 s.
 */
describe('files that were renamed or taken away while Foyer was closed', () => {
  it('lists the bin a few times where many files got other names', async () => {
    const folders = await temporaryLibraryFolders();
    for (let at = 0; at < 40; at += 1) await putTheme(folders, `${at}.json`, themeDocument());
    const { library } = testLibrary(folders);
    await library.start();
    await endLibrary(library);
    for (let at = 0; at < 40; at += 1)
      await rename(join(folders.themes, `${at}.json`), join(folders.themes, `Theme ${at}.json`));
    listed.times = 0;
    const after = testLibrary(folders).library;
    await after.start();
    expect((await after.handlers.list(undefined)).themes).toHaveLength(40);
    expect(listed.times).toBeLessThan(10);
  });

  it('lists the bin a few times where others took many files away', async () => {
    const folders = await temporaryLibraryFolders();
    for (let at = 0; at < 40; at += 1) await putTheme(folders, `${at}.json`, themeDocument());
    const { library } = testLibrary(folders);
    await library.start();
    await endLibrary(library);
    for (let at = 1; at < 40; at += 1) await unlink(join(folders.themes, `${at}.json`));
    listed.times = 0;
    const after = testLibrary(folders).library;
    await after.start();
    expect((await after.handlers.list(undefined)).themes).toHaveLength(1);
    expect(listed.times).toBeLessThan(10);
  });
});

/** Many themes are duplicated, and the list of files is brought up to date two seconds later: the bin is listed a few times. */
describe('themes that are new', () => {
  it('lists the bin a few times where many themes are made at once', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const { library } = testLibrary(folders);
    await library.start();
    await library.rescan();
    for (let at = 0; at < 40; at += 1) await library.putBack(themeDocument(), 'keepBoth');
    listed.times = 0;
    await library.flush();
    expect(listed.times).toBeLessThan(10);
  });
});

/**
 * All themes were deleted, and a sync program brings their files back. The bin is listed for all of them together: once for
 * each, a folder of 2,000 takes ten seconds longer, in which nothing else that others change is seen.
 */
describe('themes that come back, and themes that get a tag', () => {
  it('lists the bin a few times, however many come back', async () => {
    const folders = await temporaryLibraryFolders();
    const all = Array.from({ length: 40 }, () => themeDocument());
    const putAll = () => Promise.all(all.map((each, at) => putTheme(folders, `${at}.json`, each)));
    await putAll();
    const { library } = testLibrary(folders);
    await library.start();
    await library.handlers.remove({ ids: all.map(({ id }) => id) });
    await putAll();
    listed.times = 0;
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(40);
    expect(listed.times).toBeLessThan(10);
  });

  it('lists it a few times where many themes get a tag, none of which was ever deleted', async () => {
    const folders = await temporaryLibraryFolders();
    const all = Array.from({ length: 40 }, () => themeDocument());
    await Promise.all(all.map((each, at) => putTheme(folders, `${at}.json`, each)));
    const { library } = testLibrary(folders);
    await library.start();
    await library.rescan();
    listed.times = 0;
    await library.handlers.setTagsOfMany({
      themes: all.map(({ id, tags }) => ({ id, tags: [...tags, 'new'] })),
    });
    // The list of files is brought up to date, as it is two seconds later.
    await library.flush();
    expect(listed.times).toBeLessThan(10);
  });
});
