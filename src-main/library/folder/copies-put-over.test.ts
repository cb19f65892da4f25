/** Copies of a theme's file, made beside it by a hand or a program, that are then put over it: what a theme is from then on. */
import { copyFile, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  openThemes,
  restarted,
  testLibrary,
} from '../testing/fixture-library';

/**
 * A person changes a theme's file by a tool that writes another one (`jq … harbour.json > new.json`), looks at that, and moves it
 * over the first one (`mv new.json harbour.json`). Foyer runs, and sees each step. It is the theme, with its template.
 */
describe('a file is written anew beside the theme’s, and moved over it', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['control: moved at once', 'night'],
    ['moved once Foyer has seen it', 'blue'],
    ['moved once Foyer has seen it', 'night'],
    ['moved while Foyer is closed', 'night'],
    ['copied once Foyer has seen it', 'night'],
  ])('the theme keeps its template and its versions: %s (%s)', async (how, tag) => {
    const { folders, library: running, id } = await libraryOfOne({ publications });
    let library = running;
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('new.json'), text.replace('"blue"', JSON.stringify(tag)));
    const isClosed = how.endsWith('closed');
    if (!how.startsWith('control')) await library.rescan();
    if (isClosed) await endLibrary(library);
    if (how.startsWith('copied')) await copyFile(path('new.json'), path('a.json'));
    else await rename(path('new.json'), path('a.json'));
    if (isClosed) ({ library } = testLibrary(folders));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(
      themes.map((each) => [each.id, ...each.tags, each.places[0]?.templateId]),
    ).toContainEqual([id, tag, 't']);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map((each) => each.name)).toContain('As it was signed');
  });
});

/**
 * A theme's file is damaged (a merge's marks, half a file). A person mends it under another name, and gives the mended file the
 * name of the damaged one. It is the theme, with its template and its versions.
 */
describe('a mended file is given the name of the damaged one', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    'control: deleted first, then renamed',
    'control: copied over it',
    'renamed over it',
    'deleted and renamed at once',
    'renamed over it while Foyer is closed',
  ])('the mended file is the theme, with its template: %s', async (how) => {
    const { folders, library: running, id } = await libraryOfOne({ publications });
    let library = running;
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
    await library.rescan();
    await writeFile(path('mended.json'), text);
    await library.rescan();
    const isClosed = how.endsWith('closed');
    if (isClosed) await endLibrary(library);
    if (how.includes('deleted')) await unlink(path('a.json'));
    if (how.startsWith('control: deleted')) await library.rescan();
    if (how.includes('copied')) {
      await writeFile(path('a.json'), await readFile(path('mended.json')));
    } else await rename(path('mended.json'), path('a.json'));
    if (isClosed) ({ library } = testLibrary(folders));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toContainEqual([id, 't']);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});

/**
 * A person copies a theme's file by hand before they go on, edits the theme in Foyer, thinks better of it, and copies that
 * backup over the theme's file. It is the theme as it was, with its template.
 */
describe('a backup of before an edit is put over the file', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  const hows = [
    'control: a backup outside of the folder',
    'control: nothing was edited',
    'copied over it',
    'copied over it while Foyer is closed',
    'renamed to it',
  ] as const;

  it.each(hows)('the theme keeps its template: %s', async (how) => {
    const { folders, library: running, id } = await libraryOfOne({ publications });
    let library = running;
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    const backup = how.startsWith('control: a backup')
      ? join(folders.root, 'backup.json')
      : path('backup.json');
    await copyFile(path('a.json'), backup);
    await library.rescan();
    if (how !== 'control: nothing was edited') {
      await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await library.saved(id);
      await library.flush();
    }
    const isClosed = how.endsWith('closed');
    if (isClosed) await endLibrary(library);
    if (how === 'renamed to it') await rename(backup, path('a.json'));
    else await copyFile(backup, path('a.json'));
    if (isClosed) ({ library } = testLibrary(folders));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    const names = await Promise.all(
      linked.map(async (each) => (await library.handlers.versions({ id: each.id })).versions),
    );
    expect(
      themes.map((each) => [each.id === id, each.name, each.places[0]?.templateId]),
    ).toContainEqual([true, 'Harbour', 't']);
    expect(names.flat().map(({ name }) => name)).toContain('As it was signed');
  });
});

/**
 * A person copies a theme's file by hand before they go on, quits Foyer, and copies that backup over the theme's file. The theme
 * keeps its template and its versions, as it does while Foyer runs.
 */
