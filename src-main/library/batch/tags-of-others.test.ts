/** Many themes are tagged while another computer has tagged one of them, which nobody here was told yet. */
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themesOnDisk } from '../testing/fixture-library';

it('the tag that came from there stays, and what was taken off here is gone', async () => {
  const { folders, library, document, id } = await libraryOfOne({ tags: ['blue', 'old'] });
  await library.handlers.list(undefined);
  await putTheme(folders, 'a.json', { ...document, tags: ['blue', 'old', 'client'] });
  // By what the window shows: `spring` was put on, `old` was taken off.
  await library.handlers.setTagsOfMany({ themes: [{ id, tags: ['blue', 'spring'] }] });
  const [{ tags } = { tags: [] }] = await themesOnDisk(folders);
  expect([...tags].sort()).toEqual(['blue', 'client', 'spring']);
});
