/**
 * A theme that a person deleted is in the library again: another computer had it still, or a backup brought it back.
 * What they do with it then can be taken back as with any theme: "If a theme's file is away for a moment, Foyer says
 * so, and its undo waits until the file is back".
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BinnedTheme, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { renameTheme } from '../../features/themes/theme-actions';
import { deletedForGood } from '../../state/library-undo';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/** A deletion of `/f`, or of another folder. */
const deletion = (id: string, removedAt = '2024-11-20T14:05:00.000Z', folder = '/f') => ({
  ...{ entry: 'e1', id, name: 'Aster', tags: [], theme: newTheme(), file: 'a.json' },
  ...{ folder, removedAt, daysLeft: 27, publications: 0 },
});

/** A library of one theme, which may have been deleted before, and whose file can be away. */
async function libraryOf(id: string, binned: readonly BinnedTheme[]) {
  let revision = 1;
  let theme: ThemeSummary = sampleSummary('Aster', { id });
  let isAway = false;
  const main = installFakeMain({
    library: {
      list: () => ({
        ...{ revision, themes: [theme], unreadable: [], folder: '/f', folderProblem: null },
      }),
      bin: () => ({ themes: [...binned], unread: [], damaged: [] }),
      rename: ({ name }) => {
        if (isAway) throw new ProblemError({ code: 'notFound', what: 'theme' });
        theme = { ...theme, name };
        tell();
      },
    },
  });
  const tell = (): void => {
    revision += 1;
    main.emit('library.changed', {
      ...{ revision, upserted: isAway ? [] : [theme], removed: isAway ? [id] : [] },
    });
  };
  await library.start();
  return (away: boolean): void => {
    isAway = away;
    tell();
  };
}

const names = () => library.themes.map(({ name }) => name);

/** After all that is done here. */
const later = new Date(Date.now() + 600_000).toISOString();

it.each<[string, string, readonly BinnedTheme[], 'never' | 'before' | 'since']>([
  ['the control: it was never deleted', 'a', [], 'never'],
  [
    'another computer brought it back, and the deletion is in the bin still',
    ...(['b', [deletion('b')], 'never'] as const),
  ],
  ['it was deleted for good, and a backup brought it back', 'c', [], 'before'],
  ['a backup brought it back, and the older deletion is discarded since', 'd', [], 'since'],
  [
    'the same id was deleted since in a copy of the library',
    ...(['e', [deletion('e', later, '/copy')], 'never'] as const),
  ],
])(
  'a new name can be taken back once its file is there again: %s',
  async (_name, id, binned, emptied) => {
    if (emptied === 'before') deletedForGood([deletion(id)]);
    render(Toasts);
    const isAway = await libraryOf(id, binned);
    await renameTheme({ id, name: 'Aster' }, `Autumn ${id}`);
    if (emptied === 'since') deletedForGood([deletion(id)]);
    isAway(true);
    undoLatestToast();
    await screen.findByText(new RegExp(`^Not undone yet.*Autumn ${id}`, 'u'));
    isAway(false);
    undoLatestToast();
    await vi.waitFor(() => expect(names()).toEqual(['Aster']));
  },
);

it.each<[string, string, (id: string) => readonly BinnedTheme[]]>([
  ['in the bin', 'f', (id) => [deletion(id, later)]],
  [
    'in the bin, of a folder from which the library was moved',
    'g',
    (id) => [deletion(id, later, '/was')],
  ],
])('the control: what was deleted since isn’t waited for: %s', async (_name, id, binned) => {
  render(Toasts);
  const isAway = await libraryOf(id, binned(id));
  library.movedFrom('/was');
  await renameTheme({ id, name: 'Aster' }, `Autumn ${id}`);
  isAway(true);
  undoLatestToast();
  await vi.waitFor(() => expect(latestUndo()).toBeUndefined());
});
