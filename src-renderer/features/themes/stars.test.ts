/** Stars given to several themes at once, or taken from them: what each had before can be brought back. */
import { expect, it, vi } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import { installFakeMain } from '../../testing/fake-main';
import { app } from '../../state/app.svelte';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import { starThemes } from './theme-actions';

async function start(given: readonly string[]): Promise<{ kept: () => readonly string[] }> {
  let preferences: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
    favourites: [...given],
  };
  installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: (changes) =>
        (preferences = preferencesSchema.parse({ ...preferences, ...changes })),
    },
  });
  await app.start();
  return { kept: () => [...(preferences.favourites ?? [])].sort() };
}

it('takes the stars only from those that were given one', async () => {
  const { kept } = await start(['aurora', 'other']);
  await starThemes(['aurora', 'citrus', 'dune']);
  expect(kept()).toEqual(['aurora', 'citrus', 'dune', 'other']);
  expect(latestUndo()).toBe('2 themes added to favourites');
  undoLatestToast();
  await vi.waitFor(() => expect(kept()).toEqual(['aurora', 'other']));
});

it('gives all of them their stars again', async () => {
  const { kept } = await start(['aurora', 'citrus', 'other']);
  await starThemes(['aurora', 'citrus']);
  expect(kept()).toEqual(['other']);
  expect(latestUndo()).toBe('2 themes removed from favourites');
  undoLatestToast();
  await vi.waitFor(() => expect(kept()).toEqual(['aurora', 'citrus', 'other']));
});
