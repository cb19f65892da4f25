/**
 * “An earlier version leaves the theme’s tags alone, unless you had changed them too” (the guide, History), and naming one is
 * how it is kept for good. A person gave a theme another font and other tags, and named that: `As signed`. Both were changed
 * once more since, and Foyer was started again. What was signed comes back, with its tags, as it does where Foyer kept it by
 * itself.
 */
import { expect, it } from 'vitest';
import type { ThemeVersion } from '@shared/theme-versions';
import type { Library } from '../library';
import { libraryOfOne, restarted } from '../testing/fixture-library';

const edited = async ({ handlers }: Library, id: string, font: string, tag: string) => {
  await handlers.edit({ id, edits: [{ field: 'general.font', value: font }] });
  await handlers.setTagsOfMany({ themes: [{ id, tags: [tag] }] });
};

/** How a version of what was signed came to be, and which it is. */
interface Way {
  readonly keep: (library: Library, id: string) => Promise<unknown>;
  readonly isIt: (version: ThemeVersion) => boolean;
}

const byItself: Way = {
  // More recent edits become a version when Foyer quits.
  keep: () => Promise.resolve(),
  isIt: ({ reason }) => reason === 'paused',
};
const byName: Way = {
  keep: async ({ handlers }, id) => handlers.keepVersion({ id, name: 'As signed' }),
  isIt: ({ name }) => name === 'As signed',
};
/** What the theme is after the version is restored. */
async function restored({ keep, isIt }: Way) {
  const { library, folders, id } = await libraryOfOne({ tags: ['draft'] });
  await library.handlers.open({ id });
  await edited(library, id, 'Lora', 'signed');
  await keep(library, id);
  const next = await restarted(folders, library);
  const signed = (await next.handlers.versions({ id })).versions.find(isIt);
  await edited(next, id, 'Inter', 'another');
  const { theme, tags } = await next.handlers.restoreVersion({ id, version: signed?.version ?? 0 });
  return { font: theme.general.font, tags };
}

it.each([
  ['the control: that Foyer kept by itself', byItself],
  ['that a person named', byName],
])('the version comes back with the tags that were changed as well: %s', async (_which, way) => {
  expect(await restored(way)).toEqual({ font: 'Lora', tags: ['signed'] });
});
