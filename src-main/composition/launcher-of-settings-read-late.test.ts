/**
 * A virus scanner, or a disk that is slow to wake, holds the file of the settings as Foyer starts, for some seconds. The
 * guide: Foyer keeps trying, and carries on as soon as it can. The keys that open the launcher work from then on, and the
 * icon in the tray that the person switched off goes.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- Several rooms, as they are put together. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createLauncherRoom, type LauncherRoomOptions } from '../app/launcher/launcher-room';
import { openPreferences } from '../app/preferences/stored-preferences';
import { createWindowPreferences } from '../app/preferences/window-preferences';
import { scanner } from '../app/testing/electron-store';
import { onDocumentTrouble } from '../storage/storage';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireRooms, wireStoredRooms } from './wiring';

const { registered, icons } = vi.hoisted(() => ({
  registered: new Set<string>(),
  icons: { shown: 0 },
}));

vi.mock('electron', () => ({
  nativeTheme: {},
  globalShortcut: {
    register: (keys: string) => Boolean(registered.add(keys)),
    unregister: (keys: string) => registered.delete(keys),
  },
}));
vi.mock('electron-store', () => import('../app/testing/electron-store'));
vi.mock('../app/app', () => ({}));
vi.mock('../app/tray/has-tray', () => ({ hasTray: () => Promise.resolve(true) }));
vi.mock('../app/tray/tray', () => ({
  showTray() {
    icons.shown += 1;
    return { update: () => undefined, remove: () => (icons.shown -= 1) };
  },
}));

beforeEach(() => {
  registered.clear();
  icons.shown = 0;
  scanner.holds = () => false;
});

const keys = 'Control+Alt+P';

/** A room of which only the listeners are asked for. */
const nobody = new Proxy({}, { get: () => () => undefined });

/** Foyer, started on a profile with these keys and no icon in the tray. */
async function started(isHeld: boolean) {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-launcher-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  const chosen = { launcherKeys: keys, launcherKeysHeard: keys, isInTray: false };
  await writeFile(join(profile, 'preferences.json'), JSON.stringify(chosen));
  scanner.holds = () => isHeld;
  const { preferences, file } = openPreferences(profile);
  const launcher = createLauncherRoom({
    ...{ preferences, emit: () => undefined, onTrouble: () => undefined },
    makeWindow: () => ({ window: { isDestroyed: () => false }, close: () => undefined }),
    loginStart: {
      isOn: () => Promise.resolve(undefined),
      set: () => Promise.resolve(),
      follow: () => Promise.resolve(),
    },
  } as unknown as LauncherRoomOptions);
  let isRead = !isHeld;
  const foundation = {
    ...{ emit: () => undefined, preferences },
    windowPreferences: createWindowPreferences(preferences, () => undefined),
    // As `foundation.ts` has it.
    onPreferencesRead(listener: () => void) {
      onDocumentTrouble(({ kind, path }) => {
        if (kind !== 'readAgain' || path !== file) return;
        isRead = true;
        listener();
      });
    },
  } as unknown as Foundation;
  const rooms = new Proxy({}, { get: () => nobody }) as Rooms & StoredRooms;
  const shell = { isOpen: () => true, isInSight: () => true, launcher } as unknown as Shell;
  wireRooms(foundation, rooms, shell);
  wireStoredRooms(foundation, rooms, shell);
  await launcher.start();
  return { launcher, isRead: () => isRead };
}

it('the control: they are there where nobody holds the file', async () => {
  await started(false);
  expect([...registered]).toEqual([keys]);
  expect(icons.shown).toBe(0);
});

it('they are there once the file can be read', async () => {
  const { launcher, isRead } = await started(true);
  scanner.holds = () => false;
  await expect.poll(isRead, { timeout: 5_000 }).toBe(true);
  // What Settings says of them meanwhile, which is where a person looks.
  await expect
    .poll(async () => (await launcher.handlers.state(undefined)).keys, { timeout: 2_000 })
    .toBe(keys);
  await expect.poll(() => [...registered], { timeout: 3_000 }).toEqual([keys]);
});

it('the icon that was switched off goes once the file can be read', async () => {
  const { isRead } = await started(true);
  scanner.holds = () => false;
  await expect.poll(isRead, { timeout: 5_000 }).toBe(true);
  await expect.poll(() => icons.shown, { timeout: 3_000 }).toBe(0);
});
