/** A preview of the launcher sends nothing; by then the launcher was put away, with the main window in sight. */
import { expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import type { createLauncherRoom } from '../app/app';
import type { Foundation } from './foundation';
import { createLauncher } from './launcher';
import type { Rooms } from './rooms';

type LauncherRoomOptions = Parameters<typeof createLauncherRoom>[0];
const { notified, made } = vi.hoisted(() => ({
  notified: [] as unknown[],
  made: [] as LauncherRoomOptions[],
}));
vi.mock('electron', () => ({ app: { getAppPath: () => '/' } }));
vi.mock('../app/app', () => ({
  createLoginStart: () => undefined,
  createLauncherRoom: (options: LauncherRoomOptions) => made.push(options),
  notifyOfProblem: (problem: Problem) => notified.push(problem),
}));

it.each([
  ['is told in a notification', true, 1],
  ['is told once where no window is in sight: all previews are told of then', false, 0],
])('%s', (_name, isInSight, times) => {
  notified.length = 0;
  createLauncher({} as Foundation, {} as Rooms, vi.fn(), {
    show: () => undefined,
    ask: () => undefined,
    isInSight: () => isInSight,
  });
  made.at(-1)?.onRefusedUnseen({ code: 'keychainLocked' });
  expect(notified).toHaveLength(times);
});
