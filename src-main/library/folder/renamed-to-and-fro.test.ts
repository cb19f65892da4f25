/**
 * Two computers keep the library the same by a sync program. A person renames a theme's file, gives it its first name back, and
 * renames it once more; before that arrives, the theme is published on the other computer. It comes to rest.
 */
import { rename, unlink } from 'node:fs/promises';
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
  return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
}

const tries = [0, 1, 2, 3, 4, 5];
it.each([0, 1].flatMap((times) => tries.map((minute) => [times, minute] as const)))(
  'a theme’s file that had the name %s times before (%s)',
  async (times, minute) => {
    const world = await twoComputers({ publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    const renamed = async (from: string, to: string) => {
      await rename(join(here.themes, from), join(here.themes, to));
      await one.rescan();
      await bring(to, here, there);
      await two.rescan();
      await unlink(join(there.themes, from));
      await two.rescan();
    };
    for (let time = 0; time < times; time += 1) {
      await renamed('a.json', 'b.json');
      await renamed('b.json', 'a.json');
    }
    expect(await textsOf(here)).toEqual(await textsOf(there));
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    await two.setPublication(id, key, { ...link, at: `2026-01-05T00:0${String(minute)}:00.000Z` });
    await two.flush();
    const sent = await exchange(world);
    expect(sent.at(-1), sent.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
    expect(await Promise.all([linked(one), linked(two)])).toEqual([[id], [id]]);
  },
);
