/** A theme's file is put aside for a backup, or changes names with it: which of the two is the theme. */
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { largestThemeFile, type Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  savedWhenAsked,
  testLibrary,
} from '../testing/fixture-library';
import { bring, textsOf, twoComputers } from '../testing/synced-computers';

/** A theme's file is put aside for a backup that was made beside it, or changes places with it, on one of two computers. */
describe('on one of two computers', () => {
  /**
   * Two computers keep the library the same by a sync program, which brings one file after the other. A person copied a theme's file by
   * hand, as a backup, and edited the theme. On one computer the theme's file is put aside under another name, and the backup takes
   * its name, or they change their names: the theme goes on under its new name there. It does so on both, and comes to rest.
   */
  describe('a theme’s file makes room for a backup on one of two computers', () => {
    const key = publicationKey(northwind);
    const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

    async function linked(library: Library) {
      const { themes } = await library.handlers.list(undefined);
      const all = themes.filter(({ places }) => places[0]?.templateId === 't');
      return Promise.all(
        all.map(async (each) => [each.id, (await library.saved(each.id)).theme.general.font]),
      );
    }

    const ways = ['put aside', 'swapped'] as const;
    const sents = ['sent as it was saved', 'sent as Foyer wrote it', 'made there'] as const;
    const orders = ['at once, as a control', 'the backup first', 'the theme first'];
    const asides = ['client-a.json', '0.json'];

    it.each(
      ways.flatMap((way) =>
        orders.flatMap((order) =>
          sents.flatMap((sent) =>
            (way === 'swapped' ? ['b.json'] : asides).map(
              (aside) => [way, aside, order, sent] as const,
            ),
          ),
        ),
      ),
    )('it is %s (%s), and brought %s (the backup was %s)', async (way, to, order, sent) => {
      const world = await twoComputers({ name: 'Harbour', publications: { [key]: link } });
      const { one, two, here, there, id } = world;
      const path = (file: string): string => join(here.themes, file);
      const [from, other] = sent === 'made there' ? [there, here] : [here, there];
      await copyFile(join(from.themes, 'a.json'), join(from.themes, 'b.json'));
      if (sent === 'made there') await two.rescan();
      if (sent === 'sent as Foyer wrote it') await one.rescan();
      await bring('b.json', from, other);
      await Promise.all([one.rescan(), two.rescan()]);
      await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await one.saved(id);
      await one.flush();
      await bring('a.json', here, there);
      await Promise.all([one.rescan(), two.rescan()]);
      expect(await textsOf(here)).toEqual(await textsOf(there));
      expect(await Promise.all([linked(one), linked(two)])).toEqual([
        [[id, 'Lora']],
        [[id, 'Lora']],
      ]);

      const aside = way === 'swapped' ? 'aside.tmp' : to;
      await rename(path('a.json'), path(aside));
      await rename(path('b.json'), path('a.json'));
      if (way === 'swapped') await rename(path(aside), path('b.json'));
      await one.rescan();
      expect(await linked(one)).toEqual([[id, 'Lora']]);

      const files = order.startsWith('the theme') ? [to, 'a.json'] : ['a.json', to];
      for (const file of files) {
        await bring(file, here, there);
        if (!order.startsWith('at once')) await two.rescan();
      }
      if (way !== 'swapped') await unlink(join(there.themes, 'b.json'));
      await two.rescan();
      // What Foyer over there wrote is brought back, and so on.
      const sentBack: number[] = [];
      for (let round = 1; round <= 8; round += 1) {
        let count = 0;
        for (const [from, to, library] of [
          [there, here, one],
          [here, there, two],
        ] as const) {
          const [theirs, ours] = [await textsOf(from), await textsOf(to)];
          for (const [name, text] of theirs) {
            if (ours.get(name) === text) continue;
            count += 1;
            await bring(name, from, to);
          }
          await library.rescan();
        }
        sentBack.push(count);
      }
      expect(sentBack.at(-1), sentBack.join()).toBe(0);
      expect(await Promise.all([linked(one), linked(two)])).toEqual([
        [[id, 'Lora']],
        [[id, 'Lora']],
      ]);
    });
  });
});

/** A theme's file changes names with a backup of it, or is put aside for it, and Foyer looks at one of the two files first. */
describe('before the watcher has told of it', () => {
  /**
   * A person copied a theme's file by hand, as a backup, and edited the theme since. They put the theme's file aside in the folder
   * and give the backup its name, or let the two change their names. The theme goes on under its new name, as it was edited, with its
   * template, whether Foyer is asked for it before the watcher has told of all of that, or not.
   */
  describe('two files change, and one is looked at first', () => {
    const key = publicationKey(northwind);
    const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

    async function backedUp() {
      const { folders, library: first, id } = await libraryOfOne({ name: 'Harbour', publications });
      await first.start();
      const path = (file: string): string => join(folders.themes, file);
      await copyFile(path('a.json'), path('b.json'));
      await first.rescan();
      await first.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await first.saved(id);
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
      opened: (library, id) =>
        Promise.resolve(library.handlers.open({ id })).catch(() => undefined),
      'tagged in the list': (library, id) =>
        Promise.resolve(
          library.handlers.setTagsOfMany({ themes: [{ id, tags: ['blue', 'new'] }] }),
        ).catch(() => undefined),
      'edited before, and saved': async (library) => library.flush(),
    };

    const ways = ['change their names', 'change, the theme put aside'] as const;

    describe.each(ways)('two files %s', (way) => {
      it.each(Object.keys(touches))('and the theme is %s', async (how) => {
        const { library, id, path } = await backedUp();
        if (how.startsWith('edited')) {
          await library.handlers.open({ id });
          await library.handlers.edit({
            id,
            edits: [{ field: 'general.font', value: 'Merriweather' }],
          });
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
        const fonts = await Promise.all(
          linked.map(async (each) => (await library.saved(each.id)).theme.general.font),
        );
        expect([linked.map((each) => each.id === id), fonts]).toEqual([
          [true],
          [how.startsWith('edited') ? 'Merriweather' : 'Lora'],
        ]);
      });
    });
  });
});
