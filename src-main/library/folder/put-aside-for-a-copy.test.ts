/** A theme's file is put aside, or changes places with a copy of it: which of the two files is the theme. */
import { copyFile, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { largestThemeFile, type Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  openThemes,
  restarted,
  savedWhenAsked,
  testLibrary,
} from '../testing/fixture-library';
import { bring, textsOf, twoComputers } from '../testing/synced-computers';

/**
 * Two computers keep the library the same by a sync program, which brings one file after the other. A person saved a theme's file
 * under another name for another client, and Foyer gave that an ID of its own. On one computer the second file takes the name of
 * the first one, which is put aside, or they change their names. Each stays the theme that it is, on both.
 */
describe('on one of two computers', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    const all = themes.filter(({ places }) => places[0]?.templateId === 't');
    return all.map((each) => [each.id, each.name]);
  }

  const ways = ['put aside', 'swapped'] as const;
  const sents = ['sent as it was saved', 'sent as Foyer wrote it', 'made there'] as const;
  const orders = ['at once, as a control', 'the second client’s first', 'the first client’s first'];

  it.each(
    ways.flatMap((way) =>
      orders.flatMap((order) => sents.map((sent) => [way, order, sent] as const)),
    ),
  )(
    'the first client’s file is %s, and brought %s (the other’s was %s)',
    async (way, order, sent) => {
      const world = await twoComputers({ name: 'Client A', publications: { [key]: link } });
      const { one, two, here, there, id } = world;
      const path = (file: string): string => join(here.themes, file);
      const text = await readFile(path('a.json'), 'utf8');
      const [from, to] = sent === 'made there' ? [there, here] : [here, there];
      await writeFile(join(from.themes, 'b.json'), text.replace('"Client A"', '"Client B"'));
      if (sent === 'made there') await two.rescan();
      if (sent === 'sent as Foyer wrote it') await one.rescan();
      await bring('b.json', from, to);
      await Promise.all([one.rescan(), two.rescan()]);

      const aside = way === 'swapped' ? 'aside.tmp' : 'client-a.json';
      await rename(path('a.json'), path(aside));
      await rename(path('b.json'), path('a.json'));
      if (way === 'swapped') await rename(path(aside), path('b.json'));
      await one.rescan();
      expect(await linked(one)).toEqual([[id, 'Client A']]);

      const ofA = way === 'swapped' ? 'b.json' : aside;
      const files = order.startsWith('the first') ? [ofA, 'a.json'] : ['a.json', ofA];
      for (const file of files) {
        await bring(file, here, there);
        if (!order.startsWith('at once')) await two.rescan();
      }
      if (way !== 'swapped') await unlink(join(there.themes, 'b.json'));
      await two.rescan();
      // What Foyer over there wrote is brought back, and so on.
      for (let round = 1; round <= 4; round += 1) {
        for (const [from, to, library] of [
          [there, here, one],
          [here, there, two],
        ] as const) {
          const [theirs, ours] = [await textsOf(from), await textsOf(to)];
          for (const [name, text] of theirs)
            if (ours.get(name) !== text) await bring(name, from, to);
          await library.rescan();
        }
      }
      expect(await Promise.all([linked(one), linked(two)])).toEqual([
        [[id, 'Client A']],
        [[id, 'Client A']],
      ]);
    },
  );
});

/**
 * A person saved a theme's file under another name for another client, and Foyer gave that an ID of its own. Later the second file
 * takes the first one's name, which is put aside under a name that Foyer doesn't read, or in another folder, and comes back under
 * the second one's. Foyer looks once in between. Each stays the theme that it is: the first client's template is the first client's.
 */
