/**
 * A preview is started from the tray while the main window is in sight, and the window is closed to the tray between
 * the service's answer and the disk's (milliseconds, or seconds on a busy disk). Whether anything tells how it ended.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { createLauncherRoom } from '../app/app';
import { createPreviews } from '../previews/previews';
import type { Foundation } from './foundation';
import { createLauncher } from './launcher';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireStoredRooms } from './wiring';

type LauncherRoomOptions = Parameters<typeof createLauncherRoom>[0];
const { notified, made } = vi.hoisted(() => ({
  notified: [] as unknown[],
  made: [] as LauncherRoomOptions[],
}));
vi.mock('electron', () => ({ app: { getAppPath: () => '/' }, nativeTheme: {} }));
vi.mock('../app/app', () => ({
  createLoginStart: () => undefined,
  createLauncherRoom: (options: LauncherRoomOptions) => made.push(options),
  notifyOfEnd: (run: unknown) => notified.push(run),
  notifyOfProblem: (problem: unknown) => notified.push(problem),
}));

const connection = trialConnection('northwind');
const form = { connectionId: connection.id, botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
const nobodyHears = { add: () => undefined, onChange: () => undefined };

/** How many notifications tell of a preview that is started from the tray. */
async function notifications(isInSightBefore: boolean, isInSightAfter: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-closed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined, connectionAt: () => undefined },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    send: (_connection, _request, { activityId }) =>
      Promise.resolve({ activityId, outcome: { kind: 'accepted', status: 200 }, body: undefined }),
  });
  onTestFinished(() => previews.close());
  await previews.handlers.start({ ...form, isConfirmed: true });
  notified.length = 0;
  let isInSight = isInSightBefore;
  const host = { show: () => undefined, ask: () => undefined, isInSight: () => isInSight };
  wireStoredRooms(
    {
      ...{ emit: () => undefined, onPreferencesRead: () => undefined },
      windowPreferences: { onLocale: () => undefined },
    } as unknown as Foundation,
    {
      ...{ previews, billing: nobodyHears, domains: nobodyHears },
      transferActions: nobodyHears,
    } as unknown as Rooms & StoredRooms,
    {
      ...{ ...host, isOpen: () => true },
      launcher: { update: () => undefined },
    } as unknown as Shell,
  );
  createLauncher({} as Foundation, {} as Rooms, () => previews, host);
  const ended: PreviewRun[] = [];
  previews.onEnd((run) => {
    ended.push(run);
    // The person closes the window just now: the list of previews is on its way to the disk.
    isInSight = isInSightAfter;
  });
  made.at(-1)?.startFromTray({
    ...{ ...form, id: 's1', name: 'Booking', lastAt: null },
    isNewRecipient: false,
  });
  await expect.poll(() => ended).toHaveLength(1);
  await previews.close();
  await new Promise((done) => setTimeout(done, 50));
  return notified.length;
}

it('the control: with a window in sight, one does', async () => {
  expect(await notifications(true, true)).toBe(1);
});

it('the control: with none, one does', async () => {
  expect(await notifications(false, false)).toBe(1);
});

it('with one that is closed meanwhile, one does', async () => {
  expect(await notifications(true, false)).toBe(1);
});
