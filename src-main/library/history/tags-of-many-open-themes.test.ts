/**
 * “Tags that you give to many themes at once are a version too” (the guide, History), so that they can be had back once they
 * were given others, also after a restart, when nothing is left to undo. Whether one of the themes was looked at in the
 * studio before, today, makes no difference to who tags them in the library.
 */
import { expect, it } from 'vitest';
import { libraryOfOne, restarted } from '../testing/fixture-library';

/** The tags in the theme's versions, newest first, after it was tagged among others twice, and Foyer started again. */
async function tagsKept(isLookedAt: boolean): Promise<(readonly string[] | undefined)[]> {
  const { library, folders, id } = await libraryOfOne({ tags: ['spring'] });
  await library.start();
  if (isLookedAt) await library.handlers.open({ id });
  for (const [before, tag] of [
    ['spring', 'Northwind'],
    ['Northwind', 'Contoso'],
  ] as const) {
    const themes = [{ id, tags: [tag], before: [before] }];
    expect(await library.handlers.setTagsOfMany({ themes })).toMatchObject({ ids: [id] });
  }
  const { handlers } = await restarted(folders, library);
  const { versions } = await handlers.versions({ id });
  const held = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(held)).map(({ tags }) => tags);
}

it('the control: of a theme that was not looked at, both are versions', async () => {
  expect(await tagsKept(false)).toEqual([['Contoso'], ['Northwind']]);
});

it('of a theme that was looked at in the studio before, both are versions', async () => {
  expect(await tagsKept(true)).toEqual(expect.arrayContaining([['Contoso'], ['Northwind']]));
});
