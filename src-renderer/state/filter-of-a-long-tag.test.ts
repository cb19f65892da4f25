/**
 * Files made by hand may have tags longer than can be entered (`wornTagSchema`); the library offers to show one alone,
 * and to save that as a filter.
 */
import { afterEach, expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import { wornTagSchema } from '@shared/theme/theme';
import { installFakeMain } from '../testing/fake-main';
import { app } from './app.svelte';
import { libraryView } from './library-view.svelte';
import { savedFilters } from './saved-filters.svelte';

afterEach(() => {
  app.end();
  libraryView.clear();
});

let preferences: Preferences;

it.each([
  ['the control: a tag that can be entered', 'Restaurants'],
  ['a longer one', 'Restaurants, bars and cafés in the old harbour'],
])('%s', async (_which, tag) => {
  preferences = { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true };
  installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux', version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: (changes) =>
        (preferences = preferencesSchema.parse({ ...preferences, ...changes })),
    },
  });
  expect(wornTagSchema.safeParse(tag).success).toBe(true);
  await app.start();
  libraryView.tag = tag;
  await savedFilters.add('Old harbour');
  expect(savedFilters.list).toEqual([{ name: 'Old harbour', query: '', filter: 'all', tag }]);
});
