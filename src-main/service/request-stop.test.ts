/** How long a request may take, also one that a proxy holds back. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRequestStop } from './request-stop';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** One that has left, was held back after 50 seconds, and goes on 50 seconds later. */
function heldFor50Seconds() {
  const stop = createRequestStop(undefined, new AbortController().signal, 60_000);
  stop.hasLeft();
  vi.advanceTimersByTime(50_000);
  stop.isHeld();
  vi.advanceTimersByTime(50_000);
  stop.hasLeft();
  return stop;
}

it('gives the service the whole time for its answer, however long a person took to sign in', () => {
  const stop = heldFor50Seconds();
  vi.advanceTimersByTime(59_000);
  expect(stop.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(stop.signal.aborted).toBe(true);
  expect(stop.by).toBe('timeLimit');
  stop.release();
});

it('counts what the answer took from when it left for good', () => {
  const stop = heldFor50Seconds();
  vi.advanceTimersByTime(2_000);
  expect(stop.sinceStartMs).toBe(2_000);
  stop.release();
});

it('does not wait for a sign-in for ever', () => {
  const stop = createRequestStop(undefined, new AbortController().signal, 60_000);
  stop.hasLeft();
  stop.isHeld();
  vi.advanceTimersByTime(60_000);
  expect(stop.signal.aborted).toBe(true);
  stop.release();
});
