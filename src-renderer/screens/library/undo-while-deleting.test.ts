/**
 * A person deletes a theme and presses Ctrl Z at once, while main is still at it (a slow disk, many themes). What is
 * taken back must be the deletion, or nothing yet: never what was done before it, which nothing does again.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { deleteThemes, duplicateThemes, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { canUndoLatest, latestUndo, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

const full = { code: 'storageFull', path: '/f' } as const;

async function start() {
  let refusal: ProblemError | undefined;
  const begun: (() => void)[] = [];
  const main = await startFakeLibrary(
    [
      sampleSummary('Aster', { id: 'a', tags: ['Old'] }),
      sampleSummary('Birch', { id: 'b', tags: [] }),
    ],
    async (call, ids) => {
      // What is taken back is done at once.
      if (call === 'restore' || !ids.includes('b')) return;
      await new Promise<void>((done) => begun.push(done));
      if (refusal) throw refusal;
    },
  );
  await saveTags([{ id: 'a', before: ['Old'], after: ['New'] }]);
  const goOn = async (): Promise<void> => {
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    begun.pop()?.();
  };
  const undone = () =>
    main.log.filter(
      ({ name, input }) =>
        name === 'library.restore' ||
        (name === 'library.remove' && !(input as { ids: string[] }).ids.includes('b')),
    ).length;
  return { goOn, undone, refuse: () => (refusal = new ProblemError(full)) };
}

const tagsOfAster = () => library.themes.find(({ id }) => id === 'a')?.tags;
const ids = () => library.themes.map(({ id }) => id).sort();

it('the control: pressed once the deletion is done, it is taken back, and the tags stay', async () => {
  const { goOn } = await start();
  const deleting = deleteThemes([{ id: 'b', name: 'Birch' }]);
  await goOn();
  await deleting;
  expect(ids()).toEqual(['a']);
  undoLatestToast();
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']));
  expect(tagsOfAster()).toEqual(['New']);
});

it.each([
  ['the deletion', () => deleteThemes([{ id: 'b', name: 'Birch' }])],
  ['the copying', () => duplicateThemes(['b'])],
])('pressed while it is in progress, it takes back %s once that is done', async (_what, act) => {
  const { goOn, undone } = await start();
  const acting = act();
  undoLatestToast();
  await goOn();
  await acting;
  await vi.waitFor(() => expect(undone()).toBe(1));
  await vi.waitFor(() => expect(ids()).toEqual(['a', 'b']));
  expect(tagsOfAster()).toEqual(['New']);
  // And the tags after it.
  undoLatestToast();
  await vi.waitFor(() => expect(tagsOfAster()).toEqual(['Old']));
});

it('pressed twice, it takes back the one before as well, in this order', async () => {
  const { goOn } = await start();
  const deleting = deleteThemes([{ id: 'b', name: 'Birch' }]);
  undoLatestToast();
  undoLatestToast();
  await goOn();
  await deleting;
  await vi.waitFor(() => expect(tagsOfAster()).toEqual(['Old']));
  expect(ids()).toEqual(['a', 'b']);
});

it('takes back nothing where what is in progress comes to nothing', async () => {
  const { goOn, refuse } = await start();
  const deleting = deleteThemes([{ id: 'b', name: 'Birch' }]);
  expect(canUndoLatest()).toBe(true);
  undoLatestToast();
  undoLatestToast();
  refuse();
  await goOn();
  await deleting;
  await vi.waitFor(() => expect(latestUndo()).toBe('Tags saved for 1 theme'));
  expect(tagsOfAster()).toEqual(['New']);
});
