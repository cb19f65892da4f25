/**
 * A person deletes two themes, restores one of them in the bin, and takes the deletion back: the other one comes, and
 * nothing is said to be wrong.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deleteThemes } from '../../features/themes/theme-actions';
import { leftTheBin } from '../../state/library-undo';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import { latestUndo, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  for (const { id } of reports.list) reports.dismiss(id);
});

it('what was restored in the bin is not asked for again', async () => {
  const main = await startFakeLibrary([
    sampleSummary('Aster', { id: 'a' }),
    sampleSummary('Birch', { id: 'b' }),
  ]);
  await deleteThemes([
    { id: 'a', name: 'Aster' },
    { id: 'b', name: 'Birch' },
  ]);
  // The bin's screen.
  const { bridge } = await import('../../bridge');
  const done = await bridge.library.restore({ entries: ['a'], ofAnyLibrary: true });
  leftTheBin(done.entries);
  undoLatestToast();
  await vi.waitFor(() => expect(library.themes).toHaveLength(2));
  await vi.waitFor(() => expect(latestUndo()).toBeUndefined());
  const asked = main.log.filter(({ name }) => name === 'library.restore');
  expect(asked.map(({ input }) => input)).toMatchObject([{ entries: ['a'] }, { entries: ['b'] }]);
  expect(reports.list).toEqual([]);
});
