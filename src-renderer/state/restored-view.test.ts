/** How the library and the stage are looked at, after a backup brought other choices. */
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
const ofTheBackup: Partial<Preferences> = {
  ...{ librarySort: 'font', librarySortReversed: true, libraryLayout: 'list' },
  ...{ previewFrames: 'phone', previewZoom: 0.75 },
};

async function start() {
  let preferences = first;
  type Changes = { [Key in keyof Preferences]?: Preferences[Key] | undefined };
  const keep = (changes: Changes): Preferences => {
    preferences = preferencesSchema.parse({ ...preferences, ...changes });
    main.emit('app.preferencesChanged', preferences);
    return preferences;
  };
  const main = installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: keep,
    },
  });
  await app.start();
  return { keep, kept: () => preferences };
}

/** Whatever was asked for is kept by then. */
const answered = () => app.prefer({});

const shown = () => ({
  librarySort: libraryView.sort,
  librarySortReversed: libraryView.isReversed,
  libraryLayout: libraryView.layout,
  previewFrames: stageView.frames,
  previewZoom: stageView.zoom,
});

afterEach(() => app.end());

it('they are shown where nothing was chosen in this window before', async () => {
  const { keep } = await start();
  keep(ofTheBackup);
  expect(shown()).toEqual(ofTheBackup);
});

it('they take the place of what was chosen in this window before', async () => {
  const { keep } = await start();
  libraryView.sort = 'name';
  libraryView.layout = 'large';
  stageView.frames = 'wide';
  stageView.zoom = 1.5;
  await answered();
  keep(ofTheBackup);
  expect(shown()).toEqual(ofTheBackup);
});

it('what is chosen once more after that is kept', async () => {
  const { keep, kept } = await start();
  libraryView.sort = 'name';
  await answered();
  keep(ofTheBackup);
  // Also where it is what the window shows already.
  libraryView.sort = 'name';
  await answered();
  expect(kept().librarySort).toBe('name');
});
