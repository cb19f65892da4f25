import { afterEach, describe, expect, it } from 'vitest';
import { type Preferences, preferencesSchema } from '@shared/bridge/app';
import { wornTagSchema } from '@shared/theme/theme';
import { installFakeMain } from '../testing/fake-main';
import { app } from './app.svelte';
import { favourites } from './favourites.svelte';
import { libraryView } from './library-view.svelte';
import { recentThemes } from './recent-themes.svelte';
import { savedFilters } from './saved-filters.svelte';
import { stageView } from './stage-view.svelte';

afterEach(() => {
  app.end();
  libraryView.clear();
});

/** How the library and the stage are looked at, after a backup brought other choices. */
describe('the choices that a backup brings', () => {
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
});

/**
 * What a person chooses about the library and the stage twice in a row, on a disk that takes its time (main answers
 * once the choice is on it): the second choice is about the first.
 */
describe('a choice made twice in a row on a slow disk', () => {
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
});

/**
 * Files made by hand may have tags longer than can be entered (`wornTagSchema`); the library offers to show one alone,
 * and to save that as a filter.
 */
describe('a filter of a long tag', () => {
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
});

/**
 * The library is sorted by what was opened last. A person opens another theme and goes back to the one before while the
 * disk, which keeps the order, is still at it: the one that they are at was opened last.
 */
describe('the themes that were opened last', () => {
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
});

/** Stars that a person gives: each stays until a person takes it away. */
describe('the stars that a person gives', () => {
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
});
