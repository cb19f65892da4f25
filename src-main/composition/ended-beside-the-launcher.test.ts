/**
 * A preview ends while the main window is closed and the launcher is shown alone. One of the main window is told in a
 * notification, as the launcher says nothing of it, and of one that was not sent no history has anything either; so is one of
 * the launcher, where Escape puts that away while the disk takes what came of it, before its page hears of that.
 */
import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPreviews, type SendPreview } from '../previews/previews';
import type { Foundation } from './foundation';
import { createLauncher } from './launcher';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { createUnheard } from './unheard';
import { wireStoredRooms } from './wiring';

const { notified, pages } = vi.hoisted(() => ({
  notified: [] as unknown[],
  /** Of the launcher's windows, the newest last. */
  pages: [] as EventEmitter[],
}));
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  const done = () => undefined;
  class BrowserWindow extends EventEmitter {
    #isDestroyed = false;
    readonly webContents = Object.assign(new EventEmitter(), {
      ...{ setWebRTCIPHandlingPolicy: done, setWindowOpenHandler: done, reload: done, focus: done },
    });
    constructor() {
      super();
      pages.push(this.webContents);
      Object.assign(this, {
        setAlwaysOnTop: done,
        setVisibleOnAllWorkspaces: done,
        setBounds: done,
      });
      Object.assign(this, {
        show: done,
        hide: done,
        focus: done,
        loadURL: () => Promise.resolve(),
      });
    }
    isDestroyed() {
      return this.#isDestroyed;
    }
    destroy() {
      this.#isDestroyed = true;
      this.emit('closed');
    }
  }
  const workArea = { x: 0, y: 0, width: 1_000, height: 800 };
  return {
    ...{ app: { getAppPath: () => '/' }, nativeTheme: {}, BrowserWindow },
    screen: { getCursorScreenPoint: done, getDisplayNearestPoint: () => ({ workArea }) },
    globalShortcut: { register: () => true, unregister: done },
  };
});
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
  openLauncherWindow: (await import('../app/launcher/launcher-window')).openLauncherWindow,
  notifyOfEnd: (run: unknown) => notified.push(run),
  notifyOfProblem: (problem: unknown) => notified.push(problem),
}));
beforeEach(() => {
  notified.length = 0;
  pages.length = 0;
});

const connection = trialConnection('northwind');
const log = { error: () => undefined, warn: () => undefined };
const nobodyHears = { add: () => undefined, onChange: () => undefined };
const preferences: Record<string, unknown> = {
  ...{ launcherKeys: 'Control+Alt+P', launcherKeysHeard: 'Control+Alt+P', isInTray: true },
};

/** The previews and the launcher as they are wired, with the main window closed: Foyer is in the tray. */
async function opened(send: SendPreview) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-beside-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined, send },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  const foundation = {
    ...{ emit: () => undefined, emitter: {}, log },
    preferences: { get: (key: string) => preferences[key], set: () => undefined },
    windows: { windowOptions: () => ({ log }), add: () => undefined },
    ...{ onPreferencesRead: () => undefined, windowPreferences: { onLocale: () => undefined } },
  } as unknown as Foundation;
  const rooms = {
    ...{ previews, billing: nobodyHears, domains: nobodyHears, transferActions: nobodyHears },
    connections: { snapshot: () => ({ list: [connection] }) },
    connectionsChanged: nobodyHears,
  } as unknown as Rooms & StoredRooms;
  const shown = { show: () => undefined, ask: () => undefined, isInSight: () => false };
  const launcher = createLauncher(foundation, rooms, () => previews, shown);
  const shell = { ...shown, isOpen: () => true, launcher } as unknown as Shell;
  wireStoredRooms(foundation, rooms, shell);
  const unheard = createUnheard(foundation, { isVisible: () => false }, shown.show);
  await launcher.start();
  return { previews, launcher, unheard };
}

