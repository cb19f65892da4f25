/**
 * The library is sorted by what was opened last. A person opens another theme and goes back to the one before while the
 * disk, which keeps the order, is still at it: the one that they are at was opened last.
 */
import { expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import { installFakeMain } from '../testing/fake-main';
import { app } from './app.svelte';
import { recentThemes } from './recent-themes.svelte';

async function start() {
  let preferences: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
    recentThemes: ['aurora', 'birch'],
  };
  let disk = Promise.resolve();
  installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: async (changes) => {
        await disk;
        return (preferences = preferencesSchema.parse({ ...preferences, ...changes }));
      },
    },
  });
  await app.start();
  /** The disk takes its time, until what is returned is called. */
  const holdDisk = (): (() => void) => {
    let goOn = (): void => undefined;
    disk = new Promise((done) => (goOn = done));
    return goOn;
  };
  const kept = async (): Promise<readonly string[]> => {
    // In its turn.
    await app.prefer({});
    return preferences.recentThemes ?? [];
  };
  return { holdDisk, kept };
}

it('the control: on a quick disk', async () => {
  const { kept } = await start();
  recentThemes.note('birch');
  expect(await kept()).toEqual(['birch', 'aurora']);
  recentThemes.note('aurora');
  expect(await kept()).toEqual(['aurora', 'birch']);
});

it('on a slow one', async () => {
  const { holdDisk, kept } = await start();
  const goOn = holdDisk();
  recentThemes.note('birch');
  recentThemes.note('aurora');
  goOn();
  expect(await kept()).toEqual(['aurora', 'birch']);
});
