/**
 * Two computers keep the library the same by a sync program, which puts a file that changed on both beside the other as a
 * conflicted copy. On one the theme gets another name in Foyer, while it is published once more on the other. The library shows
 * both versions side by side, or there is one theme: never two that nothing ties, of which the one has the versions and the
 * other the template.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, exchange, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

type Does = (library: Library, id: string) => Promise<unknown>;
const edits: Does = async ({ handlers }, id) =>
  handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
const renames: Does = async ({ handlers }, id) => handlers.rename({ id, name: 'Harbour 2' });
const editsAndUndoes: Does = async (library, id) => {
  await edits(library, id);
  await library.saved(id);
  await library.handlers.undo({ id });
};

it.each([
  ['edited, as a control', edits],
  ['renamed', renames],
  ['edited, and that undone', editsAndUndoes],
])('%s here, published again there', async (_what, does) => {
  const world = await twoComputers({ publications: { [key]: link } });
  const { one, two, here, there, id } = world;
  await does(one, id);
  await one.saved(id);
  await one.flush();
  await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
  await two.flush();
  // What changed on both: theirs goes aside, where it lost, and is sent.
  await rename(join(there.themes, 'a.json'), join(there.themes, 'a (conflicted copy).json'));
  await bring('a.json', here, there);
  await bring('a (conflicted copy).json', there, here);
  await Promise.all([one.rescan(), two.rescan()]);
  await exchange(world);
  for (const library of [one, two]) {
    const { themes } = await library.handlers.list(undefined);
    const ofBoth = themes.map((each) => [
      each.id === id,
      each.name,
      each.places[0]?.templateId,
      each.conflictOf?.id === id,
    ]);
    const linked = themes.find(({ places }) => places[0]?.templateId === 't');
    const isShown = themes.some(({ conflictOf }) => conflictOf?.id === id);
    expect(isShown || linked?.id === id, JSON.stringify(ofBoth)).toBe(true);
  }
});
