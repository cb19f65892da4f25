/** Two computers keep the library the same by a sync program, and a copy lies, or lay, beside a theme whose file is renamed. */
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';

/**
 * Two computers keep the library the same by a sync program. A person copies a theme's file by hand, as it is, and deletes that copy
 * again (or puts it back over the file, or opens it in Foyer and leaves it). Later they rename the theme's file, while the theme is
 * edited on the other computer. The theme goes on with its template on both, as where there never was a copy.
 */
describe('a copy that is gone', () => {
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
});

/**
 * Two computers keep the library the same by a sync program. A person copies a theme's file by hand, as it is, as a backup. Later
 * the theme's file is renamed and the theme edited on one computer, while it is published once more on the other: the theme is
 * what was edited, as without a backup.
 */
describe('a backup', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    const all = themes.filter(({ places }) => places[0]?.templateId === 't');
    return Promise.all(
      all.map(async ({ id }) => {
        const { theme } = await library.saved(id);
        return [id, theme.general.font];
      }),
    );
  }

  const backups = ['none, as a control', 'h copy.json', 'h - Copy.json', 'backup.json'];
  const names = ['apple.json', 'm.json'];
  const sents = ['as it was saved', 'as Foyer wrote it'];
  it.each(
    backups.flatMap((backup) =>
      names.flatMap((to) => sents.map((sent) => [backup, sent, to] as const)),
    ),
  )('a backup in %s (sent %s), the file renamed to %s', async (backup, sent, to) => {
    const world = await twoComputers({ publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, 'h.json'));
    await Promise.all([one.rescan(), two.rescan()]);
    if (backup.endsWith('.json')) {
      await copyFile(join(here.themes, 'h.json'), join(here.themes, backup));
      if (sent === 'as Foyer wrote it') await one.rescan();
      await bring(backup, here, there);
      await Promise.all([one.rescan(), two.rescan()]);
      await exchange(world);
    }
    await rename(join(here.themes, 'h.json'), join(here.themes, to));
    await one.rescan();
    await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await one.saved(id);
    await one.flush();
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await two.flush();
    const rounds = await exchange(world);
    expect(rounds.at(-1), rounds.join()).toBe(0);
    expect(await Promise.all([linked(one), linked(two)])).toEqual([[[id, 'Lora']], [[id, 'Lora']]]);
    expect(await textsOf(here)).toEqual(await textsOf(there));
  });
});
