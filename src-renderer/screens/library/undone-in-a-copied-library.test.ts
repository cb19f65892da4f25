/**
 * A person tags and renames themes, and chooses a copy of the library (a backup of the folder, a client's copy), whose
 * themes have the same ids. Undo waits for the library in which it was done, as that of a deletion does.
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { renameTheme, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

it.each([
  ['tags', () => saveTags([{ id: 'a', before: ['Old'], after: ['New'] }])],
  ['a name', () => renameTheme({ id: 'a', name: 'Aster' }, 'Aster, spring')],
])('of %s changes nothing in the copy', async (_what, act) => {
  let revision = 1;
  let folder = '/one';
  const folders: Record<string, ThemeSummary[]> = {
    '/one': [sampleSummary('Aster', { id: 'a', tags: ['Old'] })],
  };
  const put = (now: ThemeSummary[]): undefined => {
    folders[folder] = now;
    revision += 1;
    main.emit('library.changed', { revision, upserted: now, removed: [] });
  };
  const here = () => folders[folder] ?? [];
  const main = installFakeMain({
    library: {
      list: () => ({
        revision,
        themes: here(),
        unreadable: [],
        ids: [folder === '/one' ? 1 : 2],
        folder,
        folderProblem: null,
      }),
      rename: ({ id, name }) => {
        const replaced = here().find((one) => one.id === id)?.name ?? '';
        put(here().map((one) => (one.id === id ? { ...one, name } : one)));
        return { replaced };
      },
      setTagsOfMany: ({ themes }) => {
        put(
          here().map((one) => {
            const tags = themes.find(({ id }) => id === one.id)?.tags;
            return tags ? { ...one, tags } : one;
          }),
        );
        return { ids: themes.map(({ id }) => id), problem: null };
      },
    },
  });
  await library.start();
  await act();
  expect(here()).not.toMatchObject([{ name: 'Aster', tags: ['Old'] }]);
  // Copied by hand, and chosen.
  folders['/two'] = [...here()];
  const copied = [...folders['/two']];
  folder = '/two';
  revision += 2;
  main.emit('library.changed', { revision, upserted: [], removed: [] });
  await vi.waitFor(() => expect(library.folder).toBe('/two'));
  render(Toasts);
  undoLatestToast();
  await screen.findByText(/another library/u);
  expect(folders['/two']).toEqual(copied);
  // And is done in its own once that is chosen again.
  folder = '/one';
  revision += 2;
  main.emit('library.changed', { revision, upserted: [], removed: [] });
  await vi.waitFor(() => expect(library.folder).toBe('/one'));
  expect(undoLatestToast()).toBe(true);
  await vi.waitFor(() => expect(folders['/one']).toMatchObject([{ name: 'Aster', tags: ['Old'] }]));
  expect(folders['/two']).toEqual(copied);
});
