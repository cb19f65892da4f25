/** Undo that is pressed again while the step before is still being taken back. */
import { beforeAll, expect, it, vi } from 'vitest';
import { startFakeLibrary } from '../../testing/fake-library';
import { sampleSummary } from '../../testing/sample-summaries';
import { deleteThemes, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);

it('takes back one action after the other, however quickly it is asked for twice', async () => {
  let restored: (() => void) | undefined;
  await startFakeLibrary([sampleSummary('Aster', { id: 'a', tags: ['Old'] })], async (call) => {
    // The disk takes its time, as it does for many themes.
    if (call === 'restore') await new Promise<void>((done) => (restored = done));
  });
  await saveTags([{ id: 'a', before: ['Old'], after: ['New'] }]);
  await deleteThemes([{ id: 'a', name: 'Aster' }]);

  undoLatestToast();
  undoLatestToast();
  await vi.waitFor(() => expect(restored).toBeDefined());
  restored?.();
  await vi.waitFor(() => expect(library.themes[0]?.tags).toEqual(['Old']));
});
