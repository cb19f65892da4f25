/** A theme's file is put aside for a backup that was made beside it, or changes places with it, on one of two computers. */
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, textsOf, twoComputers } from '../testing/synced-computers';

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
