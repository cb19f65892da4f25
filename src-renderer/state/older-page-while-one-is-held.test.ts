/**
 * A scanner holds a file of the log, in which the newest entries are, while Activity takes its first page; a person goes
 * on to older ones. What is missing comes once the file is let go, or is said to be missing.
 */
import { afterEach, expect, it, vi } from 'vitest';
import type { LocalEntry } from '@shared/activity';
import { installFakeMain } from '../testing/fake-main';
import { activity } from './activity.svelte';

afterEach(() => {
  activity.end();
  vi.useRealTimers();
});

const entry = (sequence: number): LocalEntry => ({
  ...{ id: `here-${String(sequence)}`, sequence, at: '2026-01-02T03:04:05.000Z' },
  ...{ kind: 'themesImported', count: 1, touched: [{ id: 'harbour', name: 'Harbour' }] },
});

it.each([
  ['the control: no older page is taken', false, false],
  ['an older page is taken once it was let go', true, false],
  ['an older page is taken while it is held', true, true],
])('%s', async (_when, isOlderTaken, isStillHeld) => {
  vi.useFakeTimers();
  let isHeld = true;
  // Main reads the whole log for each page.
  installFakeMain({
    activity: {
      list: ({ before = Infinity, limit }) => {
        const all = Array.from({ length: 250 }, (_, at) => entry(250 - at));
        const older = all.filter(
          ({ sequence }) => sequence < before && !(isHeld && sequence > 240),
        );
        const page = { entries: older.slice(0, limit), hasMore: older.length > limit };
        return isHeld ? { ...page, unread: ['held.json'] } : page;
      },
    },
  });
  await activity.start();
  expect(activity.unread).toEqual(['held.json']);
  isHeld = isStillHeld;
  if (isOlderTaken) await activity.loadMore();
  isHeld = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(activity.unread).toEqual([]);
  expect(activity.entries.map(({ sequence }) => sequence)).toContain(245);
});
