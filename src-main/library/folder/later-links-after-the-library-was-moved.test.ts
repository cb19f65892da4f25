/**
 * Others took the file of a published theme away. The library is moved on its disk, and the theme's file from before it
 * was published comes back: it is older than what the theme was, in whichever folder, and the link stays.
 */
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  putTheme,
  putThemeOf,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const anHourAgo = () => new Date(Date.now() - 3_600_000);

it.each([
  ['the control: it stayed where it was', false],
  ['it was moved', true],
])('stays linked: %s', async (_name, isMoved) => {
  const { library, folders, document, id } = await libraryOfOne({}, { mayUse: () => true });
  await putTheme(folders, 'b.json', themeDocument());
  await library.start();
  await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await library.flush();
  await unlink(join(folders.themes, 'a.json'));
  await library.rescan();
  const themes = isMoved ? join(folders.root, 'moved') : folders.themes;
  if (isMoved) {
    await mkdir(themes);
    await library.handlers.useFolder({ folder: themes, move: true });
  }
  await putThemeOf(anHourAgo(), { ...folders, themes }, 'a.json', document);
  await library.rescan();
  expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
});
