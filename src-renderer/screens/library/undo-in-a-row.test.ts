/** Undo that is pressed again while the step before is still being taken back. */
import { beforeAll, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { deleteThemes, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);

it('takes back one action after the other, however quickly it is asked for twice', async () => {
  let revision = 1;
  let shown: ThemeSummary[] = [sampleSummary('Aster', { id: 'a', tags: ['Old'] })];
  let bin: ThemeSummary[] = [];
  let restored: (() => void) | undefined;
  const change = (now: ThemeSummary[]): void => {
    const removed = shown.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id);
    shown = now;
    revision += 1;
    main.emit('library.changed', { revision, upserted: now, removed });
  };
  const main = installFakeMain({
    library: {
      list: () => ({ revision, themes: shown, unreadable: [], folder: '/f', folderProblem: null }),
      setTagsOfMany: ({ themes }) => {
        change(
          shown.map((one) => {
            const tags = themes.find(({ id }) => id === one.id)?.tags;
            return tags ? { ...one, tags } : one;
          }),
        );
        return { ids: themes.map(({ id }) => id), problem: null };
      },
      remove: ({ ids }) => {
        bin = shown;
        change([]);
        return { ids, entries: ids, problem: null };
      },
      // The disk takes its time, as it does for many themes.
      restore: async ({ entries }) => {
        await new Promise<void>((done) => (restored = done));
        change(bin);
        return { ids: entries, entries, problem: null, alreadyHere: 0, unlinked: 0 };
      },
    },
  });
  await library.start();
  await saveTags([{ id: 'a', before: ['Old'], after: ['New'] }]);
  await deleteThemes([{ id: 'a', name: 'Aster' }]);

  undoLatestToast();
  undoLatestToast();
  await vi.waitFor(() => expect(restored).toBeDefined());
  restored?.();
  await vi.waitFor(() => expect(library.themes[0]?.tags).toEqual(['Old']));
});
