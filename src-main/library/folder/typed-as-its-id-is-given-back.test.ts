/**
 * A program renames a theme's file by copying it, and removes the first one only later (rsync). In between the person
 * publishes the theme, with the studio open, and types on as the first one goes: it is one theme still, with what was typed.
 */
import { copyFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

const key = publicationKey(northwind);

it.each(['not published', 'published'])('a theme that was %s meanwhile is one', async (how) => {
  const { folders, library, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  await library.start();
  await library.handlers.open({ id });
  await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
  await library.rescan();
  if (how === 'published') {
    const { name, theme } = await library.saved(id);
    const link = { templateId: 't', at: '2026-01-05T00:00:00.000Z', attempt: 'once' };
    await library.setPublication(id, key, { ...link, sent: { name, theme } });
    await library.flush();
  }
  await unlink(join(folders.themes, 'a.json'));
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Inter' }] });
  await library.rescan();
  await library.flush();
  await library.rescan();
  const themes = await themesOnDisk(folders);
  expect(themes.map((each) => [each.id, each.theme.general.font])).toEqual([[id, 'Inter']]);
});
