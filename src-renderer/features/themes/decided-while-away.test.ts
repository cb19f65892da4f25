/**
 * A person keeps the version that became the copy. It is done, and right then a sync program has the theme's file, which
 * was just written, for a moment: what was decided is done with all that belongs to it, and can be taken back.
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { app } from '../../state/app.svelte';
import { favourites } from '../../state/favourites.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import { decideConflict } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

it.each<[string, boolean]>([
  ['the control: it is there', false],
  ['it is away for a moment', true],
])(
  'the star of the copy stays with the theme, and there is a way back: %s',
  async (_name, isTaken) => {
    let preferences: Preferences = {
      ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
      favourites: ['copy'],
    };
    let isDecided = false;
    installFakeMain({
      app: {
        state: () => ({
          ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
          ...{ hasKnownHoles: false, isFirstRun: false },
        }),
        setPreferences: (changes) =>
          (preferences = preferencesSchema.parse({ ...preferences, ...changes })),
      },
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], folder: '/f' }),
        open: ({ id }): OpenTheme => {
          if (isDecided && isTaken) throw new ProblemError({ code: 'notFound', what: 'theme' });
          return {
            ...{ id, version: isDecided ? 2 : 1, name: 'Harbour', tags: [], theme: newTheme() },
            ...{
              isReadOnly: false,
              canUndo: isDecided,
              canRedo: false,
              places: [],
              publications: {},
            },
            save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
          };
        },
        resolveConflict: () => {
          isDecided = true;
          return { entries: ['copy-1'] };
        },
      },
    });
    await app.start();
    await library.start();
    // Whether it says why the theme can't be shown is another matter.
    await decideConflict({ id: 'copy' }, 'this', { id: 'theme' }).catch(() => undefined);
    expect({ hasStar: favourites.has('theme'), undo: latestUndo() }).toEqual({
      hasStar: true,
      undo: 'Kept this version',
    });
  },
);
