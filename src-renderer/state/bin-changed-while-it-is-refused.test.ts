/**
 * The bin's folder is being read for the sidebar, and is refused in the end; a theme was deleted meanwhile, by when it
 * can be read. The count that was asked for then comes at once, and not only when the refused one is tried again.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../testing/fake-main';
import { bin } from './bin.svelte';

it.each([
  ['the control: the first look succeeds', false],
  ['the first look is refused', true],
])('%s', async (_, isRefused) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let answer: () => void = () => undefined;
  let asked = 0;
  installFakeMain({
    library: {
      bin: async () => {
        asked += 1;
        if (asked === 1) {
          await new Promise<void>((resolve) => (answer = resolve));
          if (isRefused) throw new ProblemError({ code: 'storageNotRead', files: ['/b'] });
        }
        return { themes: [], unread: ['deleted.json'], damaged: [] };
      },
    },
  });
  onTestFinished(bin.start());
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toBe(1);
  // As a change of the library does, or whoever empties or restores.
  bin.refresh();
  answer();
  await vi.advanceTimersByTimeAsync(300);
  expect(bin.count).toBe(1);
});
