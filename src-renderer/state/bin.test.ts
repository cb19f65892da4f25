import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import Bin from '../screens/bin/Bin.svelte';
import { installFakeMain } from '../testing/fake-main';
import { bin } from './bin.svelte';
import { library } from './library.svelte';

/**
 * The bin's folder is being read for the sidebar, and is refused in the end; a theme was deleted meanwhile, by when it
 * can be read. The count that was asked for then comes at once, and not only when the refused one is tried again.
 */
describe('a theme is deleted while the bin is being refused', () => {
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
});

/**
 * The bin's folder can't be read for a moment, as the sidebar counts what lies there. A person opens the bin, which can
 * be read by then. The sidebar has the count again, too.
 */
describe('the bin can’t be read for a moment', () => {
  let end: () => void = () => undefined;
  afterEach(() => {
    cleanup();
    end();
    library.end();
  });

  it.each([
    ['the control: it can be read at once', false],
    ['it can be read a moment later', true],
  ])('%s', async (_, isHeldAtFirst) => {
    let isHeld = isHeldAtFirst;
    let asked = 0;
    installFakeMain({
      library: {
        list: () => ({
          revision: 1,
          themes: [],
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        bin: () => {
          asked += 1;
          if (isHeld)
            throw new ProblemError({ code: 'storageFailed', path: '/b', detail: 'EBUSY' });
          return { themes: [], unread: [], damaged: [] };
        },
      },
    });
    await library.start();
    end = bin.start();
    await expect.poll(() => asked, { timeout: 3_000 }).toBe(1);
    isHeld = false;
    render(Bin);
    await screen.findByText(/bin is empty|empty/iu, {}, { timeout: 3_000 });
    await expect.poll(() => bin.count, { timeout: 3_000 }).toBe(0);
  });

  it('it can be read a moment later, and nobody opens the bin', async () => {
    let isHeld = true;
    let asked = 0;
    installFakeMain({
      library: {
        list: () => ({
          ids: [1],
          revision: 1,
          themes: [],
          unreadable: [],
          folder: '/f',
          folderProblem: null,
        }),
        bin: () => {
          asked += 1;
          if (isHeld) throw new ProblemError({ code: 'storageNotRead', files: ['/b'] });
          return { themes: [], unread: ['held.json'], damaged: [] };
        },
      },
    });
    await library.start();
    end = bin.start();
    await expect.poll(() => asked, { timeout: 3_000 }).toBe(1);
    isHeld = false;
    await expect.poll(() => bin.count, { timeout: 8_000 }).toBe(1);
  });
});
