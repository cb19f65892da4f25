/**
 * Two computers keep the library the same by a sync program, which brings one file after the other. A person saved a theme's file
 * under another name for another client, and Foyer gave that an ID of its own. On one computer the second file takes the name of
 * the first one, which is put aside, or they change their names. Each stays the theme that it is, on both.
 */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, textsOf, twoComputers } from '../testing/synced-computers';

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
        for (const [name, text] of theirs) if (ours.get(name) !== text) await bring(name, from, to);
        await library.rescan();
      }
    }
    expect(await Promise.all([linked(one), linked(two)])).toEqual([
      [[id, 'Client A']],
      [[id, 'Client A']],
    ]);
  },
);
