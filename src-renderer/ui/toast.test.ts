/** What can be taken back, one step after the other. */
import { expect, it } from 'vitest';
import { latestUndo, toast, undoLatestToast, type Undone } from './toast';

it.each<[string, Undone, string | undefined, string[]]>([
  ['the control: the newer one is taken back', 'done', undefined, ['newer', 'older']],
  ['the newer one can’t be for now', 'notNow', 'Newer', ['newer']],
  ['a part of the newer one is', { rest: async () => 'done' }, 'Newer', ['newer']],
])(
  'leaves the older step alone until the newer one is taken back: %s',
  async (_n, came, next, done) => {
    const tried: string[] = [];
    let answer = (_undone: Undone): void => undefined;
    toast('Older', {
      undo: async () => {
        tried.push('older');
        return 'done';
      },
    });
    toast('Newer', {
      undo: () => {
        tried.push('newer');
        return new Promise((resolve) => (answer = resolve));
      },
    });
    undoLatestToast();
    undoLatestToast();
    answer(came);
    await expect
      .poll(() => latestUndo())
      .toEqual(next === undefined ? undefined : expect.stringContaining(next));
    expect(tried).toEqual(done);
    if (next === undefined) return;
    // Both are there yet, the newer one first.
    while (latestUndo() !== undefined) {
      undoLatestToast();
      answer('done');
    }
    await expect.poll(() => tried.at(-1)).toBe('older');
  },
);
