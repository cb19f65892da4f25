/**
 * Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and on
 * the other something changes that doesn't date it: its link, or that it is in conflict. Then each gets what the other wrote: as with
 * `renamed-on-two-computers`, it comes to rest.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import type { Library } from '../library';
import { northwind, unlinkTheme } from '../testing/fixture-library';
import { exchange, textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

type Theme = Parameters<typeof twoComputers>[0];
type Does = (library: Library, id: string) => Promise<void>;
const edits: Does = async (library, id) => {
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saved(id);
};
const unlinks: Does = (library, id) => unlinkTheme(library, id, key);
const decides: Does = async (library, id) => {
  await library.handlers.resolveConflict({ id, keep: 'both' });
};
const publishes: Does = async (library, id) => {
  await library.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
};

const names = [
  ['a.json', 'b.json'],
  ['b.json', 'a.json'],
] as const;

async function afterTheExchange(first: string, renamed: string, theme: Theme, does: Does) {
  const world = await twoComputers(theme);
  const { one, two, here, there, id } = world;
  let before = 'a.json';
  if (first !== before) {
    for (const { themes } of [here, there]) await rename(join(themes, before), join(themes, first));
    await Promise.all([one.rescan(), two.rescan()]);
    before = first;
  }
  await rename(join(here.themes, before), join(here.themes, renamed));
  await one.rescan();
  await does(two, id);
  await two.flush();
  const sent = await exchange(world);
  return { sent, here, there };
}

const linked: Theme = { publications: { [key]: link } };
const undecided: Theme = { conflictOf: { id: newId(), name: 'Harbour' } };
const doings: readonly [string, Theme, Does][] = [
  ['edited, as a control', linked, edits],
  ['unlinked', linked, unlinks],
  ['published again', linked, publishes],
  ['published for the first time', {}, publishes],
  ['kept beside the version it was in conflict with', undecided, decides],
];

it.each(
  doings.flatMap(([what, ...how]) => names.map(([from, to]) => [what, from, to, ...how] as const)),
)('it comes to rest where it was %s there (%s, here %s)', async (_what, from, to, theme, does) => {
  const { sent, here, there } = await afterTheExchange(from, to, theme, does);
  expect(sent.at(-1), sent.join()).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
});
