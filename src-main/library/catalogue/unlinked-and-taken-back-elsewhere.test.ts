/**
 * On another computer a theme was unlinked, which was taken back at once (Ctrl Z): it has the template that it always had. Before
 * that was synced, the theme was edited and published here. Then their file comes. What was published here last stays noted:
 * else the theme is said to be as the service has it, which has something else.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  savedWhenAsked,
  testLibrary,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const css = (customCss: string) => ({ ...newTheme(), customCss });
const sent = (customCss: string) => ({ name: 'Theme', theme: css(customCss) });
const first = {
  templateId: 't',
  at: '2026-03-01T12:00:00.000Z',
  attempt: 'a',
  sent: sent('.v1{}'),
};
const second = {
  templateId: 't',
  at: '2026-03-02T12:00:00.000Z',
  attempt: 'b',
  sent: sent('.v2{}'),
};
const earlier = new Date('2026-03-02T11:00:00.000Z');

it.each([
  ['the control: it was not unlinked there; typed meanwhile', 0, 'typed'],
  ['typed meanwhile', 1, 'typed'],
  ['the control: it was not unlinked there; an older file, open', 0, 'open'],
  ['an older file, open', 1, 'open'],
  ['the control: it was not unlinked there; an older file, closed', 0, 'closed'],
  ['an older file, closed', 1, 'closed'],
] as const)('what was published last is known: %s', async (_name, times, how) => {
  const publications = { [key]: first };
  const made = await libraryOfOne(
    { name: 'Theme', theme: css('.v1{}'), publications },
    { pace: savedWhenAsked },
  );
  const { folders, document, id } = made;
  let { library } = made;
  await library.handlers.open({ id });
  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.v2{}' }] });
  await library.setPublication(id, key, second, ['t']);
  if (how === 'closed') {
    await endLibrary(library);
    library = testLibrary(folders).library;
    await library.start();
  }
  if (how === 'typed')
    await library.handlers.edit({ id, edits: [{ field: 'roundness', value: 'large' }] });
  await putTheme(folders, 'a.json', {
    ...document,
    ...(times > 0 && { unlinked: { [key]: { t: times } } }),
  });
  if (how !== 'typed') await utimes(join(folders.themes, 'a.json'), earlier, earlier);
  if (how === 'typed') await library.saveEdits();
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const [place] = themes.find((each) => each.id === id)?.places ?? [];
  expect((await library.saved(id)).theme.customCss).toBe('.v1{}');
  // The service has `.v2{}`.
  expect(place?.relation).toBe('changed');
});
