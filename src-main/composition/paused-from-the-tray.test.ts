/** A person pauses publishing from the tray, and the disk doesn't take it: it holds until Foyer ends, no longer. */
import { expect, it, vi } from 'vitest';
import type { createLauncherRoom } from '../app/app';
import { StorageError } from '../storage/storage';
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
  notifyOfProblem: (problem: unknown) => notified.push(problem),
}));

it('what the disk refuses of it is told, as it is where the outbox is paused in the window', async () => {
  const emitted: unknown[] = [];
  const full = new StorageError('full', '/profile/outbox.json', new Error('ENOSPC'));
  createLauncher(
    {
      emit: (...told: unknown[]) => emitted.push(told),
      log: { error: () => undefined },
    } as unknown as Foundation,
    { outbox: { handlers: { setPaused: () => Promise.reject(full) } } } as unknown as Rooms,
    vi.fn(),
    { show: () => undefined, ask: () => undefined, isInSight: () => true },
  );
  made.at(-1)?.outbox?.setPaused(true);
  await new Promise((done) => setTimeout(done));
  expect([...notified, ...emitted]).not.toEqual([]);
});