const form = {
  ...{ connectionId: connection.id, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
  confirmedPlace: trialPlace,
};

/** A preview of the main window ends, which is closed by then. */
async function ended(isSent: boolean, isLauncherShown: boolean): Promise<void> {
  const { previews, launcher, unheard } = await opened((_connection, _request, { activityId }) => {
    // Nobody unlocks the keychain, or the service takes its time.
    if (isLauncherShown) launcher.show();
    return isSent
      ? Promise.resolve({
          ...{ activityId, outcome: { kind: 'accepted', status: 200 }, body: undefined },
        })
      : Promise.reject(new ProblemError({ code: 'keychainLocked' }));
  });
  // What the bridge does where the page that asked is gone.
  await Promise.resolve(previews.handlers.start(form)).then(
    (value) => unheard('previews.start', { ok: true, value }, true),
    (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      unheard('previews.start', { ok: false, problem: error.problem }, true);
    },
  );
  expect(launcher.isVisible()).toBe(isLauncherShown);
}

it.each([
  ['the control: nothing is in sight', false],
  ['the launcher is shown', true],
])('what came of it is told: %s', async (_name, isLauncherShown) => {
  await ended(true, isLauncherShown);
  expect(notified).toHaveLength(1);
});

it.each([
  ['the control: nothing is in sight', false],
  ['the launcher is shown', true],
])('that it was not sent is told: %s', async (_name, isLauncherShown) => {
  await ended(false, isLauncherShown);
  expect(notified).toEqual([{ code: 'keychainLocked' }]);
});

it.each([
  ['the control: before it ends', 'sending', 1],
  ['as it has ended', 'ended', 1],
  ['the control: once it was said there', 'said', 0],
] as const)('the launcher is put away, and that is told: %s', async (_name, moment, times) => {
  const { previews, launcher } = await opened(
    async (_connection, _request, { activityId, beforeStart, onStart }) => {
      await beforeStart();
      onStart();
      if (moment === 'sending') escape();
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: undefined };
    },
  );
  let isSaid = false;
  const escape = () => {
    expect(isSaid).toBe(moment === 'said');
    void launcher.handlers.hide(undefined);
  };
  if (moment === 'ended') previews.onEnd(() => setImmediate(escape));

  launcher.show();
  expect(launcher.isVisible()).toBe(true);
  // What the launcher's page does (`launcher-session.svelte.ts`).
  const run = await previews.handlers.start({ ...form, isOfLauncher: true });
  void launcher.handlers.ended(run);
  isSaid = true;
  if (moment === 'said') escape();
  expect(notified).toHaveLength(times);
});

const accepting: SendPreview = (_connection, _request, { activityId }) =>
  Promise.resolve({ activityId, outcome: { kind: 'accepted', status: 200 }, body: undefined });

/** Its page dies so often that it is not brought back. */
function crashForGood() {
  const page = pages.at(-1);
  for (let crash = 0; crash < 4; crash += 1) {
    page?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  }
}

describe('the launcher’s page has crashed for good while it is in sight', () => {
  it('what comes of its preview after that is told', async () => {
    const { previews, launcher } = await opened((...sent) => {
      crashForGood();
      return accepting(...sent);
    });
    launcher.show();
    await previews.handlers.start({ ...form, isOfLauncher: true });
    expect(notified).toHaveLength(1);
  });

  it('what came of one, and its page has not said, is told', async () => {
    const { previews, launcher } = await opened(accepting);
    launcher.show();
    await previews.handlers.start({ ...form, isOfLauncher: true });
    expect(notified).toHaveLength(0);
    crashForGood();
    expect(notified).toHaveLength(1);
  });

  it('nothing is left in sight, and the keys show it anew', async () => {
    const { launcher } = await opened(accepting);
    launcher.show();
    crashForGood();
    expect(launcher.isVisible()).toBe(false);
    launcher.show();
    expect(launcher.isVisible()).toBe(true);
    expect(pages).toHaveLength(2);
  });
});
