/**
 * Two computers keep the library the same by a sync program. A person copied a theme's file by hand and deleted that copy in
 * Foyer again. Later the theme's file is renamed to what the copy was called, while the theme is published on the other
 * computer: it comes to rest, and is the theme with its template on both.
 */
import { copyFile, rename, unlink } from 'node:fs/promises';
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

const minutes = [0, 1, 2, 3, 4, 5];
const names = [
  ['a.json', 'b.json'],
  ['b.json', 'a.json'],
] as const;

it.each(
  ['deleted there', 'deleted here', 'control: no copy'].flatMap((how) =>
    names.flatMap(([from, to]) => minutes.map((minute) => [how, from, to, minute] as const)),
  ),
)('a copy %s (%s, here %s; %s)', async (how, from, to, minute) => {
  const world = await twoComputers({ publications: { [key]: link } });
  const { one, two, here, there, id } = world;
  if (from !== 'a.json') {
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, from));
    await Promise.all([one.rescan(), two.rescan()]);
  }
  if (!how.startsWith('control')) {
    const [at, other] = how === 'deleted here' ? [here, there] : [there, here];
    const [library, others] = how === 'deleted here' ? [one, two] : [two, one];
    await copyFile(join(at.themes, from), join(at.themes, to));
    await library.rescan();
    await bring(to, at, other);
    await others.rescan();
    const { themes } = await library.handlers.list(undefined);
    const copy = themes.find((each) => each.id !== id);
    await library.handlers.remove({ ids: [copy?.id ?? ''] });
    await unlink(join(other.themes, to));
    await others.rescan();
    expect((await others.handlers.list(undefined)).themes.map((each) => each.id)).toEqual([id]);
  }
  await rename(join(here.themes, from), join(here.themes, to));
  await one.rescan();
  await two.setPublication(id, key, { ...link, at: `2026-01-05T00:0${String(minute)}:00.000Z` });
  await two.flush();
  const sent = await exchange(world);
  expect(sent.at(-1), sent.join()).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
  expect(await Promise.all([linked(one), linked(two)])).toEqual([[id], [id]]);
});
