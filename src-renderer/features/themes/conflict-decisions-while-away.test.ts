import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Preferences, preferencesSchema } from '@shared/bridge/app';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { app } from '../../state/app.svelte';
import { favourites } from '../../state/favourites.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/**
 * A person keeps the version that became the copy. It is done, and right then a sync program has the theme's file, which
 * was just written, for a moment: what was decided is done with all that belongs to it, and can be taken back.
 */
describe('all that belongs to a decision', () => {
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
          list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
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

  it('what a person edited when it was back stays where they take the decision back', async () => {
    const before = { ...newTheme(), customCss: '/* theirs */' };
    const kept = { ...newTheme(), customCss: '/* ours */' };
    const shown = (id: string, version: number, theme: typeof before): OpenTheme => ({
      ...{ id, version, name: 'Harbour', tags: [], theme, canUndo: true, canRedo: false },
      ...{ isReadOnly: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
    });
    let now: OpenTheme | undefined = shown('theme', 1, before);
    const main = installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        open: ({ id }) => {
          if (id === 'copy') return shown('copy', 1, kept);
          if (!now) throw new ProblemError({ code: 'notFound', what: 'theme' });
          return now;
        },
        resolveConflict: () => {
          now = undefined;
          return { entries: ['copy-1'] };
        },
        edit: () => now!,
        restore: () => ({ ids: ['copy'], entries: [], problem: null, alreadyHere: 0, unlinked: 0 }),
      },
    });
    await library.start();
    await decideConflict({ id: 'copy' }, 'this', { id: 'theme' });
    const edited = { ...kept, general: { ...kept.general, font: 'Lora' } };
    now = shown('theme', 5, edited);
    undoLatestToast();
    await vi.waitFor(() => expect(main.log.at(-1)?.name).toBe('library.restore'));
    expect(main.log.map(({ name }) => name)).not.toContain('library.undo');
    expect(
      main.log.filter(({ name }) => name === 'library.edit').map(({ input }) => input),
    ).toEqual([{ id: 'theme', edits: [{ field: 'customCss', value: '/* theirs */' }] }]);
  });
});

/**
 * A person keeps the version that became the copy, which has another name by now: the theme is called that. Right then
 * a sync program has the theme's file for a moment. When it is back they take the decision back: the theme is called
 * what it was before.
 */
describe('the name of the version that is kept', () => {
  const shown = (id: string, version: number, name: string, css: string): OpenTheme => ({
    ...{ id, version, name, tags: [], theme: { ...newTheme(), customCss: css } },
    ...{ isReadOnly: false, places: [], publications: {}, canUndo: true, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
  });

  it.each([
    ['the control: it is there', false, '/* ours */'],
    ['it is away for a moment', true, '/* ours */'],
    ['it is away for a moment, and the versions differ by their names alone', true, '/* theirs */'],
  ])('%s', async (_name, isTaken, ours) => {
    let now = shown('theme', 1, 'Harbour', '/* theirs */');
    let isAway = false;
    const main = installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        open: ({ id }) => {
          if (id === 'copy') return shown('copy', 1, 'Port', ours);
          if (isAway) throw new ProblemError({ code: 'notFound', what: 'theme' });
          return now;
        },
        resolveConflict: () => {
          now = shown('theme', 2, 'Port', ours);
          isAway = isTaken;
          return { entries: ['copy-1'] };
        },
        undo: () => (now = shown('theme', 3, 'Harbour', '/* theirs */')),
        edit: () => (now = { ...now, theme: { ...now.theme, customCss: '/* theirs */' } }),
        rename: ({ name }) => {
          const { name: replaced } = now;
          now = { ...now, name };
          return { replaced };
        },
        restore: () => ({
          ...{ ids: ['copy'], entries: ['copy-1'], problem: null, alreadyHere: 0, unlinked: 0 },
        }),
      },
    });
    await library.start();
    await decideConflict({ id: 'copy' }, 'this', { id: 'theme' });
    isAway = false;
    if (isTaken) now = { ...now, version: 3 };
    undoLatestToast();
    await vi.waitFor(() => expect(main.log.at(-1)?.name).toBe('library.restore'));
    expect([now.name, now.theme.customCss]).toEqual(['Harbour', '/* theirs */']);
  });
});
