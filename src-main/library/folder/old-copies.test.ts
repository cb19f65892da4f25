/** Older copies of a theme in its folder: none of them takes its id, its link or its history. */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library, LibraryOptions } from '../library';
import {
  endLibrary,
  libraryOfOne,
  type LibraryFolders,
  northwind,
  putTheme,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const publications = {
  [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
};

/** A theme with a link and a named version, in `a.json`, and what it was a month before. */
async function oneTheme(options: Partial<LibraryOptions> = {}) {
  const { folders, library, document, id } = await libraryOfOne(
    { name: 'Newest', updatedAt: '2026-02-02T03:04:05.000Z', publications },
    options,
  );
  await library.handlers.keepVersion({ id, name: 'Kept' });
  await library.flush();
  const older = { ...document, name: 'Of last month', updatedAt: '2026-01-02T03:04:05.000Z' };
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  return { folders, library, document, older, path, text };
}

type Change = () => Promise<void>;

/** How others change the folder: while Foyer runs, or while it does not. Gives the library after that. */
const whenever = [
  {
    when: 'while Foyer runs',
    after: async (library: Library, _folders: LibraryFolders, change: Change) => {
      await change();
      await library.rescan();
      return library;
    },
  },
  {
    when: 'while Foyer is closed',
    after: async (library: Library, folders: LibraryFolders, change: Change) => {
      await endLibrary(library);
      await change();
      return testLibrary(folders).library;
    },
  },
];

/** That the theme has its id, its link and its version, in which file it may be. */
async function expectNewest(library: Library, { id, name }: ThemeDocument): Promise<void> {
  const { themes } = await library.handlers.list(undefined);
  const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
  expect(linked.map((theme) => [theme.id, theme.name])).toEqual([[id, name]]);
}

describe('an older copy in the folder of a damaged theme', () => {
  it.each(whenever)('leaves it to the one that was mended, $when', async ({ after }) => {
    const { folders, library, document, older, path, text } = await oneTheme();
    await writeFile(path('a.json'), text.slice(0, -3));
    await library.rescan();
    await putTheme(folders, 'a older.json', older);
    await library.rescan();
    await writeFile(path('a mended.json'), text);
    await library.rescan();
    const next = await after(library, folders, () => unlink(path('a.json')));
    await expectNewest(next, document);
  });

  it('leaves it to a newer one than was last seen', async () => {
    const { folders, library, document, older, path, text } = await oneTheme();
    const newer = { ...document, name: 'Edited since', updatedAt: '2026-03-02T03:04:05.000Z' };
    await writeFile(path('a.json'), text.slice(0, -3));
    await library.rescan();
    for (const [file, theme] of [
      ['b', older],
      ['c', newer],
      ['d', older],
    ] as const) {
      await putTheme(folders, `${file}.json`, theme);
      await library.rescan();
    }
    await unlink(path('a.json'));
    await library.rescan();
    await expectNewest(library, newer);
  });
});

describe('a rename that another program does as removing, and creating more than a burst later', () => {
  it('leaves the theme to the new file, not to a copy that differs only in its CSS', async () => {
    const { folders, library: first, document, path } = await oneTheme();
    const withCss = (customCss: string) => ({ ...document, theme: { ...newTheme(), customCss } });
    const newest = withCss('b { color: red }');
    await endLibrary(first);
    await putTheme(folders, 'a.json', newest);
    const { library } = testLibrary(folders);
    await library.start();
    await library.flush();
    await putTheme(folders, 'copy.json', withCss('b { color: blue }'));
    await library.rescan();
    await unlink(path('a.json'));
    await library.rescan();
    await putTheme(folders, 'renamed.json', newest);
    await library.rescan();
    expect(JSON.parse(await readFile(path('renamed.json'), 'utf8'))).toEqual(newest);
    await expectNewest(library, document);
  });

  it('leaves the theme to the new file, not to an older copy of the same', async () => {
    const { library, document, path, text } = await oneTheme();
    await writeFile(path('copy.json'), text);
    await library.rescan();
    await unlink(path('a.json'));
    await library.rescan();
    await writeFile(path('renamed.json'), text);
    await library.rescan();
    expect(await readFile(path('renamed.json'), 'utf8')).toBe(text);
    expect(JSON.parse(await readFile(path('copy.json'), 'utf8'))).not.toMatchObject({
      id: document.id,
    });
    await expectNewest(library, document);
    await unlink(path('copy.json'));
    await library.rescan();
    await expectNewest(library, document);
  });

  it('leaves it where it is when what comes back under its name is older', async () => {
    const { folders, library, document, older, path, text } = await oneTheme();
    await writeFile(path('copy.json'), text);
    await library.rescan();
    await unlink(path('a.json'));
    await library.rescan();
    await putTheme(folders, 'a.json', older);
    await library.rescan();
    await expectNewest(library, document);
    expect(await readFile(path('copy.json'), 'utf8')).toBe(text);
  });
});

describe('a theme that is copied to another name, for another one in its place', () => {
  it('goes on in the copy', async () => {
    const { folders, library, document, path, text } = await oneTheme();
    await writeFile(path('z.json'), text);
    await library.rescan();
    await putTheme(folders, 'a.json', themeDocument({ name: 'Next' }));
    await library.rescan();
    await expectNewest(library, document);
    expect(await readFile(path('z.json'), 'utf8')).toBe(text);
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
  });
});

describe('a theme that is renamed while an older copy of it is put there', () => {
  it.each(whenever)('goes on in its own file, $when', async ({ after }) => {
    const { folders, library, document, older, path } = await oneTheme();
    const next = await after(library, folders, async () => {
      await putTheme(folders, 'a copy.json', older);
      await rename(path('a.json'), path('z.json'));
    });
    await expectNewest(next, document);
  });

  it.each(whenever)('as removing and creating, $when', async ({ after }) => {
    const { folders, library, document, older, path, text } = await oneTheme();
    const next = await after(library, folders, async () => {
      await putTheme(folders, 'a copy.json', older);
      await writeFile(path('z.json'), text);
      await unlink(path('a.json'));
    });
    await expectNewest(next, document);
  });

  it('goes on there, also where the copy has what was another theme’s file', async () => {
    const { folders, library, document, older, path, text } = await oneTheme();
    await putTheme(folders, 'other.json', themeDocument({ name: 'Other' }));
    await library.rescan();
    await endLibrary(library);
    // The disk gives the copy the number that the other file had.
    await rename(path('other.json'), path('a copy.json'));
    await putTheme(folders, 'a copy.json', older);
    await writeFile(path('z.json'), text);
    await unlink(path('a.json'));
    await expectNewest(testLibrary(folders).library, document);
  });

  it.each(whenever)(
    'goes on there, also where the copy has what was its own file, $when',
    async ({ after }) => {
      const { folders, library, document, older, path, text } = await oneTheme();
      const next = await after(library, folders, async () => {
        await writeFile(path('z.json'), text);
        await rename(path('a.json'), path('a copy.json'));
        await putTheme(folders, 'a copy.json', older);
      });
      await expectNewest(next, document);
    },
  );

  it('goes on there, also where the copy has the name of another theme', async () => {
    const { folders, library, document, older, path } = await oneTheme();
    await putTheme(folders, 'other.json', themeDocument({ name: 'Other' }));
    await library.rescan();
    await endLibrary(library);
    await putTheme(folders, 'other.json', older);
    await rename(path('a.json'), path('z.json'));
    await expectNewest(testLibrary(folders).library, document);
  });
});

describe('an untouched copy of a theme that was deleted here', () => {
  /** A file's time is by a clock of its own, which may be a tick behind the system's, or a server's. */
  const clocks: [string, number][] = [
    ['', 0],
    [', where the disk’s clock is behind', 2_000],
    [', where the disk’s clock is ahead', -2_000],
  ];

  it.each(clocks)('stays a theme of its own after a kill right after that%s', async (_, ahead) => {
    const now = () => new Date(Date.now() + ahead);
    const { folders, library, document, path, text } = await oneTheme({ now });
    await writeFile(path('copy.json'), text);
    await library.rescan();
    await endLibrary(library);
    const killed = testLibrary(folders, { now }).library;
    await killed.handlers.remove({ ids: [document.id] });
    killed.close();
    const next = testLibrary(folders).library;
    const { themes } = await next.handlers.list(undefined);
    expect(themes.map(({ id }) => id)).not.toContain(document.id);
    expect(themes).toMatchObject([{ name: 'Newest', places: [{ relation: 'never' }] }]);
    expect((await next.handlers.bin(undefined)).themes).toHaveLength(1);
  });

  it.each(clocks)(
    'becomes the theme that had come back, and then was renamed by copying%s',
    async (_, ahead) => {
      const now = () => new Date(Date.now() + ahead);
      const { folders, library, document, path, text } = await oneTheme({ now });
      await library.handlers.remove({ ids: [document.id] });
      await writeFile(path('a.json'), text);
      await library.rescan();
      await writeFile(path('copy.json'), text);
      await library.rescan();
      await endLibrary(library);
      await unlink(path('a.json'));
      await expectNewest(testLibrary(folders).library, document);
    },
  );
});
