/**
 * A theme is edited while it is being published, and a program renames its file by copying it (rsync) before that is noted.
 * Once the copy is the theme, its card says when it was published, and that it has changed since.
 */
import { copyFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each(['open', 'restarted meanwhile'])('says when it was published (%s)', async (how) => {
  const { folders, library: first, id } = await libraryOfOne();
  await first.start();
  const { name, theme } = await first.saved(id);
  await first.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await first.saved(id);
  await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
  await first.rescan();
  const at = '2026-01-05T00:00:00.000Z';
  const link = { templateId: 't', at, attempt: 'once' };
  await first.setPublication(id, key, { ...link, sent: { name, theme } });
  await first.flush();
  const library = how === 'open' ? first : await restarted(folders, first);
  await library.rescan();
  await unlink(join(folders.themes, 'a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.places])).toEqual([
    [id, [{ connectionId: northwind.id, relation: 'changed', templateId: 't', publishedAt: at }]],
  ]);
});
