/**
 * Two computers keep the library the same by a sync program, which lets a file that was changed come back where it was renamed
 * meanwhile. A theme is published once more on one, where Foyer is quit then; on the other its file is renamed. There the theme
 * keeps its template and its versions, also until Foyer is started on the first one again, and afterwards.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { endLibrary, northwind, testLibrary } from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function linked(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
}

it.each([
  ['edited there, as a control', 'until then'],
  ['published there', 'until then'],
  ['edited there, as a control', 'looked at until then'],
  ['published there', 'looked at until then'],
])('%s, %s', async (what, how) => {
  const world = await twoComputers({ publications: { [key]: link } });
  const { one, two, here, there, id } = world;
  await one.handlers.keepVersion({ id, name: 'As it was signed' });
  await one.flush();
  if (what.startsWith('published')) {
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
  } else await two.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await endLibrary(two);
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await bring('a.json', there, here);
  await bring('b.json', here, there);
  await one.rescan();
  if (how === 'until then') expect(await linked(one)).toEqual([id]);
  else await one.handlers.open({ id });
  const again = testLibrary(there).library;
  await again.start();
  await exchange({ ...world, two: again });
  expect(await textsOf(here)).toEqual(await textsOf(there));
  expect(await Promise.all([linked(one), linked(again)])).toEqual([[id], [id]]);
});
