/** Long work when a person quits: short work is waited for, long work for a moment only. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shortWorkDone, workUnderWay } from './work-at-quit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits for nothing where there is none', async () => {
  await shortWorkDone(() => []);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for nothing where a person has to decide first', async () => {
  await shortWorkDone(() => ['openedBackup']);
  expect(vi.getTimerCount()).toBe(0);
});

it('goes on when it has ended, and at the latest a second later', async () => {
  let left = 4;
  await Promise.all([
    shortWorkDone(() => ((left -= 1) > 0 ? ['import'] : [])),
    vi.advanceTimersByTimeAsync(200),
  ]);
  const never = shortWorkDone(() => ['restore']);
  await Promise.all([never, vi.advanceTimersByTimeAsync(1_000)]);
});

it('is that of both rooms, and none of a room that is not there yet', () => {
  const transfer = { underWay: () => ['import'] as const };
  expect(workUnderWay({ isAtWork: () => true }, transfer)).toEqual(['import', 'change']);
  expect(workUnderWay({ isAtWork: () => false }, undefined)).toEqual([]);
});
