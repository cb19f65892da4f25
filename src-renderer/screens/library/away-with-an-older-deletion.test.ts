/**
 * A theme that a person deleted is in the library again: another computer had it still, or a backup brought it back.
 * What they do with it then can be taken back as with any theme: "If a theme's file is away for a moment, Foyer says
 * so, and its undo waits until the file is back".
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BinnedTheme, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { renameTheme } from '../../features/themes/theme-actions';
import { deletedForGood } from '../../state/library-undo';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/** A library of one theme, which may have been deleted before, and whose file can be away. */
async function libraryOf(id: string, hasOlderDeletion: boolean) {
  let revision = 1;
  let theme: ThemeSummary = sampleSummary('Aster', { id });
  let isAway = false;
  const binned: BinnedTheme = {
    ...{ entry: 'e1', id, name: 'Aster', tags: [], theme: theme.theme, file: 'a.json' },
    ...{ folder: '/f', removedAt: '2024-11-20T14:05:00.000Z', daysLeft: 27, publications: 0 },
  };
  const main = installFakeMain({
    library: {
      list: () => ({
        ...{ revision, themes: [theme], unreadable: [], folder: '/f', folderProblem: null },
      }),
      bin: () => ({ themes: hasOlderDeletion ? [binned] : [], unread: [], damaged: [] }),
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

it.each<[string, string, 'never' | 'in the bin' | 'for good']>([
  ['the control: it was never deleted', 'a', 'never'],
  ['another computer brought it back, and the deletion is in the bin still', 'b', 'in the bin'],
  ['it was deleted for good, and a backup brought it back', 'c', 'for good'],
])('a new name can be taken back once its file is there again: %s', async (_name, id, deleted) => {
  if (deleted === 'for good') deletedForGood([{ id, entry: 'e1' }]);
  render(Toasts);
  const isAway = await libraryOf(id, deleted === 'in the bin');
  await renameTheme({ id, name: 'Aster' }, 'Autumn');
  isAway(true);
  undoLatestToast();
  await screen.findByText(/^Not undone yet/u);
  isAway(false);
  undoLatestToast();
  await vi.waitFor(() => expect(names()).toEqual(['Aster']));
});
