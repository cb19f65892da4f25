/** After a copy was put over a theme's file: what comes beside it since, and whether the theme is what was put aside. */
import { copyFile, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  type LibraryFolders,
  libraryOfOne,
  northwind,
  putTheme,
  restarted,
  themeFiles,
} from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

interface InFile {
  readonly id: string;
  readonly theme: { readonly general: { readonly font: string } };
}

async function inFile(folders: LibraryFolders, file: string): Promise<InFile> {
  return JSON.parse(await readFile(join(folders.themes, file), 'utf8')) as InFile;
}

const edit = async (library: Library, id: string, font: string): Promise<void> => {
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
  await library.saved(id);
  await library.flush();
};

/** The theme was copied beside it, and edited. */
async function backedUp() {
  const { folders, library, id } = await libraryOfOne({ name: 'Harbour', publications });
  await library.start();
  const path = (file: string): string => join(folders.themes, file);
  const { theme } = await library.saved(id);
  await copyFile(path('a.json'), path('backup.json'));
  await library.rescan();
  await edit(library, id, 'Lora');
  return { folders, library, id, path, font: theme.general.font };
}

/** A person put a backup over its theme's file, and makes or brings another one beside it. */
describe('a new backup', () => {
  /**
   * They move the backup over the theme's file, so that there is none any more, and copy the theme's file again, to have one. What they
   * edit then is the theme, and not the backup.
   */
  describe('the theme is backed up again after its backup was moved over it', () => {
    it.each([
      ['control: backed up outside of the folder', false],
      ['backed up again', false],
      ['backed up again', true],
    ])('what is edited then is not the backup (%s, restarted: %s)', async (how, isRestarted) => {
      const { folders, library: first, id, path, font } = await backedUp();
      await rename(path('backup.json'), path('a.json'));
      await first.rescan();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      const isOutside = how.startsWith('control');
      const backup = isOutside ? join(folders.root, 'backup.json') : path('backup.json');
      await copyFile(path('a.json'), backup);
      await library.rescan();
      await edit(library, id, 'Merriweather');
      const { theme } = JSON.parse(await readFile(backup, 'utf8')) as InFile;
      const own = await inFile(folders, 'a.json');
      expect([own.id === id, own.theme.general.font, theme.general.font]).toEqual([
        true,
        'Merriweather',
        font,
      ]);
    });
  });
});

/**
 * A person copied a theme's file by hand, as a backup, and moves that over the theme's file again, which was not edited since (a tool
 * that had nothing to change does the same), or over one that was damaged. The next day they copy the theme's file once more, and
 * edit the theme. What they edit is the theme in its own file, and not the backup, which stays as it was.
 */
describe('a theme over which an equal backup was moved is backed up the next day', () => {
  async function backUp(folders: LibraryFolders): Promise<void> {
    const part = join(folders.root, 'backup.json');
    await copyFile(join(folders.themes, 'a.json'), part);
    const nextDay = new Date(Date.now() + 24 * 3_600_000);
    await utimes(part, nextDay, nextDay);
    await rename(part, join(folders.themes, 'backup.json'));
  }

  it.each(
    [
      'control: nothing is moved over it',
      'not edited',
      'published again',
      'published for the first time',
      'damaged',
    ].flatMap((what) => [false, true].map((isRestarted) => [what, isRestarted] as const)),
  )('what is edited then is not the backup (%s, restarted: %s)', async (what, isRestarted) => {
    const isFirst = what.endsWith('first time');
    const given = isFirst ? {} : { publications };
    const { folders, library: first, id } = await libraryOfOne({ name: 'Harbour', ...given });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    const { theme } = await first.saved(id);
    if (!what.startsWith('control')) {
      await copyFile(path('a.json'), path('backup.json'));
      await first.rescan();
      if (what.startsWith('published')) {
        await first.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
        await first.flush();
      }
      if (what === 'damaged') {
        await writeFile(path('a.json'), Buffer.alloc(2_000));
        await first.rescan();
      }
      await rename(path('backup.json'), path('a.json'));
      await first.rescan();
    }
    const library = isRestarted ? await restarted(folders, first) : first;
    await library.rescan();
    await backUp(folders);
    await library.rescan();
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await library.saved(id);
    await library.flush();
    const fonts = await Promise.all(
      ['a.json', 'backup.json'].map(async (file) => {
        const text = await readFile(path(file), 'utf8');
        return (JSON.parse(text) as { theme: { general: { font: string } } }).theme.general.font;
      }),
    );
    expect(fonts).toEqual(['Lora', theme.general.font]);
  });
});