describe('a backup is copied over the file while Foyer is closed', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each(
    ['control: while Foyer runs', 'while Foyer is closed'].flatMap((when) =>
      ['nothing', 'published again'].map((what) => [when, what] as const),
    ),
  )('the theme keeps its template: %s (since then: %s)', async (when, what) => {
    const { folders, library: running, id } = await libraryOfOne({ publications });
    let library = running;
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    await copyFile(path('a.json'), path('backup.json'));
    await library.rescan();
    if (what === 'published again') {
      await library.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
      await library.flush();
    }
    const isClosed = when.endsWith('closed');
    if (isClosed) await endLibrary(library);
    await copyFile(path('backup.json'), path('a.json'));
    if (isClosed) ({ library } = testLibrary(folders));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    expect(linked.map((each) => each.id)).toEqual([id]);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});

/**
 * A person copies a theme's file by hand before they go on, publishes the theme again, and then copies that backup over the
 * theme's file, or deletes that and takes it back out of the system's bin. The theme keeps its template.
 */
describe('a backup of before a publication', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  type Order = 'higher' | 'lower';

  /** `order`: what stands for the bytes of the backup, which nobody can know, compared with that of the file. */
  async function backedUp(order: Order) {
    const { folders, library, id } = await libraryOfOne({ publications });
    await library.start();
    const path = (file: string): string => join(folders.themes, file);
    const hashOf = async (file: string) => contentHash(await readFile(path(file), 'utf8'));
    const backup = await hashOf('a.json');
    await copyFile(path('a.json'), path('b.json'));
    await library.rescan();
    for (let minute = 10; minute < 50; minute += 1) {
      const at = `2026-01-05T00:${String(minute)}:00.000Z`;
      await library.setPublication(id, key, { templateId: 't', at });
      await library.flush();
      if (backup > (await hashOf('a.json')) === (order === 'higher')) break;
    }
    // As the index knows it a moment later.
    const again = await restarted(folders, library);
    await again.rescan();
    return { folders, library: again, id, path };
  }

  async function linked(library: Library): Promise<string[]> {
    const { themes } = await library.handlers.list(undefined);
    return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
  }

  describe('a backup made by hand', () => {
    it.each<Order>(['higher', 'lower'])('copied over the theme’s file (%s)', async (order) => {
      const { library, id, path } = await backedUp(order);
      await copyFile(path('b.json'), path('a.json'));
      await library.rescan();
      expect(await linked(library)).toEqual([id]);
    });

    it.each([
      ['higher', false],
      ['lower', false],
      ['higher', true],
      ['lower', true],
    ] as [Order, boolean][])(
      'beside a file that comes back (%s, restarted meanwhile: %s)',
      async (order, isRestarted) => {
        const { folders, library: first, id, path } = await backedUp(order);
        await rename(path('a.json'), join(folders.root, 'a.json'));
        await first.rescan();
        const library = isRestarted ? await restarted(folders, first) : first;
        await library.rescan();
        await rename(join(folders.root, 'a.json'), path('a.json'));
        await library.rescan();
        expect(await linked(library)).toEqual([id]);
        const { themes } = await library.handlers.list(undefined);
        expect(themes.map((each) => each.conflictOf)).toEqual([undefined, undefined]);
        expect(JSON.parse(await readFile(path('a.json'), 'utf8'))).toMatchObject({ id });
      },
    );
  });

  /** The same, and the theme was unlinked since: a person let go of its template. */
  describe('a theme that was unlinked after its file was copied, whose file is deleted by hand', () => {
    it.each([false, true])('nothing has the template (restarted: %s)', async (isRestarted) => {
      const { folders, library: first, id } = await libraryOfOne({ publications });
      await first.start();
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
      await first.rescan();
      await first.unlink(id, key, 't');
      await first.flush();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      expect(await linked(library)).toEqual([]);
    });
  });
});

/**
 * A program renames a theme's file by copying it, and removes the first one only later (rsync). In between the person
 * publishes the theme. What its card says of that is true once the copy is the theme.
 */

describe('a theme that was published while its file was being renamed by copying it', () => {
  const key = publicationKey(northwind);

  it.each([false, true])(
    'is said to be as it was published (restarted meanwhile: %s)',
    async (isRestarted) => {
      const { folders, library: first, id } = await libraryOfOne();
      await first.start();
      await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
      await first.rescan();
      const { name, theme } = await first.saved(id);
      const at = '2026-01-05T00:00:00.000Z';
      await first.setPublication(id, key, {
        ...{ templateId: 't', at, attempt: 'once' },
        sent: { name, theme },
      });
      await first.flush();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map((each) => [each.id, each.places])).toEqual([
        [id, [{ connectionId: northwind.id, relation: 'same', templateId: 't', publishedAt: at }]],
      ]);
    },
  );
});

/**
 * A person mends a theme's file under another name, or writes it anew, and gives that the first one's name (`rm harbour.json && mv
 * mended.json harbour.json`). Foyer has seen that the first one is gone, and is about to read the other one as that is renamed. It is the
 * theme, with its template and its versions, as where Foyer looks before or after.
 */
describe('a copy is given the name of its theme’s file, which was deleted', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each(
    ['damaged', 'whole'].flatMap((state) =>
      ['before, as a control', 'as Foyer reads it', 'after, as a control'].map(
        (when) => [state, when] as const,
      ),
    ),
  )('it is the theme (the first file was %s; renamed %s)', async (state, when) => {
    const { folders, library: first, id } = await libraryOfOne({ publications });
    await first.start();
    await first.handlers.keepVersion({ id, name: 'As it was signed' });
    await endLibrary(first);
    const folder = openThemes(folders);
    const { library } = testLibrary(folders, { folder });
    await library.start();
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    if (state === 'damaged') {
      await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
      await library.rescan();
    }
    await writeFile(path('mended.json'), text);
    await library.rescan();
    const renamed = (): Promise<void> => rename(path('mended.json'), path('a.json'));
    const read = folder.read.bind(folder);
    let isRead = false;
    if (when.startsWith('as')) {
      const andRenamed: typeof folder.read = async (name) => {
        if (name === 'mended.json' && !isRead) {
          isRead = true;
          await renamed();
        }
        return read(name);
      };
      Object.assign(folder, { read: andRenamed });
    }
    await unlink(path('a.json'));
    if (when.startsWith('before')) await renamed();
    await library.rescan();
    if (when.startsWith('after')) await renamed();
    else if (when.startsWith('as')) expect(isRead).toBe(true);
    await library.rescan();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toContainEqual([id, 't']);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});
