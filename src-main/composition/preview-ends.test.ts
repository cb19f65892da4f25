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

const launcherPage = { launcherPage: 0 };
it.each<[StartedFrom, string, boolean, boolean, number]>([
  ['window', 'nothing is in sight', false, false, 1],
  ['window', 'the launcher alone is in sight', false, true, 1],
  ['window', 'the main window is in sight', true, false, 0],
  ['tray', 'nothing is in sight', false, false, 1],
  ['tray', 'the launcher alone is in sight', false, true, 1],
  ['tray', 'the main window is in sight', true, false, 1],
  [launcherPage, 'nothing is in sight', false, false, 1],
  [launcherPage, 'the main window alone is in sight', true, false, 1],
  [launcherPage, 'it is in sight', false, true, 0],
])('one of %j: %s', (from, _name, isInSight, isLauncherInSight, times) => {
  const made = ends(isInSight, { isInSight: isLauncherInSight });
  made.ended(run, from);
  if (from === launcherPage) made.endSaid(run);
  expect(notified).toHaveLength(times);
  made.refused(problem, from);
  if (from === launcherPage) made.refusalSaid(problem);
  expect(notified).toHaveLength(2 * times);
});

it('the launcher is put away before its page has heard of it', () => {
  const launcher = { isInSight: true };
  const made = ends(true, launcher);
  made.ended(run, launcherPage);
  made.refused(problem, launcherPage);
  launcher.isInSight = false;
  made.endSaid(run);
  made.refusalSaid(problem);
  expect(notified).toEqual([run, problem]);
});

it('the launcher is put away and shown again with another page', () => {
  const made = ends(false, { isInSight: true });
  made.ended(run, launcherPage);
  made.isAnotherPage();
  made.endSaid(run);
  expect(notified).toEqual([run]);
});

it('the launcher has another page before it ends, which says nothing of it', () => {
  const made = ends(false, { isInSight: true });
  const from = { launcherPage: made.launcherPage };
  made.isAnotherPage();
  made.ended(run, from);
  made.refused(problem, from);
  expect(notified).toEqual([run, problem]);
});

it.each([
  ['it is put away', false, 1],
  ['the control: it is in sight, and says it itself', true, 0],
])('what the previews’ room does not tell of is told: %s', (_name, isInSight, times) => {
  const made = ends(false, { isInSight });
  made.refusalSaid({ code: 'internal', id: 'a1' });
  expect(notified).toHaveLength(times);
});