describe('for a moment', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['a.json.bak', 'never, as a control'],
    ['a.json.bak', 'after each step, as a control'],
    ['a.json.bak', 'after two steps'],
    ['../a.json', 'after two steps'],
    ['a.json.bak', 'after two steps, as it is started'],
  ])('the first client’s file is aside in %s, and Foyer looks %s', async (aside, looks) => {
    const { folders, library: first, id } = await libraryOfOne({ name: 'Client A', publications });
    await first.start();
    await first.handlers.keepVersion({ id, name: 'As client A signed it' });
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
    await first.rescan();
    let library = first;
    const isStarted = looks.endsWith('started');
    if (isStarted) await endLibrary(library);
    await rename(path('a.json'), path(aside));
    if (looks.startsWith('after each')) await library.rescan();
    await rename(path('b.json'), path('a.json'));
    if (isStarted) ({ library } = testLibrary(folders));
    if (looks.startsWith('after')) await library.rescan();
    await rename(path(aside), path('b.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    expect(linked.map((each) => [each.id === id, each.name])).toEqual([[true, 'Client A']]);
  });
});

/**
 * A person saved a theme's file under another name for another client, and Foyer gave that an ID of its own. Later the two
 * files change their names, or the second takes the first one's while that is put aside, and one theme is read, or saved, before
 * the watcher has told of it. Each stays the theme that it is: the first client's template has the first client's theme.
 */
describe('swapped with the copy', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  async function variantBeside() {
    const { folders, library: first, id } = await libraryOfOne({ name: 'Client A', publications });
    await first.start();
    await first.handlers.keepVersion({ id, name: 'As client A signed it' });
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
    await first.rescan();
    await endLibrary(first);
    // The watcher is late, as on a share that tells nothing.
    const times = { settleMs: 600_000, retryMs: 20 };
    const folder = openDocumentFolder(folders.themes, { maxBytes: largestThemeFile, ...times });
    const { library } = testLibrary(folders, { folder, pace: savedWhenAsked });
    await library.start();
    return { library, id, path };
  }

  const touches: Record<string, (library: Library, id: string) => Promise<unknown>> = {
    'not touched, as a control': () => Promise.resolve(),
    'read, as an export or a backup reads it': (library, id) =>
      library.current(id).catch(() => undefined),
    opened: (library, id) => Promise.resolve(library.handlers.open({ id })).catch(() => undefined),
    'tagged in the list': (library, id) =>
      Promise.resolve(
        library.handlers.setTagsOfMany({ themes: [{ id, tags: ['blue', 'new'] }] }),
      ).catch(() => undefined),
    'edited before, and saved': async (library) => library.flush(),
  };

  const ways = ['change their names', 'change, the first put aside'] as const;

  describe.each(ways)('two files %s', (way) => {
    it.each(Object.keys(touches))('and the first theme is %s', async (how) => {
      const { library, id, path } = await variantBeside();
      if (how.startsWith('edited')) {
        await library.handlers.open({ id });
        await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      }
      const aside = way === 'change their names' ? 'aside.tmp' : 'a-old.json';
      await rename(path('a.json'), path(aside));
      await rename(path('b.json'), path('a.json'));
      if (way === 'change their names') await rename(path(aside), path('b.json'));
      await touches[how]?.(library, id);
      await library.rescan();
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
      expect(linked.map((each) => [each.name, each.id === id])).toEqual([['Client A', true]]);
    });
  });
});

/**
 * A person copied a theme's file by hand, as a backup, and edited the theme. They put its file aside under a name that Foyer doesn't
 * read, give the backup its name, look at that in Foyer, and give the first file a name again, beside it. The theme goes on there, as it
 * was edited, with its template: whether Foyer ran as the files were moved, or was started then.
 */
