/**
 * The open theme's file is held for a moment, while a shared folder brings many themes, each of which the library tells
 * of. Once it is let go it is read within seconds, as it is when nothing else changed.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';

let end: () => void = () => undefined;
afterEach(() => {
  end();
  vi.useRealTimers();
});

it.each([
  ['the control: nothing else changed', 0],
  ['ten themes came within a second', 10],
])('%s', async (_, changes) => {
  vi.useFakeTimers();
  let isHeld = true;
  let isRead = false;
  const main = installFakeMain({
    library: {
      open: () => {
        const path = '/f/a.json';
        if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
        isRead = true;
        return new Promise(() => undefined);
      },
    },
  });
  end = new OpenThemeState('a').start();
  await vi.advanceTimersByTimeAsync(0);
  for (let at = 1; at <= changes; at += 1) {
    main.emit('library.changed', { revision: at, upserted: [], removed: [] });
    await vi.advanceTimersByTimeAsync(100);
  }
  isHeld = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isRead).toBe(true);
});
