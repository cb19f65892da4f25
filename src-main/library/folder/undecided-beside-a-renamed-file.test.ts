/**
 * Two computers keep the library the same by a sync program, which put a version that was edited elsewhere beside a theme's file.
 * Foyer shows both side by side, and nobody has chosen one yet. The theme's file is renamed on one computer while the
 * theme is published once more on the other: the theme still is the version that it was, and the other one waits for a word.
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

async function held(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes.map((each) => [
    each.id,
    each.name,
    each.places[0]?.templateId,
    each.conflictOf?.id,
  ]);
}

const copies = ['none, as a control', 'h (conflicted copy).json'];
const dates = ['2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const names = ['apple.json', 'm.json'];
it.each(
  copies.flatMap((copy) => dates.flatMap((date) => names.map((to) => [copy, date, to] as const))),
)('%s, edited at %s, renamed to %s', async (copy, updatedAt, to) => {
  const world = await twoComputers({ name: 'Harbour', publications: { [key]: link } });
  const { one, two, here, there, id } = world;
  for (const { themes } of [here, there])
    await rename(join(themes, 'a.json'), join(themes, 'h.json'));
  await Promise.all([one.rescan(), two.rescan()]);
  const isThere = copy.endsWith('.json');
  if (isThere) {
    const text = await readFile(join(here.themes, 'h.json'), 'utf8');
    const other = { ...(JSON.parse(text) as object), updatedAt, name: 'Harbour at night' };
    await writeFile(join(here.themes, copy), JSON.stringify({ ...other, tags: ['night'] }));
    await bring(copy, here, there);
    await Promise.all([one.rescan(), two.rescan()]);
    for (const library of [one, two])
      expect((await held(library)).map(([, name, , of]) => [name, of])).toContainEqual([
        'Harbour at night',
        id,
      ]);
  }
  await rename(join(here.themes, 'h.json'), join(here.themes, to));
  await one.rescan();
  await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
  await two.flush();
  const rounds = await exchange(world);
  expect(rounds.at(-1), rounds.join()).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
  for (const library of [one, two]) {
    const all = await held(library);
    expect(
      all.filter(([, , templateId]) => templateId === 't').map((each) => each.slice(0, 2)),
    ).toEqual([[id, 'Harbour']]);
    if (isThere)
      expect(all.map(([, name, , of]) => [name, of])).toContainEqual(['Harbour at night', id]);
  }
});
