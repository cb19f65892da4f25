/**
 * A virus scanner, or a disk that is slow to wake, holds the file of the settings as Foyer starts, for some seconds. The
 * person decided long ago whether Foyer may check for updates, and is asked once: not again in the status bar,
 * neither meanwhile nor for as long as Foyer runs.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- Several rooms, as they are put together. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UpdatesState } from '@shared/bridge/updates';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openPreferences } from '../app/preferences/stored-preferences';
import { createWindowPreferences } from '../app/preferences/window-preferences';
import { scanner } from '../app/testing/electron-store';
import { updateChoices } from '../app/updates/update-choices';
import { onDocumentTrouble } from '../storage/storage';
import { createUpdates } from '../updates/updates';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';
import { wireRooms, wireStoredRooms } from './wiring';

vi.mock('electron', () => ({ nativeTheme: {} }));
vi.mock('electron-store', () => import('../app/testing/electron-store'));
vi.mock('../app/app', () => ({}));
beforeEach(() => {
  scanner.holds = () => false;
});

/** A room of which only the listeners are asked for. */
const nobody = new Proxy({}, { get: () => () => undefined });

/** Foyer, started on a profile where the checks are off; what the window has of the updates. */
async function started(isHeld: boolean) {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-updates-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  await writeFile(join(profile, 'preferences.json'), JSON.stringify({ looksForUpdates: false }));
  scanner.holds = () => isHeld;
  const { preferences, file } = openPreferences(profile);
  const updates = createUpdates({
    feed: { address: 'https://updates.example/', key: '', takesLoopback: false },
    ...{ way: { how: 'system' }, present: '0.1.0', kept: updateChoices(preferences) },
    send: () => Promise.reject(new Error('nothing is asked here')),
    loadUpdater: () => Promise.reject(new Error('nothing is to be downloaded here')),
    ...{ quietMs: () => 0, endWith: () => undefined, warn: () => undefined },
  });
  onTestFinished(() => updates.close());
  let shown: UpdatesState | undefined;
  let isRead = !isHeld;
  const foundation = {
    emit(room: string, name: string, payload: unknown) {
      if (room === 'updates' && name === 'changed') shown = payload as UpdatesState;
    },
    preferences,
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
  const rooms = new Proxy(
    { updates },
    {
      get: (given, name) => (name === 'updates' ? given.updates : nobody),
    },
  ) as unknown as Rooms & StoredRooms;
  const shell = { isOpen: () => true, isInSight: () => true, launcher: nobody } as unknown as Shell;
  wireRooms(foundation, rooms, shell);
  wireStoredRooms(foundation, rooms, shell);
  updates.begin();
  // The status bar's, which is there as long as the window is.
  shown ??= await updates.handlers.state(undefined);
  return { looks: () => shown?.looks, isRead: () => isRead };
}

it('the control: nobody is asked where the file can be read', async () => {
  expect((await started(false)).looks()).toBe('off');
});

it('nobody is asked while it can not be read, nor once it can', async () => {
  const { looks, isRead } = await started(true);
  expect(looks()).toBe('notRead');
  scanner.holds = () => false;
  await expect.poll(isRead, { timeout: 5_000 }).toBe(true);
  await expect.poll(looks, { timeout: 3_000 }).toBe('off');
});