describe('a theme that was put aside for its backup, and comes back beside it', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each(['while Foyer runs, as a control', 'while Foyer is closed'])(
    'is the theme as it was (moved %s)',
    async (when) => {
      const { folders, library: first, id } = await libraryOfOne({ name: 'Harbour', publications });
      await first.start();
      const path = (file: string): string => join(folders.themes, file);
      await copyFile(path('a.json'), path('backup.json'));
      await first.rescan();
      await first.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await first.saved(id);
      await endLibrary(first);
      const isClosed = when.endsWith('closed');
      let { library } = testLibrary(folders);
      await library.start();
      if (isClosed) await endLibrary(library);
      await rename(path('a.json'), path('a.json.bak'));
      await rename(path('backup.json'), path('a.json'));
      if (isClosed) ({ library } = testLibrary(folders));
      await library.rescan();
      await rename(path('a.json.bak'), path('harbour.json'));
      await library.rescan();
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
      const fonts = await Promise.all(
        linked.map(async (each) => (await library.saved(each.id)).theme.general.font),
      );
      expect([linked.map((each) => each.id === id), fonts]).toEqual([[true], ['Lora']]);
      expect(themes.map((each) => each.conflictOf)).toEqual([undefined, undefined]);
    },
  );
});

/**
 * A person keeps a copy of a theme's file beside it, to begin anew from it: they copy that over the theme's file, and edit the theme.
 * The next time they put the theme's file aside first. Foyer is restarted, and they give the file a name again, beside the other. The theme
 * goes on there, as it was edited, with its template, as it does where the copy was put over it for the first time.
 */
describe('a theme that was put aside for its backup comes back after a restart', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  const edit = async (library: Library, id: string, font: string): Promise<void> => {
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
    await library.saved(id);
    await library.flush();
  };

  it.each([
    ['once, as a control', true],
    ['twice', false],
    ['twice', true],
  ])('is the theme (the backup was put over it %s, restarted: %s)', async (times, isRestarted) => {
    const { folders, library: first, id } = await libraryOfOne({ name: 'Harbour', publications });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    await copyFile(path('a.json'), path('backup.json'));
    await first.rescan();
    if (times === 'twice') {
      await edit(first, id, 'Lora');
      await copyFile(path('backup.json'), path('a.json'));
      await first.rescan();
    }
    const second = await restarted(folders, first);
    await second.rescan();
    await edit(second, id, 'Merriweather');
    await rename(path('a.json'), path('a.json.bak'));
    await copyFile(path('backup.json'), path('a.json'));
    await second.rescan();
    const library = isRestarted ? await restarted(folders, second) : second;
    await library.rescan();
    await rename(path('a.json.bak'), path('harbour.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    const fonts = await Promise.all(
      linked.map(async (each) => (await library.saved(each.id)).theme.general.font),
    );
    expect([linked.map((each) => each.id === id), fonts]).toEqual([[true], ['Merriweather']]);
  });
});

/**
 * A person copied a theme's file by hand, as a backup, and edited the theme. They put its file aside under a name that Foyer doesn't
 * read, give the backup its name, look at that in Foyer, and give the first file a name again, beside it. The disk refuses Foyer's next
 * write for a moment (a scanner holds a file, or the disk is full). Once it takes it, the theme goes on as it was edited, with its template.
 */
describe('the disk refuses a write as a theme that was put aside comes back', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['never, as a control', ''],
    ['for a moment', 'EBUSY'],
    ['until there is room', 'ENOSPC'],
  ])('it is the theme (%s)', async (_how, code) => {
    const { folders, library: first, id } = await libraryOfOne({ name: 'Harbour', publications });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    await copyFile(path('a.json'), path('backup.json'));
    await first.rescan();
    await first.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await first.saved(id);
    await endLibrary(first);
    const folder = openThemes(folders);
    const { library } = testLibrary(folders, { folder });
    await library.start();
    await rename(path('a.json'), path('a.json.bak'));
    await rename(path('backup.json'), path('a.json'));
    await library.rescan();
    const write = folder.write.bind(folder);
    if (code !== '') {
      const refused = Object.assign(new Error(code), { code });
      Object.assign(folder, { write: () => Promise.reject(refused) });
    }
    await rename(path('a.json.bak'), path('harbour.json'));
    await library.rescan();
    Object.assign(folder, { write });
    await library.rescan();
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
    const fonts = await Promise.all(
      linked.map(async (each) => (await library.saved(each.id)).theme.general.font),
    );
    expect([linked.map((each) => each.id === id), fonts]).toEqual([[true], ['Lora']]);
  });
});
