/** Stars that a person gives: each stays until a person takes it away. */
import { expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import { installFakeMain } from '../testing/fake-main';
import { app } from './app.svelte';
import { favourites } from './favourites.svelte';

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
  return { kept: () => preferences.favourites ?? [] };
}

it('two that are given one right after the other are both there', async () => {
  const { kept } = await start([]);
  await Promise.all([favourites.toggle(['aurora']), favourites.toggle(['citrus'])]);
  expect([...kept()].sort()).toEqual(['aurora', 'citrus']);
});

it('where there is no room for one more, none is taken from another theme unsaid', async () => {
  const all = Array.from({ length: 2_000 }, (_none, at) => `theme-${String(at)}`);
  const { kept } = await start(all);
  // A refusal, which is told, would do.
  await favourites.toggle(['one-more']).catch(() => undefined);
  expect(kept()).toEqual(expect.arrayContaining(all));
});

it('one that is given before main has answered takes none away that the window was not shown with', async () => {
  const { kept } = await start(['aurora']);
  const { preferences } = app.state;
  // The next start: the window as it was last kept, half a second before the star was given.
  app.showFirst({ ...app.state, preferences: { ...preferences, favourites: [] } });
  await Promise.all([app.start(), favourites.toggle(['citrus'])]);
  expect([...kept()].sort()).toEqual(['aurora', 'citrus']);
});