/** A person put a backup over its theme's file, and makes or brings another one beside it. */
describe('a later version', () => {
  /**
   * They put the backup over the theme's file, and later a sync program lays a conflicted copy beside it, with what was edited on another
   * computer, or they copy a later backup into the folder, to compare.
   * Each of the files is a theme of its own, with its own ID, and is in the list.
   */
  describe('a later version comes beside a theme over which its backup was put', () => {
    it.each([
      ['moved', false], // the control
      ['copied', false],
      ['copied', true],
    ])('every file is one of the themes (%s over it, restarted: %s)', async (how, isRestarted) => {
      const { folders, library: first, id, path } = await backedUp();
      const later = await first.saved(id);
      await (how === 'moved' ? rename : copyFile)(path('backup.json'), path('a.json'));
      await first.rescan();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      await putTheme(folders, 'a (conflicted copy).json', later);
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const files = await themeFiles(folders);
      const ids = await Promise.all(files.map(async (file) => (await inFile(folders, file)).id));
      expect(new Set(ids).size, ids.join()).toBe(files.length);
      expect(themes.map((each) => each.id).sort()).toEqual([...ids].sort());
    });
  });
});

/** A file of another library is laid beside a theme over which its backup was put. */
describe('a file of another library', () => {
  /**
   * A library was begun as a copy of another client's, whose theme was edited and published to that client's template since. A person
   * copies that theme's file beside the one here, to compare. The one here keeps its own.
   */
  it.each(['control: nothing was put over it', 'its backup was moved over it'])(
    '%s',
    async (what) => {
      const { folders, library, id } = await libraryOfOne({ name: 'Harbour', publications });
      await library.start();
      const path = (file: string): string => join(folders.themes, file);
      const first = await library.saved(id);
      await copyFile(path('a.json'), path('backup.json'));
      await library.rescan();
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await library.saved(id);
      await library.flush();
      if (what.startsWith('its backup')) {
        await rename(path('backup.json'), path('a.json'));
        await library.rescan();
      }
      await putTheme(folders, 'from the other client.json', {
        ...first,
        updatedAt: new Date(Date.now() + 1_000).toISOString(),
        publications: {
          [key]: { templateId: 'of the other client', at: new Date().toISOString() },
        },
        theme: { ...first.theme, general: { ...first.theme.general, font: 'Merriweather' } },
      });
      await library.rescan();
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const templates = themes
        .filter((each) => each.id === id)
        .flatMap(({ places }) => places.map(({ templateId }) => templateId));
      expect(templates).toEqual(['t']);
    },
  );
});

/** A backup is put over its theme's file on one of two synced computers, while the theme is edited on the other. */
describe('an edit on another computer', () => {
  /**
   * Two computers keep the library the same by a sync program. On one, a person puts a backup over its theme's file; on the other, a
   * person edits the theme before that arrives. The sync program lays what loses beside the other one, as a conflicted copy, on both. One
   * theme has the template, the same one on both, and they come to rest.
   */
  describe('a backup is put over its theme’s file, which is edited elsewhere meanwhile', () => {
    async function linked(library: Library) {
      const { themes } = await library.handlers.list(undefined);
      const all = themes.filter(({ places }) => places[0]?.templateId === 't');
      return Promise.all(
        all.map(async (each) => [each.id, (await library.saved(each.id)).theme.general.font]),
      );
    }

    it.each(
      ['moved', 'copied'].flatMap((how) =>
        ['what was put over', 'what was edited'].flatMap((wins) =>
          [false, true].map((isSentAsPut) => [how, wins, isSentAsPut] as const),
        ),
      ),
    )('%s over it, %s stays (sent before Foyer looked: %s)', async (how, wins, isSentAsPut) => {
      const world = await twoComputers({ name: 'Harbour', publications });
      const { one, two, here, there, id } = world;
      const path = (file: string): string => join(here.themes, file);
      await copyFile(path('a.json'), path('backup.json'));
      await one.rescan();
      await exchange(world);
      await edit(one, id, 'Lora');
      await exchange(world);
      expect(await textsOf(here)).toEqual(await textsOf(there));

      await edit(two, id, 'Merriweather');
      await (how === 'moved' ? rename : copyFile)(path('backup.json'), path('a.json'));
      if (!isSentAsPut) await one.rescan();
      const conflicted = 'a.sync-conflict.json';
      if (wins === 'what was put over') {
        await rename(join(there.themes, 'a.json'), join(there.themes, conflicted));
        await bring('a.json', here, there);
        await bring(conflicted, there, here);
      } else {
        await rename(path('a.json'), path(conflicted));
        await bring('a.json', there, here);
        await bring(conflicted, here, there);
      }
      if (how === 'moved') await unlink(join(there.themes, 'backup.json'));
      await Promise.all([one.rescan(), two.rescan()]);
      const sent = await exchange(world);
      expect(sent.at(-1), sent.join()).toBe(0);
      const [ours, theirs] = [await linked(one), await linked(two)];
      expect(ours).toEqual(theirs);
      expect(ours.map(([each]) => each)).toEqual([id]);
      const fonts = await Promise.all(
        [one, two].map(async (library) => {
          const { themes } = await library.handlers.list(undefined);
          const all = themes.map(async (each) => (await library.saved(each.id)).theme.general.font);
          return [themes.length, [...new Set(await Promise.all(all))].sort()];
        }),
      );
      const files = (await textsOf(here)).size;
      expect(fonts).toEqual([
        [files, ['Merriweather', 'Open Sans']],
        [files, ['Merriweather', 'Open Sans']],
      ]);
    });
  });
});
