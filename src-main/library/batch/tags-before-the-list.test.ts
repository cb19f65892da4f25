/**
 * Another computer tagged a theme while Foyer was closed. At the next start the window shows the library as it
 * was last seen, until the folder is read; what is done with a theme by then is done by what is shown.
 */
import { expect, it } from 'vitest';
import {
  libraryOfOne,
  putTheme,
  restarted,
  themeDocument,
  themesOnDisk,
} from '../testing/fixture-library';

/** The tags of the theme after `spring` was put on, and `old` taken off, as the window shows it. */
async function taggedBy(when: 'before the list is there' | 'once it was there'): Promise<string[]> {
  const { folders, library, document, id } = await libraryOfOne({ tags: ['blue', 'old'] });
  await library.handlers.list(undefined);
  const next = await restarted(folders, library);
  if (when === 'once it was there') await next.handlers.list(undefined);
  await putTheme(folders, 'a.json', { ...document, tags: ['blue', 'old', 'client'] });
  await putTheme(folders, 'b.json', themeDocument({ name: 'Quay' }));
  await next.handlers.setTagsOfMany({
    themes: [{ id, tags: ['blue', 'spring'], before: ['blue', 'old'] }],
  });
  const found = (await themesOnDisk(folders)).find((theme) => theme.id === id);
  return [...(found?.tags ?? [])].sort();
}

it('the control: the tag that came from there stays where the list was there before', async () => {
  expect(await taggedBy('once it was there')).toEqual(['blue', 'client', 'spring']);
});

it('the tag that came from there stays where the list was not there yet', async () => {
  expect(await taggedBy('before the list is there')).toEqual(['blue', 'client', 'spring']);
});
