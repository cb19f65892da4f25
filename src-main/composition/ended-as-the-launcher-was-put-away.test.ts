/**
 * A preview of the launcher ends while the launcher is shown alone, and Escape puts it away while the disk takes what came
 * of it, before its page hears of that. Nobody has read it, no window is in sight: it is told in a notification, as where
 * the launcher is put away at any other time before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createPreviews } from '../previews/previews';
import type { Foundation } from './foundation';
import { createLauncher } from './launcher';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireStoredRooms } from './wiring';

const { notified, window } = vi.hoisted(() => ({
  notified: [] as unknown[],
  window: { isVisible: false },
}));
vi.mock('electron', () => ({
  app: { getAppPath: () => '/' },
  nativeTheme: {},
  globalShortcut: { register: () => true, unregister: () => undefined },
}));
vi.mock('../app/tray/has-tray', () => ({ hasTray: () => Promise.resolve(false) }));
vi.mock('../app/tray/tray', () => ({ showTray: () => undefined }));
vi.mock('../app/app', async () => ({
  createLauncherRoom: (await import('../app/launcher/launcher-room')).createLauncherRoom,
  createLoginStart: () => ({
    ...{ isOn: () => Promise.resolve(undefined), set: () => Promise.resolve() },
    follow: () => Promise.resolve(),
  }),
  isOnWaylandNow: () => false,
  prefetchDns: () => undefined,
  sendEvents: () => undefined,
  openLauncherWindow: () => ({
    window: { isDestroyed: () => false },
    isVisible: () => window.isVisible,
    show: () => (window.isVisible = true),
    hide: () => (window.isVisible = false),
    close: () => (window.isVisible = false),
  }),
  notifyOfEnd: (run: unknown) => notified.push(run),
  notifyOfProblem: (problem: unknown) => notified.push(problem),
}));
beforeEach(() => {
  notified.length = 0;
  window.isVisible = false;
});

const connection = trialConnection('northwind');
const nobodyHears = { add: () => undefined, onChange: () => undefined };
const preferences: Record<string, unknown> = {
  ...{ launcherKeys: 'Control+Alt+P', launcherKeysHeard: 'Control+Alt+P', isInTray: true },
};

it.each([
  ['the control: before it ends', 'sending', 1],
  ['as it has ended', 'ended', 1],
  ['the control: once it was said there', 'said', 0],
] as const)('the launcher is put away, and that is told: %s', async (_name, moment, times) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-put-away-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined },
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      if (moment === 'sending') escape();
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: undefined };
    },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  const foundation = {
    ...{ emit: () => undefined, emitter: {}, log: { error: () => undefined } },
    preferences: { get: (key: string) => preferences[key], set: () => undefined },
    windows: { windowOptions: () => ({}), add: () => undefined },
    ...{ onPreferencesRead: () => undefined, windowPreferences: { onLocale: () => undefined } },
  } as unknown as Foundation;
  const rooms = {
    ...{ previews, billing: nobodyHears, domains: nobodyHears, transferActions: nobodyHears },
    connections: { snapshot: () => ({ list: [connection] }) },
  } as unknown as Rooms & StoredRooms;
  // The main window is closed: Foyer is in the tray.
  const shown = { show: () => undefined, ask: () => undefined, isInSight: () => false };
  const launcher = createLauncher(foundation, rooms, () => previews, shown);
  wireStoredRooms(foundation, rooms, {
    ...shown,
    ...{ isOpen: () => true, launcher },
  } as unknown as Shell);
  let isSaid = false;
  const escape = () => {
    expect(isSaid).toBe(moment === 'said');
    void launcher.handlers.hide(undefined);
  };
  if (moment === 'ended') previews.onEnd(() => setImmediate(escape));

  await launcher.start();
  launcher.show();
  expect(launcher.isVisible()).toBe(true);
  // What the launcher's page does (`launcher-session.svelte.ts`).
  const run = await previews.handlers.start({
    ...{ connectionId: connection.id, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
    ...{ confirmedPlace: trialPlace, isOfLauncher: true },
  });
  void launcher.handlers.ended(run);
  isSaid = true;
  if (moment === 'said') escape();
  expect(notified).toHaveLength(times);
});
