/**
 * Two computers keep the library the same by a sync program. A person copies a theme's file by hand, as it is, as a backup. Later
 * the theme's file is renamed and the theme edited on one computer, while it is published once more on the other: the theme is
 * what was edited, as without a backup.
 */
import { copyFile, rename } from 'node:fs/promises';
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
