/**
 * What a person chooses about the library and the stage twice in a row, on a disk that takes its time (main answers
 * once the choice is on it): the second choice is about the first.
 */
import { afterEach, expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import { installFakeMain } from '../testing/fake-main';
import { app } from './app.svelte';
import { libraryView } from './library-view.svelte';
import { stageView } from './stage-view.svelte';

const first: Preferences = {
  ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  ...{ librarySort: 'edited', librarySortReversed: false, libraryLayout: 'medium' },
  ...{ previewFrames: 'both', previewZoom: 'fit' },
};

async function start(): Promise<() => Preferences> {
  let preferences = first;
  const main = installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: (changes) => {
        preferences = preferencesSchema.parse({ ...preferences, ...changes });
        main.emit('app.preferencesChanged', preferences);
        return preferences;
      },
    },
  });
  await app.start();
  return () => preferences;
}

/** Whatever was asked for is kept by then. */
const answered = () => app.prefer({});

afterEach(() => app.end());

const chosen: [string, (() => void)[], Partial<Preferences>][] = [
  [
    'a column pressed twice is sorted by the other way round',
    [() => libraryView.sortBy('name'), () => libraryView.sortBy('name')],
    { librarySort: 'name', librarySortReversed: true },
  ],
  [
    'the list, and back to the cards',
    [() => (libraryView.layout = 'list'), () => (libraryView.layout = 'medium')],
    { libraryLayout: 'medium' },
  ],
  [
    'one frame, and back to both',
    [() => (stageView.frames = 'phone'), () => (stageView.frames = 'both')],
    { previewFrames: 'both' },
  ],
  [
    'full size, and back to what fits',
    [() => (stageView.zoom = 1), () => (stageView.zoom = 'fit')],
    { previewZoom: 'fit' },
  ],
];

it.each(chosen)('the control, each answered before the next: %s', async (_what, steps, kept) => {
  const now = await start();
  for (const step of steps) {
    step();
    await answered();
  }
  expect(now()).toMatchObject(kept);
});

it.each(chosen)('%s', async (_what, steps, kept) => {
  const now = await start();
  for (const step of steps) step();
  await answered();
  expect(now()).toMatchObject(kept);
});
