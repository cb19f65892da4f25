/** What became of a theme, or of its copy, before the copy is put over the theme's file. */
import { copyFile, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  openThemes,
  putTheme,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

/**
 * A copy of a theme's file lies beside it (a backup made by hand, a conflicted copy of a sync program), and Foyer has seen it.
 * Then the theme is published for the first time, or unlinked from its template, and the person puts the copy over the theme's
 * file. It is the theme as it was; what became of its links since goes on in it.
 */
describe('published or unlinked since the copy was made', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  async function templatesOf(library: Library, id: string) {
    const { themes } = await library.handlers.list(undefined);
    const theme = themes.find((each) => each.id === id);
    return theme && theme.places.flatMap(({ templateId }) => templateId ?? []);
  }

  /** The times of the disk are as far apart as those of a person's steps. */
  async function hourAgo(path: string): Promise<void> {
    const time = new Date(Date.now() - 3_600_000);
    await utimes(path, time, time);
  }

  describe('a theme that was published for the first time since it was copied', () => {
    it.each([
      ['control: a backup outside of the folder, moved over it', false],
      ['control: a backup beside it, its own file deleted', false],
      ['a backup beside it, moved over it', false],
      ['a backup beside it, moved over it', true],
      ['damaged, and a backup beside it moved over it', false],
      ['damaged, and deleted, as a control', false],
    ])('keeps its template: %s (restarted: %s)', async (how, isRestarted) => {
      const { folders, library: first, id } = await libraryOfOne();
      await first.start();
      const path = (file: string): string => join(folders.themes, file);
      const isOutside = how.includes('outside');
      const backup = isOutside ? join(folders.root, 'backup.json') : path('backup.json');
      await copyFile(path('a.json'), backup);
      await first.rescan();
      await hourAgo(backup);
      await first.rescan();
      await first.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
      await first.flush();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      if (how.startsWith('damaged')) {
        await writeFile(path('a.json'), Buffer.alloc(2_000));
        await library.rescan();
      }
      if (how.includes('deleted')) await unlink(path('a.json'));
      else await rename(backup, path('a.json'));
      await library.rescan();
      expect(await templatesOf(library, id)).toEqual(['t']);
      await library.flush();
      const file = how.includes('deleted') ? 'backup.json' : 'a.json';
      expect(JSON.parse(await readFile(path(file), 'utf8'))).toMatchObject({ id });
    });
  });

  describe('a theme that was unlinked since it was copied', () => {
    it.each([
      'control: a backup outside of the folder, moved over it',
      'control: a backup beside it, its own file deleted',
      'a backup beside it, moved over it',
      'damaged, and a backup beside it moved over it',
    ])('has the template no more: %s', async (how) => {
      const { folders, library, id } = await libraryOfOne({ publications });
      await library.start();
      const path = (file: string): string => join(folders.themes, file);
      const isOutside = how.includes('outside');
      const backup = isOutside ? join(folders.root, 'backup.json') : path('backup.json');
      await copyFile(path('a.json'), backup);
      await library.rescan();
      await hourAgo(backup);
      await library.rescan();
      await library.unlink(id, key, 't');
      await library.flush();
      if (how.startsWith('damaged')) {
        await writeFile(path('a.json'), Buffer.alloc(2_000));
        await library.rescan();
      }
      if (how.includes('deleted')) await unlink(path('a.json'));
      else await rename(backup, path('a.json'));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(
        themes.flatMap(({ places }) => places.flatMap((each) => each.templateId ?? [])),
      ).toEqual([]);
    });
  });
});

/**
 * A person writes a theme's file anew beside it (a tool's output, a mended file, a backup), opens that in Foyer to see whether it is
 * right, changes nothing, and moves it over the first one. It is the theme, with its template and its versions.
 */
