/**
 * The bin's folder can't be read for a moment, as the sidebar counts what lies there. A person opens the bin, which can
 * be read by then. The sidebar has the count again, too.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../testing/fake-main';
import Bin from '../screens/bin/Bin.svelte';
import { bin } from './bin.svelte';
import { library } from './library.svelte';

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
        if (isHeld) throw new ProblemError({ code: 'storageFailed', path: '/b', detail: 'EBUSY' });
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
