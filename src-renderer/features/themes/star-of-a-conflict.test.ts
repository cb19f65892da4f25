/** A copy with a star is kept, and the theme of which it is the other version has its look then: and its star. */
import { beforeAll, expect, it, vi } from 'vitest';
import { preferencesSchema, type Preferences } from '@shared/bridge/app';
import type { ConflictChoice, OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { app } from '../../state/app.svelte';
import { favourites } from '../../state/favourites.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import { undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);

/** The copy of `theme`, decided on by a person who has given these stars. */
async function decided(keep: ConflictChoice, stars: readonly string[], isRefused = false) {
  let preferences: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
    favourites: [...stars],
  };
  const restore = vi.fn(({ entries }: { entries: string[] }) => ({
    ...{ ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 },
  }));
  const said = (id: string): OpenTheme => ({
    ...{ id, version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
  });
  installFakeMain({
    app: {
      state: () => ({
        ...{ preferences, platform: 'linux' as const, version: '1', electron: '1' },
        ...{ hasKnownHoles: false, isFirstRun: false },
      }),
      setPreferences: (changes) => {
        if (isRefused) throw new ProblemError({ code: 'storageFull', path: '/profile' });
        return (preferences = preferencesSchema.parse({ ...preferences, ...changes }));
      },
    },
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      open: ({ id }) => said(id),
      resolveConflict: () => ({ entries: keep === 'both' ? [] : ['copy-1'] }),
      restore,
    },
  });
  await app.start();
  await library.start();
  await decideConflict({ id: 'copy' }, keep, { id: 'theme' });
  return { restore };
}

it('the theme has the star of the copy that is kept', async () => {
  await decided('this', ['copy', 'another']);
  expect(favourites.ids).toEqual(new Set(['theme', 'copy', 'another']));
});

it.each<[string, ConflictChoice, string[]]>([
  ['the copy has none', 'this', ['another']],
  ['both have one', 'this', ['theme', 'copy']],
  ['the other version is kept', 'other', ['copy']],
  ['both are kept', 'both', ['copy']],
])('no star is given or taken where %s', async (_name, keep, stars) => {
  await decided(keep, stars);
  expect([...favourites.ids]).toEqual(stars);
});

it('the theme has it no more once the decision is taken back', async () => {
  const { restore } = await decided('this', ['copy']);
  expect(favourites.has('theme')).toBe(true);
  undoLatestToast();
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
  expect([...favourites.ids]).toEqual(['copy']);
});

it('the decision that was carried out can be taken back where the star is refused', async () => {
  const { restore } = await decided('this', ['copy'], true);
  expect(reports.list.map(({ problem }) => problem.code)).toEqual(['storageFull']);
  undoLatestToast();
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
});
