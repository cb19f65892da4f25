/**
 * A deletion of two themes is taken back, and the disk lets only one of them out of the bin. What is left of it is
 * offered to be taken back, until the bin is emptied: like all of it.
 */
import { beforeAll, expect, it, vi } from 'vitest';
import { deleteThemes } from '../features/themes/theme-actions';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import { latestUndo, undoLatestToast } from '../ui/toast';
import { leftTheBin } from './library-undo';
import { library } from './library.svelte';

beforeAll(() => layers.load(), 120_000);

it.each<[string, readonly string[]]>([
  ['the control: nothing of it was taken back', []],
  ['a part of it was', ['a']],
])('is not offered once the bin was emptied: %s', async (_name, comeBack) => {
  let restores = 0;
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      remove: ({ ids }) => ({ ids, entries: ids.map((id) => `${id}-1`), problem: null }),
      restore: () => {
        restores += 1;
        return {
          ...{ ids: [...comeBack], entries: comeBack.map((id) => `${id}-1`) },
          ...{ alreadyHere: 0, unlinked: 0 },
          problem: { code: 'storageFull', path: '/f/b.json' },
        };
      },
    },
  });
  await library.start();
  await deleteThemes([
    { id: 'a', name: 'Aster' },
    { id: 'b', name: 'Birch' },
  ]);
  expect(latestUndo()).toBe('2 themes deleted');
  if (comeBack.length > 0) {
    undoLatestToast();
    await vi.waitFor(() => expect(restores).toBe(1));
    await vi.waitFor(() => expect(latestUndo()).toBeDefined());
  }
  leftTheBin(['a-1', 'b-1'].filter((entry) => !comeBack.some((id) => entry === `${id}-1`)));
  expect(restores).toBe(comeBack.length > 0 ? 1 : 0);
  expect(latestUndo()).toBeUndefined();
});
