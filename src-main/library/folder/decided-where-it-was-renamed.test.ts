/**
 * Two computers keep the library the same by a sync program. A person decides there to keep both of two versions, and renames the
 * theme's file; the other computer publishes the theme meanwhile. The decision holds: nobody is asked once more.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { exchange, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

it.each([
  ['the control: nothing is done there', () => Promise.resolve()],
  [
    'published again there',
    (two: Library, id: string) =>
      two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' }),
  ],
])('what was decided is not asked again on either computer: %s', async (_what, does) => {
  const conflictOf = { id: newId(), name: 'Harbour' };
  const world = await twoComputers({ publications: { [key]: link }, conflictOf });
  const { one, two, here, id } = world;
  await one.handlers.resolveConflict({ id, keep: 'both' });
  await one.flush();
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await does(two, id);
  await two.flush();
  await exchange(world);
  const undecided = [one, two].map(async (library) => {
    const { themes } = await library.handlers.list(undefined);
    return themes.filter((theme) => theme.conflictOf !== undefined).length;
  });
  expect(await Promise.all(undecided)).toEqual([0, 0]);
});
