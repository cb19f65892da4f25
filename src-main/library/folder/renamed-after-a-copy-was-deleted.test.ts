/**
 * Two computers keep the library the same by a sync program. A person copies a theme's file by hand, as it is, and deletes that copy
 * again (or puts it back over the file, or opens it in Foyer and leaves it). Later they rename the theme's file, while the theme is
 * edited on the other computer. The theme goes on with its template on both, as where there never was a copy.
 */
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { exchange, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function linked(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
}

const fates = ['never made, as a control', 'deleted', 'put back', 'opened in Foyer'] as const;
const names = ['apple.json', 'z.json'];

it.each(fates.flatMap((fate) => names.map((name) => [fate, name] as const)))(
  'a copy was %s, and the theme’s file renamed to %s',
  async (fate, name) => {
    const world = await twoComputers({ publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, 'harbour.json'));
    await Promise.all([one.rescan(), two.rescan()]);
    const path = (file: string): string => join(here.themes, file);
    if (fate !== 'never made, as a control') {
      await copyFile(path('harbour.json'), path('harbour copy.json'));
      await one.rescan();
      const { themes } = await one.handlers.list(undefined);
      const copy = themes.find((each) => each.id !== id);
      if (fate === 'opened in Foyer') await one.handlers.open({ id: copy?.id ?? '' });
      if (fate === 'deleted') await unlink(path('harbour copy.json'));
      if (fate === 'put back') await rename(path('harbour copy.json'), path('harbour.json'));
      await one.rescan();
    }
    await rename(path('harbour.json'), path(name));
    await one.rescan();
    await two.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await two.saved(id);
    await two.flush();
    await exchange(world);
    expect(await Promise.all([linked(one), linked(two)])).toEqual([[id], [id]]);
  },
);
