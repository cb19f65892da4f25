/** How a preview ended is told once: in the window that shows it, while that is in sight, or in a notification. */
import type { Problem } from '@shared/problem';
import type { PreviewRun } from '@shared/sending';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StartedFrom } from '../previews/previews';
import { PreviewEnds } from './preview-ends';

const { notified } = vi.hoisted(() => ({ notified: [] as unknown[] }));
vi.mock('../app/app', () => ({
  notifyOfEnd: (run: unknown) => notified.push(run),
  notifyOfProblem: (problem: unknown) => notified.push(problem),
}));
beforeEach(() => {
  notified.length = 0;
});

const run = { activityId: 'a1' } as PreviewRun;
const problem: Problem = { code: 'keychainLocked' };

function ends(isInSight: boolean, launcher: { isInSight: boolean }): PreviewEnds {
  return new PreviewEnds({
    show: () => undefined,
    isInSight: () => isInSight,
    isLauncherInSight: () => launcher.isInSight,
  });
}

it.each<[StartedFrom, string, boolean, boolean, number]>([
  ['window', 'nothing is in sight', false, false, 1],
  ['window', 'the launcher alone is in sight', false, true, 1],
  ['window', 'the main window is in sight', true, false, 0],
  ['tray', 'nothing is in sight', false, false, 1],
  ['tray', 'the launcher alone is in sight', false, true, 1],
  ['tray', 'the main window is in sight', true, false, 1],
  ['launcher', 'nothing is in sight', false, false, 1],
  ['launcher', 'the main window alone is in sight', true, false, 1],
  ['launcher', 'it is in sight', false, true, 0],
])('one of the %s: %s', (from, _name, isInSight, isLauncherInSight, times) => {
  const made = ends(isInSight, { isInSight: isLauncherInSight });
  made.ended(run, from);
  if (from === 'launcher') made.endSaid(run);
  expect(notified).toHaveLength(times);
  made.refused(problem, from);
  if (from === 'launcher') made.refusalSaid(problem);
  expect(notified).toHaveLength(2 * times);
});

it('the launcher is put away before its page has heard of it', () => {
  const launcher = { isInSight: true };
  const made = ends(true, launcher);
  made.ended(run, 'launcher');
  made.refused(problem, 'launcher');
  launcher.isInSight = false;
  made.endSaid(run);
  made.refusalSaid(problem);
  expect(notified).toEqual([run, problem]);
});

it('the launcher is put away and shown again with another page', () => {
  const made = ends(false, { isInSight: true });
  made.ended(run, 'launcher');
  made.isAnotherPage();
  made.endSaid(run);
  expect(notified).toEqual([run]);
});