describe('the copy was looked at', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['whole', 'not looked at, as a control'],
    ['damaged', 'not looked at, as a control'],
    ['damaged', 'looked at in Foyer, and the damaged one is deleted, as a control'],
    ['damaged', 'looked at in Foyer'],
  ])('what is moved over a file that is %s, and was %s, is the theme', async (state, look) => {
    const { folders, library, id } = await libraryOfOne({ publications });
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    if (state === 'damaged') {
      await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
      await library.rescan();
    }
    await writeFile(path('new.json'), text);
    await library.rescan();
    const before = (await library.handlers.list(undefined)).themes;
    const beside = before.find((each) => each.id !== id);
    if (look.startsWith('looked')) await library.handlers.open({ id: beside?.id ?? '' });
    if (look.includes('deleted')) await unlink(path('a.json'));
    else await rename(path('new.json'), path('a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, 't']]);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});

/**
 * A person moves a file that was made beside a theme's file over that, and the disk refuses Foyer's next write for a moment (a
 * scanner holds a file that was just moved, or the disk is full). Once it takes it, the theme has its template and its versions.
 */
describe('the disk refuses a write meanwhile', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['never, as a control', ''],
    ['for a moment', 'EBUSY'],
    ['until there is room', 'ENOSPC'],
  ])(
    'a theme over whose file a copy is moved, while the disk refuses a write: %s',
    async (_how, code) => {
      const folders = await temporaryLibraryFolders();
      const document = themeDocument({ publications });
      const { id } = document;
      await putTheme(folders, 'a.json', document);
      const folder = openThemes(folders);
      const { library } = testLibrary(folders, { folder });
      await library.start();
      const path = (file: string): string => join(folders.themes, file);
      const text = await readFile(path('a.json'), 'utf8');
      await writeFile(path('new.json'), text.replace('"blue"', '"night"'));
      await library.rescan();
      const write = folder.write.bind(folder);
      if (code !== '') {
        const refused = Object.assign(new Error(code), { code });
        Object.assign(folder, { write: () => Promise.reject(refused) });
      }
      await rename(path('new.json'), path('a.json'));
      await library.rescan();
      Object.assign(folder, { write });
      await library.rescan();
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map((each) => [each.id, ...each.tags, each.places[0]?.templateId])).toEqual([
        [id, 'night', 't'],
      ]);
    },
  );
});

/**
 * A person copied a theme's file by hand, as a backup. Then the theme is published for the first time, or unlinked from its template, and
 * they quit Foyer and put the backup over the theme's file. It is the theme as it was; what became of its links since goes on in it, as it
 * does while Foyer runs.
 */
describe('a backup is put over a theme’s file while Foyer is closed', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  const whens = ['while Foyer runs, as a control', 'while Foyer is closed'] as const;
  const hows = ['moved', 'copied'] as const;

  /** The times of the disk are as far apart as those of a person's steps. */
  async function hourAgo(path: string): Promise<void> {
    const time = new Date(Date.now() - 3_600_000);
    await utimes(path, time, time);
  }

  describe.each(['published for the first time', 'unlinked', 'published, and damaged'])(
    'a theme that was %s since',
    (what) => {
      it.each(whens.flatMap((when) => hows.map((how) => [how, when] as const)))(
        'keeps what became of its links (%s %s)',
        async (how, when) => {
          const given = what === 'unlinked' ? { publications } : {};
          const { folders, library: first, id } = await libraryOfOne(given);
          await first.start();
          const path = (file: string): string => join(folders.themes, file);
          await copyFile(path('a.json'), path('backup.json'));
          await first.rescan();
          await hourAgo(path('backup.json'));
          await first.rescan();
          if (what === 'unlinked') await first.unlink(id, key, 't');
          else
            await first.setPublication(id, key, {
              templateId: 't',
              at: '2026-01-05T00:00:00.000Z',
            });
          await endLibrary(first);
          let { library } = testLibrary(folders);
          await library.start();
          await library.rescan();
          if (what.endsWith('damaged')) {
            await writeFile(path('a.json'), Buffer.alloc(2_000));
            await library.rescan();
          }
          const isClosed = when.endsWith('closed');
          if (isClosed) await endLibrary(library);
          await (how === 'moved' ? rename : copyFile)(path('backup.json'), path('a.json'));
          if (isClosed) ({ library } = testLibrary(folders));
          await library.rescan();
          await library.rescan();
          const { themes } = await library.handlers.list(undefined);
          const links = themes.flatMap((each) =>
            each.places.flatMap(({ templateId }) =>
              templateId === undefined ? [] : [[each.id === id, templateId]],
            ),
          );
          expect(links).toEqual(what === 'unlinked' ? [] : [[true, 't']]);
          expect(themes.some((each) => each.id === id)).toBe(true);
        },
      );
    },
  );
});
