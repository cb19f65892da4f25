/**
 * Two computers keep the library the same by a sync program. A person saves what a theme's file says under another name, changed for
 * another client, so that Foyer makes a theme of its own of it. Later the first theme's file is renamed on one computer while
 * that theme is published once more on the other: what was made for the other client has none of its template.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function linked(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes
    .filter(({ places }) => places[0]?.templateId === 't')
    .map((each) => [each.id, each.name]);
}

const variants = ['none, as a control', 'x.json', 'client-b.json'];
const names = ['apple.json', 'm.json'];
const sents = ['as it was saved', 'as Foyer wrote it'];
it.each(
  variants.flatMap((variant) =>
    names.flatMap((to) => sents.map((sent) => [variant, sent, to] as const)),
  ),
)(
  'the other client in %s (sent %s), the first one’s file renamed to %s',
  async (variant, sent, to) => {
    const world = await twoComputers({ name: 'Client A', publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, 'h.json'));
    await Promise.all([one.rescan(), two.rescan()]);
    if (variant.endsWith('.json')) {
      const text = await readFile(join(here.themes, 'h.json'), 'utf8');
      await writeFile(join(here.themes, variant), text.replace('"Client A"', '"Client B"'));
      if (sent === 'as Foyer wrote it') await one.rescan();
      await bring(variant, here, there);
      await Promise.all([one.rescan(), two.rescan()]);
    }
    await rename(join(here.themes, 'h.json'), join(here.themes, to));
    await one.rescan();
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await two.flush();
    const rounds = await exchange(world);
    expect(await Promise.all([linked(one), linked(two)])).toEqual([
      [[id, 'Client A']],
      [[id, 'Client A']],
    ]);
    expect(rounds.at(-1), rounds.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
  },
);
