/**
 * A person deletes a theme, and chooses another library. What takes the deletion back says that it is of another
 * library, and waits for that one.
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it, vi } from 'vitest';
import { deleteThemes } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);

it('waits until its library is chosen again', async () => {
  const aster = sampleSummary('Aster', { id: 'a' });
  const restored: string[][] = [];
  let revision = 1;
  let folder = '/one';
  let themes = [aster];
  const main = installFakeMain({
    library: {
      list: () => ({
        revision,
        themes,
        unreadable: [],
        ids: [folder === '/one' ? 1 : 2],
        folder,
        folderProblem: null,
      }),
      remove: ({ ids }) => {
        themes = [];
        return { ids, entries: ['a-1'], problem: null };
      },
      restore: ({ entries }) => {
        const nothing = { ids: [], entries: [], problem: null, alreadyHere: 0, unlinked: 0 };
        if (folder !== '/one') return { ...nothing, elsewhere: entries.length };
        restored.push(entries);
        return { ...nothing, ids: ['a'], entries };
      },
    },
  });
  const use = async (path: string): Promise<void> => {
    folder = path;
    revision += 2;
    main.emit('library.changed', { revision, upserted: [], removed: [] });
    await vi.waitFor(() => expect(library.folder).toBe(path));
  };
  await library.start();
  render(Toasts);
  await deleteThemes([aster]);
  await use('/two');
  undoLatestToast();
  expect(await screen.findByText(/from another library/u)).toBeInTheDocument();
  // Until then, Ctrl Z goes on with what was done before it.
  expect(latestUndo()).toBeUndefined();
  await use('/one');
  undoLatestToast();
  await vi.waitFor(() => expect(restored).toEqual([['a-1']]));
});
