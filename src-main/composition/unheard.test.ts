/**
 * A Mac's window is closed while a request waits in line, and Foyer goes on without it: that the request did
 * not leave after all is told in a notification, or in the window where that was opened again.
 */
import type { Problem } from '@shared/problem';
import { beforeEach, expect, it, vi } from 'vitest';
import { createUnheard } from './unheard';

const { notified } = vi.hoisted(() => ({ notified: [] as Problem[] }));
vi.mock('../app/app', () => ({
  notifyOfProblem: (problem: Problem) => notified.push(problem),
}));
beforeEach(() => {
  notified.length = 0;
});

const problem: Problem = { code: 'keychainLocked' };

/** What is told of the answer to a call, and where. */
function toldOf(name: string, isRefused: boolean, isVisible: boolean, isOfMain = true) {
  const shown: unknown[] = [];
  const unheard = createUnheard(
    { emit: (...event) => void shown.push(event) },
    { isVisible: () => isVisible },
    () => undefined,
  );
  unheard(name, isRefused ? { ok: false, problem } : { ok: true, value: {} }, isOfMain);
  return { shown, notified };
}

const trouble = ['app', 'trouble', problem];

it.each(['billing.send', 'domains.create'])('%s is told of without a window', (name) => {
  expect(toldOf(name, true, false)).toEqual({ shown: [], notified: [problem] });
});

it.each(['billing.send', 'domains.create', 'previews.start'])(
  '%s is told of in the window that was opened again',
  (name) => {
    expect(toldOf(name, true, true)).toEqual({ shown: [trouble], notified: [] });
  },
);

it('a preview is not told of twice: without a window all of them are', () => {
  expect(toldOf('previews.start', true, false)).toEqual({ shown: [], notified: [] });
});

it('a preview of the launcher is not told of twice', () => {
  expect(toldOf('previews.start', true, true, false)).toEqual({ shown: [], notified: [] });
});

it('nothing is told of what was sent, nor of what only asked', () => {
  expect(toldOf('billing.send', false, false)).toEqual({ shown: [], notified: [] });
  expect(toldOf('billing.review', true, false)).toEqual({ shown: [], notified: [] });
});
