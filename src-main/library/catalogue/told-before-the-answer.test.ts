/**
 * A theme gets a name and then another, and a person takes both back, one right after the other (the key
 * is held down). The windows ask the list whether a theme is still as it was left, so the list is told before
 * they are answered.
 */
import { expect, it } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

it.each([
  ['many themes get tags', 'setTagsOfMany'],
  ['a theme gets a name', 'rename'],
  ['a theme gets tags', 'setTags'],
] as const)('the list is told by the answer: %s', async (_name, call) => {
  const { library, id } = await libraryOfOne({ name: 'Harbour', tags: [] });
  const { handlers } = library;
  await handlers.list(undefined);
  // Edits of an open theme are gathered.
  await handlers.open({ id });
  const told: string[] = [];
  library.onChange(({ upserted }) => {
    told.push(...upserted.map(({ name, tags }) => `${name} ${tags.join()}`));
  });
  if (call === 'rename') await handlers.rename({ id, name: 'Port' });
  else if (call === 'setTags') await handlers.setTags({ id, tags: ['red'] });
  else await handlers.setTagsOfMany({ themes: [{ id, tags: ['red'] }] });
  expect(told).toEqual([call === 'rename' ? 'Port ' : 'Harbour red']);
});
